// How much CPU time went to this script and all that it started, to the kernel, and to others: from /proc alone.
import { readdirSync, readFileSync } from 'node:fs'

/** CPU seconds since boot, of all CPUs together. `others` are the processes that are not of this script. */
export type CpuUse = { at: number; ours: number; kernel: number; others: number; steal: number }

// USER_HZ, which /proc counts in, is 100 wherever Linux runs Node.
const TICK = 0.01
const KTHREADD = 2

type Process = { parent: number; ticks: number }

/** Reads the CPU time of one process and of the children it has waited for; null when it has just ended. */
function readProcess(pid: string): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in parentheses and may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
    return { parent: fields[1] ?? 0, ticks: user + system + childUser + childSystem }
  } catch {
    return null
  }
}

function belongsTo(processes: Map<number, Process>, pid: number, root: number): boolean {
  for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === root) return true
  return false
}

/** Reads the CPU time used up to now; `root` is the process whose descendants are ours. */
export function readCpuUse(root = process.pid): CpuUse {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync(
    '/proc/stat',
    'utf8',
  )
    .split('\n', 1)
    .join('')
    .split(/ +/)
    .map(Number)
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const processes = new Map(
    pids.flatMap(pid => {
      const seen = readProcess(pid)
      return seen === null ? [] : [[Number(pid), seen] as const]
    }),
  )
  const sum = (root: number) =>
    [...processes]
      .filter(([pid]) => belongsTo(processes, pid, root))
      .reduce((total, [, { ticks }]) => total + ticks, 0)
  const [ours, threads] = [sum(root), sum(KTHREADD)]
  return {
    at: performance.now() / 1000,
    ours: ours * TICK,
    kernel: (threads + irq + softirq) * TICK,
    others: (user + nice + system - ours - threads) * TICK,
    steal: steal * TICK,
  }
}

/** CPUs in use while a method, or a row of the ablation, was measured once. */
export type BlockUse = { during: string; used: Omit<CpuUse, 'at'> }

/** CPUs in use on average between two readings, by each. */
export function cpusInUse(before: CpuUse, after: CpuUse): Omit<CpuUse, 'at'> {
  const seconds = after.at - before.at
  const per = (key: keyof CpuUse) => Math.max(0, (after[key] - before[key]) / seconds)
  return { ours: per('ours'), kernel: per('kernel'), others: per('others'), steal: per('steal') }
}
