// What k6 says of the load beside its times: how many requests succeeded in each second, and the shares of requests and
// checks that failed. A server that refuses is fast, so times alone would call it better. Each is a benchmark of its own,
// so that each can fail.

import type { Sample, Warning } from '../../model/index.ts'
import { firstTen } from '../format.ts'
import { NO_DIRECTION } from '../output-problems.ts'

/** How often something failed. */
export type Share = { failed: number; total: number }

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

export const shareOf = ({ failed, total }: Share): number => (total > 0 ? failed / total : 0)

/** Whether no request succeeded: then no time of a request is a result. */
export const allFailed = ({ requestsFailed }: Pick<LoadFigures, 'requestsFailed'>): boolean =>
  requestsFailed !== null && requestsFailed.total > 0 && requestsFailed.failed === requestsFailed.total

/** The samples of one run. `suffix` is what k6 appends to the names of a part, as in `http_reqs{scenario:peak}`. */
export function loadSamples(
  { requests, requestsFailed, checksFailed, iterations }: LoadFigures,
  suffix = '',
): Sample[] {
  const rate = (name: string, metric: string, unit: string, value: number): Sample => ({
    ...{ name: `${name}${suffix}`, metric, unit },
    better: 'higher',
    runs: [[value]],
  })
  const share = (name: string, failed: Share): Sample => ({
    ...{ name: `${name}${suffix}`, metric: 'failed-share', unit: '%' },
    better: 'lower',
    runs: [[100 * shareOf(failed)]],
  })
  const succeeded = requestsFailed === null ? 1 : 1 - shareOf(requestsFailed)
  return [
    ...(requests === null ? [] : [rate('http_reqs', 'successful-rate', 'requests/s', requests * succeeded)]),
    ...(requestsFailed === null ? [] : [share('http_req_failed', requestsFailed)]),
    ...(checksFailed === null ? [] : [share('checks', checksFailed)]),
    ...(iterations === null ? [] : [rate('iterations', 'rate', 'iterations/s', iterations)]),
  ]
}

/** The warning that names counters, rates and gauges without a known direction. */
export function metricsLeftOut(metrics: Iterable<string>): Warning[] {
  const names = [...metrics]
  if (names.length === 0) return []
  const what = `counters, rates and gauges of k6 left out, since ${NO_DIRECTION}`
  return [{ code: 'k6-metric-left-out', message: `${what}: ${firstTen(names.sort())}` }]
}

/** A warning where k6 could not begin as many iterations as its script asks for. */
export function droppedIterations(dropped: number): Warning[] {
  if (!(dropped > 0)) return []
  const message =
    'k6 dropped iterations, since the rate of its script was not reached: service or k6 is the limit; ask for less than the ' +
    'slower side can serve, or give k6 more VUs'
  return [{ code: 'rate-not-reached', message }]
}
