// The knobs that keep everything else off the CPUs of the benchmark.
import type { FileTree } from '../../kernel-files.ts'
import { cpuNumbers } from '../../model/index.ts'
import {
  judgedState,
  type Knob,
  type KnobReading,
  type KnobSources,
  kept,
  maskCpus,
  unreadable,
  unsupported,
  valuesIn,
  withCpus,
} from './state.ts'

const slice = 'sys/fs/cgroup/stablebench.slice'

const touches = (cpus: number[], { benchmark }: KnobSources) => cpus.some(cpu => benchmark.includes(cpu))

/** How many of these lists of CPUs have one of the benchmark's among them. */
function countOf(lists: (number[] | null)[], what: string, none: string, context: KnobSources): KnobReading {
  const known = lists.filter(list => list !== null)
  if (known.length === 0) return unsupported(none)
  const there = known.filter(list => touches(list, context)).length
  return { state: there === 0 ? 'on' : 'off', value: `${there} of ${known.length} ${what} may use them` }
}

const listed = (texts: string[]) => texts.map(text => (text === '' ? null : cpuNumbers(text)))

function interrupts(context: KnobSources): KnobReading {
  const lists = valuesIn(context.tree, 'proc/irq/*/smp_affinity_list')
  return countOf(listed(lists), 'interrupts', 'this kernel shows no interrupts', context)
}

/** Queues without a mask spread nothing. */
function queues(context: KnobSources): KnobReading {
  const masks = valuesIn(context.tree, 'sys/class/net/*/queues/*/rps_cpus')
  const spreading = masks.filter(mask => /[1-9a-f]/.test(mask)).map(maskCpus)
  return countOf(spreading, 'queues', 'no queue spreads its packets (RPS)', context)
}

/** The flags of a kernel thread, and of one whose CPUs may not be set (include/linux/sched.h). */
const KERNEL_THREAD = 0x00200000
const FIXED_CPUS = 0x04000000

function isMovable({ read }: FileTree, pid: string): boolean {
  const stat = read(`proc/${pid}/stat`)
  const flags = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[6])
  return (flags & KERNEL_THREAD) !== 0 && (flags & FIXED_CPUS) === 0
}

function kernelThreads(context: KnobSources): KnobReading {
  const { tree } = context
  const pids = tree.names('proc').filter(name => /^\d+$/.test(name) && isMovable(tree, name))
  const lists = pids.map(
    pid => /^Cpus_allowed_list:\s*(\S+)$/m.exec(tree.read(`proc/${pid}/status`))?.[1] ?? '',
  )
  return countOf(listed(lists), 'threads', 'there are no kernel threads that can be moved', context)
}

const noSlices = 'no systemd with cgroup v2: a benchmark is bound by affinity alone'

/** Whether systemd keeps its slices in cgroup v2. */
const hasSlices = ({ names }: FileTree) =>
  names('sys/fs/cgroup').includes('cgroup.controllers') && names('sys/fs/cgroup').includes('system.slice')

/** Beside Docker, slices have no CPUs of their own; the partition takes the benchmark CPUs away from them. */
function housekeeping(context: KnobSources): KnobReading {
  const { tree } = context
  if (!hasSlices(tree)) return unsupported(noSlices)
  const cpus = ['system.slice', 'user.slice']
    .map(name => `sys/fs/cgroup/${name}/cpuset.cpus`)
    .map(file => tree.read(file) || tree.read(`${file}.effective`))
  const isConfined = cpus.every(list => list !== '' && !touches(cpuNumbers(list) ?? [], context))
  return {
    state: isConfined ? 'on' : 'off',
    value: isConfined ? (cpus[0] as string) : 'services may use all CPUs',
  }
}

function partition({ tree }: KnobSources): KnobReading {
  if (!hasSlices(tree)) return unsupported(noSlices)
  const kind = tree.read(`${slice}/cpuset.cpus.partition`)
  const isOn = kind === 'isolated' || kind === 'root'
  return { state: isOn ? 'on' : 'off', value: isOn ? kind : 'none' }
}

function swap({ tree, facts }: KnobSources): KnobReading {
  if (facts.swap === undefined) return unreadable('not shown here')
  if (facts.swap === '0 GiB') return { state: 'on', value: 'no swap' }
  if (!hasSlices(tree)) return unsupported(noSlices)
  const most = tree.read(`${slice}/memory.swap.max`)
  return { state: most === '0' ? 'on' : 'off', value: most === '0' ? 'off' : `${facts.swap}` }
}

function workqueues(context: KnobSources): KnobReading {
  const masks = [context.tree.read('sys/devices/virtual/workqueue/cpumask')]
  return judgedState(masks, mask => !touches(maskCpus(mask), context), 'this kernel has no workqueue masks')
}

const memory = ({ tree }: KnobSources) =>
  hasSlices(tree) ? tree.read(`${slice}/memory.min`) || 'nothing protected' : ''

const rcu = ({ tree }: KnobSources) => tree.read('sys/kernel/rcu_normal')

export const isolationKnobs: Knob[] = [
  ['irq-affinity', 'housekeeping', withCpus(interrupts)],
  ['packet-steering', 'housekeeping', withCpus(queues)],
  ['rcu', 'keep', kept(rcu, 'not shown here')],
  ['workqueues', 'housekeeping', withCpus(workqueues)],
  ['housekeeping', 'confine', withCpus(housekeeping)],
  ['partition', 'auto', withCpus(partition)],
  ['memory', 'keep', kept(memory, noSlices)],
  ['swap', 'off', swap],
  ['kernel-threads', 'housekeeping', withCpus(kernelThreads)],
]
