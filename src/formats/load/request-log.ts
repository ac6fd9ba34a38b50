// The requests of a load one by one, as some generators log them: a benchmark for each name, with the time of each request. Times of
// failed requests do not count.
import { grouped } from '../../grouped.ts'
import type { Parsed } from '../format.ts'
import { joinParsed } from '../runs/join-parsed.ts'
import { parsedReports, rowName } from './report.ts'
import { fromStart, type LoadStart, loadStart, since } from './steady-load.ts'

/** `start` is in milliseconds of the machine's clock, `took` in milliseconds. An empty name is of no row. */
export type LoggedRequest = { name: string; start: number; took: number; failed: boolean }

const endOf = ({ start, took }: LoggedRequest) => start + took

/** Requests per second: of those that ended after the steady part began, or of all since the first was sent; null without any time. */
function rateOf(requests: LoggedRequest[], from: LoadStart | null): number | null {
  const isSteady =
    from !== null && Number.isFinite(from.since) && requests.every(each => endOf(each) >= from.since)
  const starts = requests.map(({ start }) => start)
  const begin = isSteady
    ? from.since
    : starts.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY)
  const counted = isSteady ? requests.filter(each => endOf(each) > begin) : requests
  const end = requests.reduce((most, each) => Math.max(most, endOf(each)), 0)
  return end > begin ? counted.length / ((end - begin) / 1000) : null
}

function parsedName(
  name: string,
  all: LoggedRequest[],
  from: LoadStart | null,
  where: [string, string],
): Parsed {
  const total = all.length
  const failed = all.filter(request => request.failed).length
  const requests = since(from, all, endOf)
  const times = requests.filter(request => !request.failed).map(({ took }) => took)
  const rate = rateOf(requests, from)
  const report = { name, things: 'requests', times: [], rate, failed: { total, failed } }
  const parsed = parsedReports([report], ...where)
  const time = { name: rowName(name, 'latency'), metric: 'time', unit: 'ms', better: 'lower' as const }
  return times.length === 0 ? parsed : { ...parsed, samples: [{ ...time, runs: [times] }, ...parsed.samples] }
}

/** The measurements of one log, from where its times are steady on. Throws an InputError as `parsedReports` does. */
export function parsedLog(requests: LoggedRequest[], source: string, hint: string): Parsed {
  const served = requests.filter(({ failed }) => !failed)
  const from = loadStart(served.map(each => ({ name: each.name, end: endOf(each), took: each.took })))
  const names = [...grouped(requests, ({ name }) => name)]
  const parsed = joinParsed(names.map(([name, own]) => parsedName(name, own, from, [source, hint])))
  return fromStart(parsed, from, requests.map(endOf))
}
