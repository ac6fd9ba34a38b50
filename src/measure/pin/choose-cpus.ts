// Which CPUs a benchmark should get, from the request and the topology alone, with the same preferences as
// runner-hooks/lib/machine/pick-cores.sh. Does not try whether they can be had.
import { formatCpuList, InputError, parseCpuList } from '../../model/index.ts'
import type { Cpu, Topology } from './topology.ts'

type CpuRequest = { kind: 'none' } | { kind: 'list'; cpus: number[] } | { kind: 'auto'; count: number | null }

const configuration = '/etc/stable-bench/stable-bench.conf'

/** Reads `none`, `auto`, `auto:4` or a CPU list. Throws an InputError. */
export function parseCpuRequest(text: string): CpuRequest {
  if (text === 'none') return { kind: 'none' }
  if (text === 'auto') return { kind: 'auto', count: null }
  const count = /^auto:([1-9]\d{0,3})$/.exec(text)?.[1]
  if (count !== undefined) return { kind: 'auto', count: Number(count) }
  const cpus = parseCpuList(text, 'cpus')
  if (cpus.length > 0) return { kind: 'list', cpus }
  throw new InputError('cpus: is empty; write a list such as 2,3 or 4-7, auto, auto:4 or none')
}

/**
 * The sets of CPUs that fit `request`, best first; none when there is only CPU 0. `kit` are the CPUs that the runner hooks keep for
 * benchmarks. `nodes` limits the choice. Throws an InputError for CPUs that this machine or the kit's configuration does not have.
 */
export function chooseCpus(
  request: CpuRequest,
  topology: Topology,
  { kit, nodes }: { kit: number[] | null; nodes: number[] | null },
): number[][] {
  if (request.kind === 'none') return []
  if (kit !== null) return [fromKit(request, topology, kit)]
  if (request.kind === 'list') return [request.cpus]
  const { count } = request
  const here = topology.cpus.filter(cpu => nodes === null || (cpu.node !== null && nodes.includes(cpu.node)))
  const usable = here.filter(cpu => topology.allowed.includes(cpu.id) && !topology.isolated.includes(cpu.id))
  const isolated = here.filter(cpu => topology.isolated.includes(cpu.id))
  // Several threads would share one isolated CPU, so isolated ones come second then.
  const pools = (count ?? 1) > 1 ? [usable, isolated] : [isolated, usable]
  const sets = pools.map(pool => wholeCores(pool, count ?? 1)).filter(set => set !== null)
  if (sets.length > 0) return sets
  if (count !== null && count > 1) throw new InputError(tooFew(count, pools))
  const last = usable.findLast(cpu => cpu.id !== 0)
  return last ? [[last.id]] : []
}

function tooFew(count: number, pools: Cpu[][]): string {
  const cores = Math.max(...pools.map(pool => coresOf(pool).length))
  return (
    `cpus=auto:${count}: this job may use ${cores} whole core(s) beside that of CPU 0; ask for fewer, or list ` +
    'the CPUs to use single threads of a core as well'
  )
}

function fromKit(
  request: Exclude<CpuRequest, { kind: 'none' }>,
  topology: Topology,
  kit: number[],
): number[] {
  const set = formatCpuList(kit)
  if (request.kind === 'list') {
    const outside = request.cpus.filter(cpu => !kit.includes(cpu))
    if (outside.length === 0) return request.cpus
    throw new InputError(
      `cpus=${formatCpuList(request.cpus)}: the runner hooks keep CPUs ${set} for benchmarks, without ` +
        `${formatCpuList(outside)}; ask for some of those, or change \`cpus\` in ${configuration} on the runner`,
    )
  }
  if (request.count === null) return kit
  if (request.count > kit.length)
    throw new InputError(
      `cpus=auto:${request.count}: the runner hooks keep ${kit.length} CPU(s) for benchmarks (${set}); ask for ` +
        `fewer, or raise \`cores\` in ${configuration} on the runner`,
    )
  return oneThreadEachFirst(kit, topology)
    .slice(0, request.count)
    .sort((a, b) => a - b)
}

/** First one thread of every core, then their siblings. */
function oneThreadEachFirst(ids: number[], topology: Topology): number[] {
  const coreOf = new Map(topology.cpus.map(cpu => [cpu.id, cpu.core]))
  const taken = new Set<number>()
  const first = ids.filter(id => {
    const core = coreOf.get(id) ?? id
    return !taken.has(core) && taken.add(core)
  })
  return [...first, ...ids.filter(id => !first.includes(id))]
}

/** The first CPU of each core of `pool`. */
export const firstThreads = (pool: Cpu[]): Cpu[] =>
  pool.filter(cpu => pool.find(other => other.core === cpu.core) === cpu)

/** The first usable CPU of each core of `pool`, without the core of CPU 0, which does the housekeeping. */
const coresOf = (pool: Cpu[]): Cpu[] => firstThreads(pool.filter(cpu => cpu.core !== 0))

/** The last `count` of `cores`, which share a last-level cache, or at least a node, if possible, as the hooks take them. Null for too few. */
export function nearCores(cores: Cpu[], count: number): Cpu[] | null {
  const groupings = [(cpu: Cpu) => `${cpu.node}:${cpu.cache}`, (cpu: Cpu) => `${cpu.node}`, () => '']
  for (const grouping of groupings) {
    const names = [...new Set(cores.map(grouping))]
    const groups = names.map(name => cores.filter(cpu => grouping(cpu) === name))
    const group = groups.findLast(members => members.length >= count)
    if (group) return group.slice(-count)
  }
  return null
}

/** One thread each of `count` cores near each other, of fast ones if they are enough. Null for too few. */
function wholeCores(pool: Cpu[], count: number): number[] | null {
  const all = coresOf(pool)
  const fast = all.filter(cpu => cpu.fast)
  return nearCores(fast.length >= count ? fast : all, count)?.map(cpu => cpu.id) ?? null
}
