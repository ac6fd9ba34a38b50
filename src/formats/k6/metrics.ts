// The metrics of k6: the units of its trends, and what it says of the load beside its times. That is how many requests
// succeeded in each second, and the shares of requests and checks that failed. A server that refuses is fast, so times alone
// would call it better. Each is a benchmark of its own, so that each can fail.
import type { Sample, Warning } from '../../model/index.ts'
import { warningOf } from '../format.ts'
import { type Share, shareOf } from '../load/report.ts'
import { NO_DIRECTION } from '../output-problems.ts'

/** Parts of a request that are mostly 0, since connections are kept. */
const PARTS = /^(?:http_req|ws|browser_http_req)_(?:blocked|connecting|tls_handshaking|sending|receiving)\b/

/** Whether a trend is left out without a word. */
export const isPart = (trend: string) => PARTS.test(trend)

/** The unit for what a trend `contains`; null for a plain number, whose direction nothing says. */
export const unitOf = (contains: unknown): string | null =>
  contains === 'time' ? 'ms' : contains === 'data' ? 'B' : null

/** The figures of a run, each null where k6 did not count it. Rates are per second. */
export type LoadFigures = {
  /** All requests, the failed ones as well. */
  requests: number | null
  requestsFailed: Share | null
  checksFailed: Share | null
  iterations: number | null
}

/** The metrics of k6 from which the figures come. */
export const LOAD_METRICS = ['http_reqs', 'http_req_failed', 'checks', 'iterations', 'dropped_iterations']

/** The samples of one run. `suffix` is what k6 appends to the names of a part, as in `http_reqs{scenario:peak}`. */
export function loadSamples(
  { requests, requestsFailed, checksFailed, iterations }: LoadFigures,
  suffix = '',
): Sample[] {
  const rate = (name: string, metric: string, unit: string, value: number | null): Sample[] =>
    value === null ? [] : [{ name: `${name}${suffix}`, metric, unit, better: 'higher', runs: [[value]] }]
  const share = (name: string, failed: Share | null): Sample[] => {
    const own = { name: `${name}${suffix}`, metric: 'failed-share', unit: '%' }
    return failed === null ? [] : [{ ...own, better: 'lower', runs: [[100 * shareOf(failed)]] }]
  }
  const succeeded = requests && requests * (requestsFailed === null ? 1 : 1 - shareOf(requestsFailed))
  return [
    ...rate('http_reqs', 'successful-rate', 'requests/s', succeeded),
    ...share('http_req_failed', requestsFailed),
    ...share('checks', checksFailed),
    ...rate('iterations', 'rate', 'iterations/s', iterations),
  ]
}

/** Warns of trends without a unit, of other metrics without a known direction, and of iterations that k6 could not begin. */
export function k6Warnings(trends: Iterable<string>, others: Iterable<string>, dropped: number): Warning[] {
  const remedy = '; make those of times with new Trend(name, true), or print them as stable-bench/samples@1'
  const notReached =
    'k6 dropped iterations, since the rate of its script was not reached: service or k6 is the limit; ask for less than the ' +
    'slower side can serve, or give k6 more VUs'
  return [
    ...warningOf('k6-trend-left-out', `trends of k6 left out, since ${NO_DIRECTION}:`, trends, remedy),
    ...warningOf(
      'k6-metric-left-out',
      `counters, rates and gauges of k6 left out, since ${NO_DIRECTION}:`,
      [...others].sort(),
    ),
    ...(dropped > 0 ? [{ code: 'rate-not-reached', message: notReached }] : []),
  ]
}
