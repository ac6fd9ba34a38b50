// The table of all series: it follows the route, and its search, buttons and headers change the route.
import { type Choice, MOST_AT_ONCE, tableView, type ViewedRow } from '../../html/browser/table-view.ts'
import { whenSeen } from '../../html/browser/when-seen.ts'
import { byId } from './elements.ts'
import { decodePoints, type PageData, type PageNight, type PageSeries } from './page-data.ts'
import type { Route, Routing } from './route.ts'
import { type SparkTime, sparkline } from './sparkline.ts'

type SeriesRow = ViewedRow & { series: PageSeries }

/** The id of the series that a link opens, or null for any other link. */
export function linkedSeries(link: HTMLAnchorElement | null): string | null {
  return link?.hash.startsWith('#series=') ? link.hash.slice('#series='.length) : null
}

function rowsOf(table: HTMLTableElement, data: PageData): SeriesRow[] {
  const byName = new Map(data.series.map(series => [series.id, series]))
  return Array.from(table.tBodies[0]?.rows ?? []).flatMap(element => {
    const series = byName.get(linkedSeries(element.querySelector('a')) ?? '')
    if (series === undefined) return []
    const text = `${series.name} ${series.metric} ${series.machine}`.toLowerCase()
    const keys = { name: series.name, ...series.keys }
    return [{ element, series, text, kind: element.dataset.kind ?? '', keys }]
  })
}

/** On a phone each row is a card: those that changed lately are shown, so many at most, and the steady ones folded. */
const MOST_CARDS = 20
const PHONE = '(max-width: 760px)'
const STEADY = 'steady'

function mostAtFirst(rows: SeriesRow[], { q, only, sort }: Choice): number {
  if (q !== '' || only !== '' || sort !== '' || !matchMedia(PHONE).matches) return MOST_AT_ONCE
  return Math.min(MOST_CARDS, rows.filter(({ kind }) => kind !== STEADY).length)
}

function sparkTime(data: PageData, machine: string): SparkTime {
  const at = data.nights.map(night => night.at)
  const those = (is: (night: PageNight) => boolean): number[] =>
    data.nights.flatMap((night, i) => (night.machine === machine && is(night) ? [i] : []))
  return {
    at,
    from: at[0] ?? 0,
    to: at.at(-1) ?? 0,
    events: those(night => night.testbed.length > 0),
    disturbed: those(night => night.disturbed),
  }
}

/** Draws the sparkline of a row when it is about to be seen, and all of them for print. */
function drawSparklines(rows: SeriesRow[], data: PageData): void {
  const times = new Map(data.series.map(({ machine }) => [machine, sparkTime(data, machine)]))
  whenSeen(rows, ({ element, series }) => {
    const time = times.get(series.machine)
    const place = element.querySelector('.spark')
    if (time && place) place.innerHTML = sparkline(series, decodePoints(series, data), time)
  })
}

/** Sets up the table; the function that it gives shows what a route says. */
export function seriesTable(data: PageData, { update }: Routing): (route: Route) => void {
  const table = byId<HTMLTableElement>('rows')
  const rows = rowsOf(table, data)
  drawSparklines(rows, data)
  return tableView(table, rows, {
    choose: update,
    atFirst: choice => mostAtFirst(rows, choice),
    calm: STEADY,
  })
}
