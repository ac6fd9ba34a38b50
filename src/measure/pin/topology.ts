// Reads from /proc and /sys which CPUs of this machine share cores, caches and NUMA nodes. Decides nothing.

import { cpuTree, type FileTree, fileTree } from '../../kernel-files.ts'
import { parseCpuList } from '../../model/index.ts'

/** `core` is the first CPU of its core, `cache` the CPUs that share its last-level cache (empty: not known). */
export type Cpu = { id: number; core: number; node: number | null; cache: string; fast: boolean }

export type Topology = {
  cpus: Cpu[]
  present: number[]
  /** The CPUs that this process may use now. Isolated CPUs are not among them, but a process can be moved to them. */
  allowed: number[]
  /** Isolated at boot (isolcpus). */
  isolated: number[]
  /** CPUs among which the kernel does not spread threads. */
  unbalanced: number[]
  /** NUMA nodes that have CPUs. */
  nodes: number[]
}

const cgroups = 'sys/fs/cgroup'
const slice = `${cgroups}/stablebench.slice`

/** The CPUs this process may use, from `/proc/self/status` under `root`. Read it before moving the process. */
export function allowedCpus(root = '/'): number[] {
  const line = /^Cpus_allowed_list:\s*(\S+)$/m.exec(fileTree(root).read('proc/self/status'))
  return parseCpuList(line?.[1] ?? '', '/proc/self/status')
}

function nodesByCpu({ read, names }: FileTree): Map<number, number> {
  const nodes = names('sys/devices/system/node').filter(name => /^node\d+$/.test(name))
  const pairs = nodes.flatMap(name => {
    const cpus = parseCpuList(read(`sys/devices/system/node/${name}/cpulist`), name)
    return cpus.map(cpu => [cpu, Number(name.replace('node', ''))] as const)
  })
  return new Map(pairs)
}

/** The directory of the last-level cache of `cpu`, the one with the highest index; null where no cache is known. */
export function lastLevelCache({ names }: FileTree, cpu: number): string | null {
  const place = `${cpuTree}/cpu${cpu}/cache`
  const indices = names(place).flatMap(name => /^index(\d+)$/.exec(name)?.[1] ?? [])
  return indices.length === 0 ? null : `${place}/index${Math.max(...indices.map(Number))}`
}

/**
 * Which of `ids` are performance cores: the kernel's own list on Intel, else those within a tenth of the highest
 * capacity (ARM) or frequency (AMD's compact cores). Favoured cores differ by less.
 */
function fastCpus({ read }: FileTree, ids: number[]): Set<number> {
  const performance = parseCpuList(read('sys/devices/cpu_core/cpus'), 'cpu_core')
  if (performance.length > 0) return new Set(performance)
  for (const file of ['cpu_capacity', 'cpufreq/cpuinfo_max_freq']) {
    const speeds = ids.map(id => Number(read(`${cpuTree}/cpu${id}/${file}`)))
    const highest = Math.max(...speeds)
    if (speeds.every(speed => speed > 0) && Math.min(...speeds) < 0.9 * highest)
      return new Set(ids.filter((_, i) => (speeds[i] ?? 0) >= 0.9 * highest))
  }
  return new Set(ids)
}

function unbalancedCpus({ read }: FileTree, isolated: number[]): number[] {
  const list = (path: string) => parseCpuList(read(path), path)
  const ours = read(`${slice}/cpuset.cpus.partition`) === 'isolated' ? list(`${slice}/cpuset.cpus`) : []
  return [...new Set([...isolated, ...list(`${cgroups}/cpuset.cpus.isolated`), ...ours])]
}

/** The machine under `root`. Anything that cannot be read is taken as one thread per core, one node, one cache. */
export function readTopology(root = '/'): Topology {
  const tree = fileTree(root)
  const { read } = tree
  const list = (name: string) => parseCpuList(read(`${cpuTree}/${name}`), name)
  const allowed = allowedCpus(root)
  const isolated = list('isolated')
  const online = list('online')
  const ids = online.length > 0 ? online : [...new Set([...allowed, ...isolated])].sort((a, b) => a - b)
  const nodes = nodesByCpu(tree)
  const fast = fastCpus(tree, ids)
  const firstOfCore = (id: number) => {
    const topology = `${cpuTree}/cpu${id}/topology`
    const siblings = read(`${topology}/core_cpus_list`) || read(`${topology}/thread_siblings_list`)
    return parseCpuList(siblings, `CPU ${id}`)[0] ?? id
  }
  const sharingCache = (id: number) => {
    const place = lastLevelCache(tree, id)
    return place === null ? '' : read(`${place}/shared_cpu_list`)
  }
  return {
    cpus: ids.map(id => ({
      id,
      core: firstOfCore(id),
      node: nodes.get(id) ?? null,
      cache: sharingCache(id),
      fast: fast.has(id),
    })),
    present: list('present'),
    allowed,
    isolated,
    unbalanced: unbalancedCpus(tree, isolated),
    nodes: [...new Set(nodes.values())].sort((a, b) => a - b),
  }
}
