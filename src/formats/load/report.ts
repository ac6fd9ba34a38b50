// What a load generator reports, whatever tool wrote it: times of requests, how many were served in each second, and how many
// failed. A server that refuses is fast, so each is a benchmark of its own, and no time counts where every request failed.
import { InputError } from '../../model/index.ts'
import type { Parsed, ParsedSample } from '../format.ts'
import { type Share, shareOf } from '../k6/load.ts'
import { summedRequests } from '../runs/join-parsed.ts'

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
    ...(share < 1 ? times.map(figure => sample('latency', figure, 'lower')) : []),
    ...(rate === null ? [] : [sample(things, ['successful-rate', `${things}/s`, successes], 'higher')]),
    ...others.map(([row, unit, value]) => sample(row, ['rate', unit, value], 'higher')),
    ...(failed === null ? [] : [sample(`failed-${things}`, ['failed-share', '%', 100 * share], 'lower')]),
  ]
}

/** Throws an InputError for a report that counts more failures than requests, or has neither times, nor a rate, nor counts. */
export function parsedReports(reports: LoadReport[], source: string, hint: string): Parsed {
  const refused = reports.filter(({ failed }) => failed !== null && failed.total > 0 && shareOf(failed) === 1)
  for (const { failed, times, rate, others = [] } of reports) {
    if (failed !== null && failed.failed > failed.total)
      throw new InputError(`${source}: ${failed.failed} of ${failed.total} failed, which cannot be; ${hint}`)
    if (times.length + others.length === 0 && rate === null && failed === null)
      throw new InputError(`${source}: has no times and no rate; ${hint}`)
  }
  return {
    samples: reports.flatMap(samplesOf),
    failures: refused.map(({ name, place, things }) => ({
      name: rowName(name, 'latency'),
      ...(place !== undefined && { place }),
      reason: `all ${things} failed`,
    })),
    warnings: [],
    ...summedRequests(reports.map(({ failed }) => failed?.total)),
  }
}
