// The processor: model, microcode, cores and threads, NUMA nodes.
import { cpuTree, distinctTexts, type FileTree } from '../../kernel-files.ts'
import { cpuNumbers } from '../../model/index.ts'

type CoreNumbers = { socket: string; core: string }

/** The different values of a field of /proc/cpuinfo, over all processors. */
function fields(cpuinfo: string, name: string): string[] {
  return distinctTexts(
    [...cpuinfo.matchAll(new RegExp(`^${name}\\s*:\\s*(.*)$`, 'gm'))].map(match => match[1] ?? ''),
  )
}

function onlineCpus({ read }: FileTree): number[] {
  return cpuNumbers(read(`${cpuTree}/online`)) ?? []
}

function coreOf({ read }: FileTree, cpu: number): CoreNumbers | null {
  const topology = `${cpuTree}/cpu${cpu}/topology`
  const [socket, core] = [read(`${topology}/physical_package_id`), read(`${topology}/core_id`)]
  if (core === '') return null
  return { socket, core: `${socket}:${read(`${topology}/die_id`)}:${core}` }
}

/** Cores from /proc/cpuinfo, for kernels that hide the topology (some containers and virtual machines). */
function coresOfCpuinfo(cpuinfo: string): CoreNumbers[] {
  return cpuinfo.split(/\n\s*\n/).flatMap(block => {
    const [socket, core] = [fields(block, 'physical id')[0], fields(block, 'core id')[0]]
    return socket !== undefined && core !== undefined ? [{ socket, core: `${socket}:${core}` }] : []
  })
}

/** The online part: `2 sockets × 8 cores × 2 threads`, or the sums when cores differ. */
function topology(tree: FileTree, cpuinfo: string): string {
  const listed = onlineCpus(tree).map(cpu => coreOf(tree, cpu))
  const known = listed.length > 0 && listed.every(core => core !== null)
  const threads = known ? (listed as CoreNumbers[]) : coresOfCpuinfo(cpuinfo)
  if (threads.length === 0) return ''
  const sockets = new Set(threads.map(thread => thread.socket)).size
  const cores = new Set(threads.map(thread => thread.core)).size
  const even = cores % sockets === 0 && threads.length % cores === 0
  const [perSocket, perCore] = even ? [cores / sockets, threads.length / cores] : [cores, threads.length]
  // Compared with stored ones: without the separators that sentences have.
  const parts = { socket: sockets, core: perSocket, thread: perCore }
  return Object.entries(parts)
    .map(([what, count]) => `${count} ${what}${count === 1 ? '' : 's'}`)
    .join(even ? ' × ' : ', ')
}

/** Whether second threads of cores are online: from `smt/active`, or from the siblings without such a control. */
function smt(tree: FileTree): string {
  const active = tree.read(`${cpuTree}/smt/active`)
  const control = tree.read(`${cpuTree}/smt/control`)
  if (active !== '' && control !== 'notimplemented') return active === '1' ? 'on' : 'off'
  const siblings = onlineCpus(tree).map(cpu =>
    tree.read(`${cpuTree}/cpu${cpu}/topology/thread_siblings_list`),
  )
  if (siblings.every(list => list === '')) return control
  return siblings.some(list => (cpuNumbers(list)?.length ?? 0) > 1) ? 'on' : 'off'
}

/** The number of nodes, with the CPUs of each if there are several: `2: 0-7 | 8-15`. */
function nodes({ read, names }: FileTree): string {
  const place = 'sys/devices/system/node'
  const all = names(place).filter(name => /^node\d+$/.test(name))
  const lists = all
    .sort((a, b) => Number(a.slice(4)) - Number(b.slice(4)))
    .map(name => read(`${place}/${name}/cpulist`))
  return lists.length < 2 ? (lists.length === 1 ? '1' : '') : `${lists.length}: ${lists.join(' | ')}`
}

/** Empty strings for facts that are not known. */
export function processorFacts(tree: FileTree): Record<string, string> {
  const cpuinfo = tree.read('proc/cpuinfo')
  const field = (name: string) => fields(cpuinfo, name).join(' + ')
  const arm = [field('CPU implementer'), field('CPU part')].filter(Boolean).join(' part ')
  const [performance, efficient] = [
    tree.read('sys/devices/cpu_core/cpus'),
    tree.read('sys/devices/cpu_atom/cpus'),
  ]
  return {
    'cpu-model': field('model name') || arm,
    microcode: field('microcode') || tree.read(`${cpuTree}/cpu0/microcode/version`),
    cpus: tree.read(`${cpuTree}/online`),
    topology: topology(tree, cpuinfo),
    'core-types': efficient === '' ? '' : `performance ${performance}, efficient ${efficient}`,
    smt: smt(tree),
    'numa-nodes': nodes(tree),
    isolated: tree.read(`${cpuTree}/isolated`),
  }
}
