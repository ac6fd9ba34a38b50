// Reads the tables of /proc that count by CPU: stat, interrupts, softirqs. A number that the kernel does not show is
// null. See Documentation/filesystems/proc.rst in Linux.

/** The unit of /proc/stat in nanoseconds. USER_HZ is 100 on every architecture. */
export const TICK = 10e6

/** Nanoseconds since boot, summed over the CPUs. `busy` is without `steal`; `all` includes idle time. */
export type CpuTimes = { busy: number; steal: number; all: number }

export type Interrupts = { device: number; timer: number; other: number }

type CpuLine = { cpu: number; times: CpuTimes }

/** Columns: user nice system idle iowait irq softirq steal. Guest time is part of user and nice. */
function cpuLine(line: string): CpuLine {
  const [name = '', ...ticks] = line.split(' ')
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] =
    ticks.map(Number)
  const busy = user + nice + system + irq + softirq
  const times = { busy: busy * TICK, steal: steal * TICK, all: (busy + idle + iowait + steal) * TICK }
  return { cpu: Number(name.slice(3)), times }
}

function summed(lines: CpuLine[]): CpuTimes {
  const sum = { busy: 0, steal: 0, all: 0 }
  for (const { times } of lines) {
    sum.busy += times.busy
    sum.steal += times.steal
    sum.all += times.all
  }
  return sum
}

/** The times of `cpus` and of all other CPUs, from /proc/stat; null when it does not list all of `cpus`. */
export function cpuTimes(stat: string, cpus: number[]): { own: CpuTimes; others: CpuTimes } | null {
  const lines = stat.split('\n').filter(line => /^cpu\d/.test(line))
  const all = lines.map(cpuLine)
  const own = all.filter(({ cpu }) => cpus.includes(cpu))
  if (own.length !== cpus.length) return null
  return { own: summed(own), others: summed(all.filter(({ cpu }) => !cpus.includes(cpu))) }
}

/** The CPUs that /proc/stat lists: those that are online. */
export function onlineCpus(stat: string): number[] {
  return [...stat.matchAll(/^cpu(\d+)/gm)].map(match => Number(match[1]))
}

type ProcRow = { label: string; count: number; line: string }

/** The kernel writes a count in ten places, since 32 bits have no more digits, and a space before or behind. */
const WIDTH = 11

/** The count in `column` of `line` from `from` on. Found by position, because a large table has 100,000 cells. */
function countAt(line: string, from: number, column: number): number {
  const cell = line.slice(from + WIDTH * column, from + WIDTH * (column + 1))
  if (/^ *\d+ *$/.test(cell)) return Number(cell)
  return Number(line.slice(from).trim().split(/ +/)[column]) || 0
}

/** Each row's label, and the sum of its counts for `cpus`; null when a CPU has no column. */
function perCpuRows(table: string, cpus: number[]): ProcRow[] | null {
  const [header = '', ...lines] = table.split('\n')
  const names = header.trim().split(/\s+/)
  const columns = cpus.map(cpu => names.indexOf(`CPU${cpu}`))
  if (columns.includes(-1)) return null
  return lines.flatMap(line => {
    const colon = line.indexOf(':')
    const label = line.slice(0, colon).trim()
    // ERR and MIS count for the whole machine and have only one number.
    if (colon < 0 || /^(ERR|MIS)$/i.test(label)) return []
    const count = columns.reduce((sum, column) => sum + countAt(line, colon + 1, column), 0)
    return [{ label, count, line }]
  })
}

/** LOC on x86, HVS on Hyper-V; elsewhere a numbered interrupt called arch_timer or riscv-timer. */
const isTimer = ({ label, line }: ProcRow) =>
  label === 'LOC' || label === 'HVS' || /(arch_|riscv-)timer *$/.test(line.slice(-20))

/** The interrupts of `cpus` since boot, from /proc/interrupts. Numbered rows are devices, others come from CPUs. */
export function interruptsOf(table: string, cpus: number[]): Interrupts | null {
  const rows = perCpuRows(table, cpus)
  if (rows === null) return null
  const counts = { device: 0, timer: 0, other: 0 }
  for (const row of rows) {
    const kind = isTimer(row) ? 'timer' : /^\d+$/.test(row.label) ? 'device' : 'other'
    counts[kind] += row.count
  }
  return counts
}

/** Without TIMER, SCHED, HRTIMER and RCU, which come with every tick. */
const DEVICE_WORK = ['HI', 'NET_TX', 'NET_RX', 'BLOCK', 'IRQ_POLL', 'TASKLET']

/** The softirqs of `cpus` since boot that finish the work of devices, from /proc/softirqs. */
export function deviceSoftirqs(table: string, cpus: number[]): number | null {
  const rows = perCpuRows(table, cpus)
  if (rows === null) return null
  return rows.filter(row => DEVICE_WORK.includes(row.label)).reduce((sum, row) => sum + row.count, 0)
}
