// What a load generator reports, whatever tool wrote it: times of requests, how many were served in each second, and how many
// failed. A server that refuses is fast, so each is a benchmark of its own, and no time counts where every request failed.
import { InputError } from '../../model/index.ts'
import type { Parsed, ParsedSample } from '../format.ts'
import { summedRequests } from '../runs/join-parsed.ts'

/** How often something failed. */
export type Share = { failed: number; total: number }

export const shareOf = ({ failed, total }: Share): number => (total > 0 ? failed / total : 0)

type Figure = [metric: string, unit: string, value: number]

/** `things` are what the tool counts: requests or transactions, for example. */
export type LoadReport = {
  /** What was asked, where the tool names it: a part of the names of its benchmarks. */
  name?: string
  /** What was asked, where only equal names need it. */
  place?: string
  things: string
  /** The primary metric first. */
  times: Figure[]
  /** Things per second; null where the tool does not say. */
  rate: number | null
  /** Whether failed ones are no part of the rate. */
  isRateOfSuccesses?: true
  /** Other rates: their names, units and values. */
  others?: Figure[]
  /** Null where the tool does not count failures. */
  failed: Share | null
}

/** `GET /cart: latency` */
export const rowName = (name: string | undefined, row: string): string =>
  name === undefined || name === '' ? row : `${name}: ${row}`

/** Whether the load got no answer at all: 0 of 0 failed, and the 0 that a tool has for times then, say nothing. */
const isSilent = ({ failed, rate }: Pick<LoadReport, 'failed' | 'rate'>): boolean =>
  failed?.total === 0 && !((rate ?? 0) > 0)

/** Why no time of a report counts; null where they do. */
export function whyNoTimes(report: Pick<LoadReport, 'failed' | 'rate' | 'things'>): string | null {
  const { failed, things } = report
  if (isSilent(report)) return `no ${things} were answered`
  return failed !== null && shareOf(failed) === 1 ? `all ${things} failed` : null
}

function samplesOf(report: LoadReport): ParsedSample[] {
  const { name, place, things, times, rate, others = [], failed } = report
  const placed = place === undefined ? {} : { place }
  const sample = (row: string, [metric, unit, value]: Figure, better: 'lower' | 'higher'): ParsedSample => ({
    ...{ name: rowName(name, row), ...placed },
    ...{ metric, unit, better, runs: [[value]] },
  })
  const share = failed === null ? 0 : shareOf(failed)
  const successes = (rate ?? 0) * (report.isRateOfSuccesses ? 1 : 1 - share)
  return [
    ...(whyNoTimes(report) === null ? times.map(figure => sample('latency', figure, 'lower')) : []),
    ...(rate === null ? [] : [sample(things, ['successful-rate', `${things}/s`, successes], 'higher')]),
    ...others.map(([row, unit, value]) => sample(row, ['rate', unit, value], 'higher')),
    ...(failed === null || isSilent(report)
      ? []
      : [sample(`failed-${things}`, ['failed-share', '%', 100 * share], 'lower')]),
  ]
}

/** The rows that a report cannot have, and why. */
function failuresOf(report: LoadReport): Parsed['failures'] {
  const reason = whyNoTimes(report)
  if (reason === null) return []
  const rows = isSilent(report) ? ['latency', `failed-${report.things}`] : ['latency']
  const place = report.place === undefined ? {} : { place: report.place }
  return rows.map(row => ({ name: rowName(report.name, row), ...place, reason }))
}

/** Throws an InputError for a report that counts more failures than requests, or has neither times, nor a rate, nor counts. */
export function parsedReports(reports: LoadReport[], source: string, hint: string): Parsed {
  for (const { failed, times, rate, others = [] } of reports) {
    if (failed !== null && failed.failed > failed.total)
      throw new InputError(`${source}: ${failed.failed} of ${failed.total} failed, which cannot be; ${hint}`)
    if (times.length + others.length === 0 && rate === null && failed === null)
      throw new InputError(`${source}: has no times and no rate; ${hint}`)
  }
  return {
    samples: reports.flatMap(samplesOf),
    failures: reports.flatMap(failuresOf),
    warnings: [],
    ...summedRequests(reports.map(({ failed }) => failed?.total)),
  }
}
