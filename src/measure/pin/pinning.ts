// The command line in front of the benchmark: attach → numactl → taskset → setarch → priority → lock limit. What is
// asked for explicitly fails when it cannot be had; `auto` goes on without and says so.
import { formatCpuList, parseCpuList, type Warning } from '../../model/index.ts'
import { addLockMemory, unprotectedMemory } from '../process/lock-memory.ts'
import { addWrapper, type Chain } from '../process/wrappers.ts'
import { addAttach, type Kit } from './attach.ts'
import { chooseCpus, parseCpuRequest } from './choose-cpus.ts'
import { addNuma, parseNumaRequest } from './numa.ts'
import { addTaskset, firstUsable } from './pin-cpus.ts'
import { addPriority, parsePriority } from './priority.ts'
import { threadCounts } from './thread-counts.ts'
import { readTopology, type Topology } from './topology.ts'

export { tryCommand } from '../process/wrappers.ts'

export type PinningRequest = {
  /** `auto`, `auto:N`, `none` or a CPU list. */
  cpus: string
  /** `auto`, `none`, `interleave` or a list of nodes. */
  numaNode: string
  aslr: 'auto' | 'on' | 'off'
  /** `auto`, `realtime` or a nice level; `auto` by default. */
  priority?: string
  lockMemory?: boolean
  /** The runner hooks, when they hold the machine for this job. */
  kit?: Kit | null
}

export type Pinning = {
  /** What the benchmark's command line is put behind. */
  prefix: string[]
  /** What the benchmark's environment gets on top. */
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
  // Says first what the kit's configuration does not have: the attach itself would not know.
  const kept = kit === null ? [] : parseCpuList(kit.benchmarkCpus, 'the receipt of the runner hooks')
  if (kept.length > 0) chooseCpus(wanted, topology, { kit: kept, nodes })
  const isolated = wanted.kind === 'none' ? null : addAttach(chain, kit, explicit)
  const sets = chooseCpus(wanted, topology, { kit: isolated, nodes })
  const cpus = wanted.kind === 'none' ? [] : firstUsable(chain, sets, explicit, topology)
  const bound = addNuma(chain, numa, cpus, topology)
  addTaskset(chain, cpus, topology)
  return { cpus, numaNode: bound, attached: isolated !== null }
}

/**
 * The wrappers for `request` that work here, each tried behind those before it. Throws an InputError naming the
 * wrapper, its package and its complaint when what was asked for explicitly cannot be had.
 */
export function choosePinning(
  request: PinningRequest,
  env: NodeJS.ProcessEnv = process.env,
  topology: Topology = readTopology(),
): Pinning {
  const chain: Chain = { prefix: [], env, warnings: [] }
  const priority = parsePriority(request.priority ?? 'auto')
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
    environment: threadCounts(cpus, env, { balanced }),
    cpus: cpus.length > 0 ? formatCpuList(cpus) : null,
    numaNode,
    aslr: fixed ? 'off' : 'on',
    priority: described,
    attached,
    warnings: chain.warnings,
  }
}
