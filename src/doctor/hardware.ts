// The packages, NUMA nodes, caches and cores of a topology, for a drawing. Decides nothing but which CPUs `auto` means.
import { grouped } from '../grouped.ts'
import { cpuTree, type FileTree } from '../kernel-files.ts'
import { chooseCpus } from '../measure/pin/choose-cpus.ts'
import { type Cpu, lastLevelCache, type Topology } from '../measure/pin/topology.ts'
import { formatCpuList, type Hardware } from '../model/index.ts'

type Package = Hardware['packages'][number]
type Core = Package['nodes'][number]['caches'][number]['cores'][number]

/** The package of each CPU; null where neither /sys nor /proc/cpuinfo says. */
function packagesByCpu({ read }: FileTree, cpus: Cpu[]): Map<number, number | null> {
  const told = new Map<number, number>()
  for (const block of read('proc/cpuinfo').split(/\n\s*\n/)) {
    const field = (name: string) => new RegExp(`^${name}\\s*:\\s*(\\d+)$`, 'm').exec(block)?.[1]
    const [cpu, own] = [field('processor'), field('physical id')]
    if (cpu !== undefined && own !== undefined) told.set(Number(cpu), Number(own))
  }
  const of = (id: number) => {
    const text = read(`${cpuTree}/cpu${id}/topology/physical_package_id`)
    // ARM firmware that does not number its packages gives -1.
    return /^\d+$/.test(text) ? Number(text) : (told.get(id) ?? null)
  }
  return new Map(cpus.map(({ id }) => [id, of(id)]))
}

/** Level and size of the last-level cache of CPU `id`. */
function cacheOf(tree: FileTree, id: number): { level: number | null; size: string } {
  const last = lastLevelCache(tree, id)
  if (last === null) return { level: null, size: '' }
  const level = tree.read(`${last}/level`)
  const kibibytes = Number(/^(\d+)K$/.exec(tree.read(`${last}/size`))?.[1] ?? 0)
  const size = kibibytes < 1024 ? `${kibibytes} KiB` : `${Number((kibibytes / 1024).toPrecision(3))} MiB`
  return { level: /^\d$/.test(level) ? Number(level) : null, size: kibibytes === 0 ? '' : size }
}

function nodeMemory({ read }: FileTree, node: number | null): string {
  const text = node === null ? '' : read(`sys/devices/system/node/node${node}/meminfo`)
  const kibibytes = /MemTotal:\s+(\d+) kB/.exec(text)?.[1]
  return kibibytes === undefined ? '' : `${Number((Number(kibibytes) / 2 ** 20).toPrecision(3))} GiB`
}

/** The CPUs on which `cpus: auto` would measure: those that the kit keeps, else one whole core. */
function benchmarkCpus(topology: Topology, kept: number[]): number[] {
  if (kept.length > 0) return kept
  return chooseCpus({ kind: 'auto', count: null }, topology, { kit: null, nodes: null })[0] ?? []
}

function coresOf(cpus: Cpu[], isHybrid: boolean, benchmark: number[]): Core[] {
  return [...grouped(cpus, ({ core }) => core)].map(([, threads]) => ({
    cpus: threads.map(({ id }) => id),
    kind: !isHybrid ? 'only' : threads.every(({ fast }) => fast) ? 'performance' : 'efficient',
    benchmark: threads.some(({ id }) => benchmark.includes(id)),
  }))
}

/** The machine as a tree. `kept` are the CPUs that the runner hooks keep for benchmarks, if they hold the machine. */
export function hardwareOf(tree: FileTree, topology: Topology, kept: number[]): Hardware {
  const { cpus, present, allowed, isolated } = topology
  const packages = packagesByCpu(tree, cpus)
  const benchmark = benchmarkCpus(topology, kept)
  const isHybrid = cpus.some(({ fast }) => !fast)
  const online = cpus.map(({ id }) => id)
  const taken = new Set(cpus.filter(({ id }) => benchmark.includes(id)).map(({ core }) => core))
  const cachesOf = (own: Cpu[]) =>
    [...grouped(own, ({ cache }) => cache)].map(([, sharing]) => ({
      ...cacheOf(tree, sharing[0]?.id ?? 0),
      cores: coresOf(sharing, isHybrid, benchmark),
    }))
  return {
    packages: [...grouped(cpus, ({ id }) => packages.get(id) ?? null)].map(([number, own]) => ({
      package: number,
      nodes: [...grouped(own, ({ node }) => node)].map(([node, near]) => ({
        node,
        memory: nodeMemory(tree, node),
        caches: cachesOf(near),
      })),
    })),
    offline: formatCpuList(present.filter(id => !online.includes(id))),
    forbidden: formatCpuList(
      allowed.length === 0 ? [] : online.filter(id => !allowed.includes(id) && !isolated.includes(id)),
    ),
    isolated: formatCpuList(isolated),
    benchmark: formatCpuList(benchmark),
    others: formatCpuList(cpus.filter(({ core }) => !taken.has(core)).map(({ id }) => id)),
  }
}
