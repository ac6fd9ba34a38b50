// memtier_benchmark (https://github.com/RedisLabs/memtier_benchmark): a row for each kind of command and one for all of them, as
// a table or as JSON. Of several runs (-x) it reports the best, the worst and the average, which counts.
import { InputError } from '../../model/index.ts'
import { isObject, type JsonObject } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'
import { hasLine, tableLines } from '../plain-text.ts'
import type { OtherForm } from '../runs/join-parsed.ts'
import type { JsonTool } from './json-report.ts'
import { type LoadReport, parsedReports } from './report.ts'

const HINT = 'run it with --json-out-file FILE and give FILE as the results'

/** One run alone, or the average of several. */
const COUNTS = /^(?:ALL STATS|AGGREGATED AVERAGE RESULTS \(\d+ runs\))$/
const ANY_STATS =
  /^(?:ALL STATS|(?:BEST|WORST|RUN #\d+|AGGREGATED AVERAGE) (?:RUN )?RESULTS(?: \(\d+ runs\))?)$/

const ALL = 'Totals'
const nameOf = (row: string) => (row === ALL ? {} : { name: row })

/** Its kinds of command that it was not asked for have no operations; where none had any, the server did not answer. */
const isAsked = (row: string, count: unknown) => row === ALL || count !== 0

const numberIn = (stats: JsonObject, key: string) => (typeof stats[key] === 'number' ? stats[key] : 0)

/**
 * The figures by keys without a stroke. The average has three digits behind the comma, and is 0 for all commands together in
 * some versions. Those leave all its times empty in the average of several runs: then it has none here.
 */
function figuresOf(stats: JsonObject): JsonObject {
  const { Count: count, 'Percentile Latencies': percentiles, 'Ops/sec': rate, 'KB/sec': bandwidth } = stats
  if (count === 0) return { rate, bandwidth, asked: 1, broken: 1 }
  const average = stats['Average Latency'] ?? stats.Latency
  const [broken, asked] = [numberIn(stats, 'Connection Errors'), numberIn(stats, 'Count')]
  const mean = average === 0 ? numberIn(stats, 'Accumulated Latency') / asked : average
  // Its rate is that of the operations that succeeded.
  const all = typeof rate === 'number' ? rate * (1 + broken / asked) : rate
  const times = mean === 0 ? {} : { mean, percentiles }
  return { ...times, bandwidth, rate: all, broken, asked: asked + broken }
}

function partsOf(document: JsonObject) {
  const sections = Object.entries(document).filter(([title, stats]) => COUNTS.test(title) && isObject(stats))
  return sections.flatMap(([, section]) =>
    Object.entries(section as JsonObject).flatMap(([row, stats]) =>
      isObject(stats) && 'Ops/sec' in stats && isAsked(row, stats.Count)
        ? [{ ...nameOf(row), document: figuresOf(stats) }]
        : [],
    ),
  )
}

export const memtierJson: JsonTool = {
  ...{ name: 'memtier', title: 'memtier_benchmark', hint: HINT },
  keys: ['run information', 'configuration', 'Ops/sec', 'KB/sec'],
  parts: partsOf,
  things: 'operations',
  unit: 'ms',
  times: {
    mean: 'mean',
    ...{ p50: 'percentiles/p50.00', p95: 'percentiles/p95.00', p99: 'percentiles/p99.00' },
  },
  rate: 'rate',
  others: [['bandwidth', 'KiB/s', 'bandwidth']],
  counts: at => ({ total: at('asked'), failed: at('broken') }),
}

const HEADER = /^Type +Ops\/sec .*Latency .*KB\/sec *$/
const CELL = /(?:Avg\. |p[\d.]+ )?Latency|\S+/g
const LATENCY = /^(?:Avg\. |(?<percentile>p50|p95|p99) )?Latency$/

/** The row of a table. Its name may hold spaces, its cells do not. */
function reportOf(line: string, columns: string[], where: string): LoadReport[] {
  const words = line.trim().split(/ +/)
  const cells = words.slice(words.length - columns.length + 1)
  const row = words.slice(0, words.length - columns.length + 1).join(' ')
  if (row === '') throw new InputError(`${where}: has too few cells; was it cut off? ${HINT}`)
  const at = (column: string) => cells[columns.indexOf(column) - 1] as string
  const rate = numberOf(at('Ops/sec'), `${where}: Ops/sec`)
  if (!isAsked(row, rate)) return []
  const things = 'operations'
  if (rate === 0) return [{ ...nameOf(row), things, times: [], rate, failed: { failed: 1, total: 1 } }]
  const times = columns.flatMap((column): LoadReport['times'] => {
    const found = LATENCY.exec(column)
    const metric = found?.groups?.percentile ?? 'mean'
    return found ? [[metric, 'ms', numberOf(at(column), `${where}: ${column}`)]] : []
  })
  const bandwidth = numberOf(at('KB/sec'), `${where}: KB/sec`)
  return [{ ...nameOf(row), things, times, rate, others: [['bandwidth', 'KiB/s', bandwidth]], failed: null }]
}

export const memtierText: OtherForm = {
  recognises: text => hasLine(text, ' Ops/sec', HEADER),
  parse: (text, source) => {
    const reports: LoadReport[] = []
    let counts = false
    let columns: string[] | null = null
    const lines = tableLines(text)
    for (const [i, line] of lines.entries()) {
      if (ANY_STATS.test(line)) counts = COUNTS.test(line)
      else if (HEADER.test(line)) columns = line.match(CELL)
      else if (columns !== null && line.trim() !== '' && !/^[-=]+$/.test(line)) {
        if (counts) reports.push(...reportOf(line, columns, `${source}, line ${i + 1}`))
        // Half of a number is a number, too.
        if (line.startsWith(`${ALL} `) && i < lines.length - 1) columns = null
      }
    }
    if (columns !== null || reports.length === 0)
      throw new InputError(`${source}: looks truncated: its table has no ${ALL}; ${HINT}`)
    return parsedReports(reports, source, HINT)
  },
}
