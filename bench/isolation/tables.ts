// The findings in words and as Markdown tables.
import { median } from '../../src/stats/describe/summary.ts'
import { type Workload, workloads } from './build-workload.ts'
import type { ForeignLoad } from './foreign-load.ts'
import type { Machine } from './machine.ts'
import type { Method } from './methods.ts'
import type { Cell } from './rounds.ts'
import { coefficientOfVariation, robustVariation } from './spread.ts'
import type { State, Target } from './targets.ts'

/** A Markdown table, to be read as plain text too, whose first `left` columns hold words, the others numbers. */
export function table(head: string[], rows: string[][], left: number): string {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map(cells => cells[i]?.length ?? 0), 4))
  const padded = (text: string, i: number) =>
    i < left ? text.padEnd(widths[i] as number) : text.padStart(widths[i] as number)
  const line = (cells: string[]) => `| ${cells.map(padded).join(' | ')} |`
  const rule = widths.map((width, i) => (i < left ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [head, rule, ...rows].map(line).join('\n')
}

const WORDS: Record<Method['name'], string> = {
  idle: 'plain, without the load',
  plain: 'plain',
  hyperfine: 'hyperfine',
  taskset: 'taskset alone',
  isolated: '**stable-bench**',
}

const order = Object.keys(WORDS)

export const percent = (share: number) => `${(100 * share).toPrecision(share < 0.0995 ? 2 : 3)} %`
const perRun = (count: number | null, runs: number) => (count === null ? '—' : (count / runs).toFixed(1))

function row({ method, milliseconds, migrations, voluntary, involuntary }: Cell, idle: number): string[] {
  const runs = milliseconds.length
  const middle = median(milliseconds)
  return [
    WORDS[method],
    `${middle.toFixed(1)} ms`,
    `${(middle / idle).toFixed(2)} ×`,
    percent(coefficientOfVariation(milliseconds)),
    percent(robustVariation(milliseconds)),
    perRun(migrations, runs),
    perRun(involuntary, runs),
    perRun(voluntary, runs),
  ]
}

function rowsOf(workload: Workload, cells: Cell[]): string[][] {
  const own = cells.filter(cell => cell.workload === workload)
  own.sort((x, y) => order.indexOf(x.method) - order.indexOf(y.method))
  const idle = median(own.find(cell => cell.method === 'idle')?.milliseconds ?? [Number.NaN])
  return own.map((cell, i) => [i === 0 ? workload : '', ...row(cell, idle)])
}

/** One row for each benchmark and method. */
export function cellTable(cells: Cell[]): string {
  const counts = ['migrations', 'forced switches', 'own switches']
  const head = ['benchmark', 'measured', 'median', 'slowdown', 'CV', 'robust CV', ...counts]
  return table(
    head,
    workloads.flatMap(workload => rowsOf(workload, cells)),
    2,
  )
}

const STATES: Record<State, string> = {
  met: 'met',
  missed: '**missed**',
  disturbed: 'missed, disturbed',
  restless: 'missed, at rest too',
  unknown: 'not counted here',
}

export const targetTable = (targets: Target[]) =>
  table(
    ['', 'what', 'limit', 'found'],
    targets.map(({ state, name, limit, found }) => [STATES[state], name, limit, found]),
    3,
  )

/** The machine that was measured on, in words. */
export const machineWords = ({ cpu, processors, kernel, virtual, node }: Machine) =>
  `${processors} processors (${cpu}, ${virtual ? 'virtual' : 'not virtual'}), Linux ${kernel}, Node ${node}`

const cpus = (value: number) => value.toFixed(2)

/** Says in a sentence or two whether others used the machine. */
export function foreignWords({ others, steal, during, disturbed }: ForeignLoad): string {
  const parts = Object.entries(during).map(([name, value]) => `${name} ${cpus(value)}`)
  const seen =
    `other processes used ${cpus(others.median)} CPUs (at most ${cpus(others.highest)}; ${parts.join(', ')}) and ` +
    `other guests ${cpus(steal.median)} (at most ${cpus(steal.highest)})`
  if (!disturbed) return `Hardly any foreign load: ${seen}.`
  return `**Disturbed by foreign load**: ${seen}. A quiet machine would show other numbers than those below.`
}
