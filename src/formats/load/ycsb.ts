// YCSB and go-ycsb (https://github.com/brianfrankcooper/YCSB/wiki/Running-a-Workload): `[READ], AverageLatency(us), 835.1`, a
// line per figure of each kind of operation.
import { InputError } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { numberOf } from '../numbers.ts'
import { tableLines } from '../plain-text.ts'
import { type LoadReport, parsedReports } from './report.ts'

const HINT = 'print all that ycsb run prints at its end'
const LINE = /^\[(?<section>[A-Z][\w-]*)\], (?<figure>[^,]+), (?<value>\S+)$/

/** The primary metric first. */
const TIMES = new Map([
  ['AverageLatency(us)', 'mean'],
  ['50thPercentileLatency(us)', 'p50'],
  ['95thPercentileLatency(us)', 'p95'],
  ['99thPercentileLatency(us)', 'p99'],
])

const isThroughput = (line: string) => line.startsWith('[OVERALL], Throughput(ops/sec), ')

export const ycsb: Format = {
  name: 'ycsb',
  title: 'YCSB',
  recognises: text => text.includes('[OVERALL], Throughput') && tableLines(text).some(isThroughput),
  parse: (text, source) => {
    const sections = new Map<string, Map<string, string>>()
    for (const line of tableLines(text)) {
      const { section = '', figure = '', value = '' } = LINE.exec(line.trimEnd())?.groups ?? {}
      const figures = sections.get(section) ?? new Map<string, string>()
      if (section !== '' && figures.has(figure))
        throw new InputError(`${source}: ${section}, ${figure} is there twice; give the output of one run`)
      sections.set(section, figures.set(figure, value))
    }
    const figureOf = (section: string, figure: string) =>
      numberOf(sections.get(section)?.get(figure), `${source}: ${section}, ${figure}`)
    const rate = figureOf('OVERALL', 'Throughput(ops/sec)')
    const operations = [...sections].filter(([name, all]) => all.has('Operations') && name !== 'CLEANUP')
    const measured = operations.reduce((sum, [name]) => sum + figureOf(name, 'Operations'), 0)
    if (measured < 0.99 * rate * (figureOf('OVERALL', 'RunTime(ms)') / 1000) || measured === 0)
      throw new InputError(`${source}: looks truncated: some operations have no figures; ${HINT}`)
    const reports = operations
      .filter(([name]) => !name.endsWith('-FAILED'))
      .map(([name, figures]) => reportOf(name, figures, source))
    const shares = reports.flatMap(({ failed }) => failed ?? [])
    const failed = shares.reduce(
      (sum, share) => ({ total: sum.total + share.total, failed: sum.failed + share.failed }),
      { total: 0, failed: 0 },
    )
    const all = { things: 'operations', times: [], rate, failed: shares.length === 0 ? null : failed }
    return parsedReports([...reports, all], source, HINT)
  },
}

function reportOf(name: string, figures: Map<string, string>, source: string): LoadReport {
  const number = (figure: string) => numberOf(figures.get(figure), `${source}: ${name}, ${figure}`)
  const times = [...TIMES].flatMap(([figure, metric]): LoadReport['times'] =>
    figures.has(figure) ? [[metric, 'us', number(figure)]] : [],
  )
  const returned = [...figures.keys()].filter(figure => figure.startsWith('Return='))
  const total = returned.reduce((sum, figure) => sum + number(figure), 0)
  if (total < number('Operations'))
    throw new InputError(`${source}: looks truncated: ${name} does not say how its operations ended; ${HINT}`)
  // Early versions write 0, and one of C++ nothing.
  const ok = returned
    .filter(figure => /=(?:OK|0)?$/.test(figure))
    .reduce((sum, each) => sum + number(each), 0)
  const failed = { total, failed: total - ok }
  return { name, things: 'operations', times, rate: null, failed }
}
