// Locust, --csv NAME --csv-full-history (https://docs.locust.io/en/stable/retrieving-stats.html): NAME_stats_history.csv has a row for
// each request in each second, with counts and a mean since the start. What an interval adds to them has a time, so a warm-up can be
// left out. Its percentiles are of the last ten seconds, and no interval's: they have no row.
import { grouped } from '../../grouped.ts'
import { InputError } from '../../model/index.ts'
import { type LoadReport, parsedReports } from '../load/report.ts'
import { fromStart, loadStart } from '../load/steady-load.ts'
import type { OtherForm } from '../runs/join-parsed.ts'
import { type CsvRow, cellNumber, hasTable, rowsOfOneTable } from './rows.ts'

const HINT = 'run it with --csv NAME --csv-full-history and give NAME_stats_history.csv'
const COLUMNS = [
  ...['Timestamp', 'User Count', 'Type', 'Name'],
  ...['Total Request Count', 'Total Failure Count', 'Total Average Response Time'],
]

/** All since the start; `end` in milliseconds of the machine's clock, `time` the sum of all response times in milliseconds. */
type Moment = { name: string; end: number; count: number; failed: number; time: number }

function momentOf(row: CsvRow, source: string): Moment {
  const { cells } = row
  const at = (column: string) => cellNumber(row, column, source)
  const count = at('Total Request Count')
  return {
    name: `${cells.get('Type') ?? ''} ${cells.get('Name') ?? ''}`.trim(),
    ...{ end: 1000 * at('Timestamp'), count, failed: at('Total Failure Count') },
    time: count === 0 ? 0 : count * at('Total Average Response Time'),
  }
}

const SUM = 'Aggregated'

/** What one row of a name adds to that before it: its requests took so long, on average. */
const intervals = (own: Moment[]) =>
  own.flatMap(({ name, end, count, time }, i) => {
    const before = own[i - 1] ?? { count: 0, time: 0 }
    const requests = count - before.count
    return requests > 0 ? [{ name, end, took: (time - before.time) / requests }] : []
  })

/** From `since` on, or from `began` where all of a name counts. */
function reportOf(
  name: string,
  own: Moment[],
  { since, began }: { since: number; began: number },
): LoadReport {
  const last = own.at(-1) as Moment
  const before = own.findLast(({ end, count }) => end < since && count < last.count)
  const { end: from, count, time } = before ?? { end: began, count: 0, time: 0 }
  const requests = last.count - count
  return {
    ...{ name: name === SUM ? '' : name, things: 'requests' },
    times: requests === 0 ? [] : [['mean', 'ms', (last.time - time) / requests]],
    rate: last.end > from ? (1000 * requests) / (last.end - from) : null,
    failed: { total: last.count, failed: last.failed },
  }
}

/** The sum alone is there without --csv-full-history. */
export const locustHistory: OtherForm = {
  recognises: text => hasTable(text, COLUMNS),
  parse: (text, source) => {
    const rows = rowsOfOneTable(text, COLUMNS, source, HINT)
    const moments = rows.map(row => momentOf(row, source))
    if (moments.at(-1)?.name !== SUM)
      throw new InputError(`${source}: looks truncated: its last row is missing; ${HINT}`)
    const named = moments.filter(({ name }) => name !== SUM)
    const names = grouped(named.length === 0 ? moments : named, ({ name }) => name)
    const start = loadStart([...names.values()].flatMap(intervals))
    const span = { since: start?.since ?? Number.NEGATIVE_INFINITY, began: moments[0]?.end ?? 0 }
    const reports = [...names].map(([name, own]) => reportOf(name, own, span))
    // Whole seconds do not say which requests ended when the service was read.
    return fromStart(parsedReports(reports, source, HINT), start, [])
  },
}
