// The command line in front of the benchmark: attach → numactl → taskset → setarch → priority → lock limit. An explicit
// request fails when it cannot be met; `auto` goes on without and warns.
import { formatCpuList, parseCpuList, type Warning } from '../../model/index.ts'
import { addAttach, type HeldMachine } from './attach.ts'
import { chooseCpus, parseCpuRequest } from './choose-cpus.ts'
import { addLockMemory, unprotectedMemory } from './lock-memory.ts'
import { addNuma, parseNumaRequest } from './numa.ts'
import { addPriority, parsePriority } from './priority.ts'
import { threadCounts } from './thread-counts.ts'
import { readTopology, type Topology } from './topology.ts'
import { addWrapper, type Chain, tryCommand, type Wrapper } from './wrappers.ts'

export type PinningRequest = {
  /** `auto`, `auto:N`, `none` or a CPU list. */
  cpus: string
  /** `auto`, `none`, `interleave` or a list of nodes. */
  numaNode: string
  aslr: 'auto' | 'on' | 'off'
  /** `auto`, `realtime` or a nice level. */
  priority: string
  lockMemory: boolean
  /** The number of CPUs that a program shall see; null: all that it gets. */
  threads?: number | null
  /** The runner hooks, if they hold the machine for this job. */
  kit?: HeldMachine | null
}

export type Pinning = {
  prefix: string[]
  /** Variables to add to the benchmark's environment. */
  environment: Record<string, string>
  cpus: string | null
  numaNode: string | null
  aslr: 'on' | 'off'
  priority: string
  attached: boolean
  warnings: Warning[]
}

/** Adds attach, numactl and taskset; returns the CPUs, none when not pinned. */
function addCpus(
  chain: Chain,
  { cpus: text, numaNode, kit = null }: PinningRequest,
  topology: Topology,
): { cpus: number[]; numaNode: string | null; attached: boolean } {
  const wanted = parseCpuRequest(text)
  const numa = parseNumaRequest(numaNode)
  const nodes = numa.kind === 'nodes' ? numa.nodes : null
  const explicit = wanted.kind === 'list' || (wanted.kind === 'auto' && wanted.count !== null)
  // Checks the request against the kit's configuration first, because the attach itself would not notice.
  const kept = kit === null ? [] : parseCpuList(kit.benchmarkCpus, 'the receipt of the runner hooks')
  if (kept.length > 0) chooseCpus(wanted, topology, { kit: kept, nodes })
  const isKept = kit !== null && kept.length > 0 && wanted.kind !== 'none'
  const attached = isKept && addAttach(chain, kit, explicit)
  const sets = chooseCpus(wanted, topology, { kit: attached ? kept : null, nodes })
  const cpus = wanted.kind === 'none' ? [] : firstUsable(chain, sets, explicit, topology)
  const bound = addNuma(chain, numa, cpus, topology)
  if (cpus.length > 0) {
    const taskset = tasksetFor(chain, cpus, true, topology)
    // Without numactl it was tried behind this very chain.
    if (bound === null) chain.prefix.push(...taskset.argv)
    else addWrapper(chain, taskset)
  }
  return { cpus, numaNode: bound, attached }
}

/** The wrappers for `request` that work here, each tried behind those before it. Throws an InputError as `addWrapper`. */
export function choosePinning(
  request: PinningRequest,
  env: NodeJS.ProcessEnv = process.env,
  topology: Topology = readTopology(),
): Pinning {
  const chain: Chain = { prefix: [], env, warnings: [] }
  const priority = parsePriority(request.priority)
  const { cpus, numaNode, attached } = addCpus(chain, request, topology)
  const aslr = { input: 'aslr', value: 'off', argv: ['setarch', '-R'], explicit: request.aslr === 'off' }
  const fixed = request.aslr !== 'on' && addWrapper(chain, aslr)
  const described = addPriority(chain, priority)
  if (request.lockMemory) {
    addLockMemory(chain)
    chain.warnings.push(...unprotectedMemory(request.kit ?? null, attached))
  }
  const balanced = cpus.filter(cpu => topology.unbalanced.includes(cpu)).length < 2
  if (!balanced) {
    const message =
      `the kernel does not spread threads over the isolated CPUs ${formatCpuList(cpus)}: those that do not bind ` +
      'themselves share one; isolate them without isolcpus (partition = root in the runner hooks)'
    chain.warnings.push({ code: 'no-load-balancing', message })
  }
  return {
    prefix: chain.prefix,
    environment: threadCounts(cpus.slice(0, request.threads ?? cpus.length), env, balanced),
    cpus: cpus.length > 0 ? formatCpuList(cpus) : null,
    numaNode,
    aslr: fixed ? 'off' : 'on',
    priority: described,
    attached,
    warnings: chain.warnings,
  }
}

/** Why CPU `id` cannot be used; null when it can. The kernel itself says no more than `Invalid argument`. */
function unusable(chain: Chain, id: number, { cpus, present }: Topology): string | null {
  if (present.length > 0 && !present.includes(id)) return `CPU ${id} does not exist`
  if (present.includes(id) && !cpus.some(cpu => cpu.id === id)) return `CPU ${id} is offline`
  const allowed = tryCommand([...chain.prefix, 'taskset', '-c', String(id), 'true'], chain.env).ok
  return allowed ? null : `CPU ${id} is not allowed to this job (by the cpuset of its cgroup or container)`
}

/** Why a process with this `/proc/self/status` is not on all of `wanted`; null when it is. */
function notOnAll(wanted: number[], status: string, { cpus, present }: Topology): string | null {
  const got = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? 'none'
  if (got !== formatCpuList(wanted)) return `it leads to CPUs ${got}`
  // An offline CPU may stand in the list of a process, which then runs on the others.
  const offline = wanted.filter(id => present.includes(id) && !cpus.some(cpu => cpu.id === id))
  return offline.length > 0 ? 'some of them are offline' : null
}

function tasksetFor(chain: Chain, cpus: number[], explicit: boolean, topology: Topology): Wrapper {
  return {
    input: 'cpus',
    value: formatCpuList(cpus),
    argv: ['taskset', '-c', formatCpuList(cpus)],
    explicit,
    probe: ['cat', '/proc/self/status'],
    // The kernel takes the possible CPUs of a list and ignores the others silently.
    refusal: status => notOnAll(cpus, status, topology),
    explain: () =>
      cpus
        .map(id => unusable(chain, id, topology))
        .filter(Boolean)
        .join(', '),
  }
}

/** The first of `sets` that can be had behind `chain`. When none can: an InputError if `explicit`, else a warning and no CPUs. */
function firstUsable(chain: Chain, sets: number[][], explicit: boolean, topology: Topology): number[] {
  for (const cpus of sets) {
    const last = cpus === sets.at(-1)
    const trial: Chain = { ...chain, prefix: [...chain.prefix], warnings: [] }
    if (addWrapper(trial, tasksetFor(trial, cpus, explicit && last, topology))) return cpus
    if (last) chain.warnings.push(...trial.warnings)
  }
  if (sets.length === 0) {
    const message = 'not pinned: no CPU apart from CPU 0 may be used'
    chain.warnings.push({ code: 'not-pinned', message })
  }
  return []
}
