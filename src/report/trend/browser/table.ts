// The table of all series: it follows the route, and its search, buttons and headers change the route.
import { byId } from './elements.ts'
import type { PageData, PageSeries } from './page-data.ts'
import type { Route, Routing } from './route.ts'
import { sortRows } from './sort-rows.ts'
import { drawSparklines } from './spark-rows.ts'

type SeriesRow = { element: HTMLTableRowElement; series: PageSeries; place: number; text: string }

/** The id of the series that a link opens, or null for any other link. */
export function linkedSeries(link: HTMLAnchorElement | null): string | null {
  return link?.hash.startsWith('#series=') ? link.hash.slice('#series='.length) : null
}

function rowsOf(table: HTMLTableElement, data: PageData): SeriesRow[] {
  const byName = new Map(data.series.map(series => [series.id, series]))
  return Array.from(table.tBodies[0]?.rows ?? []).flatMap((element, place) => {
    const series = byName.get(linkedSeries(element.querySelector('a')) ?? '')
    if (series === undefined) return []
    const text = `${series.name} ${series.metric} ${series.machine}`.toLowerCase()
    return [{ element, series, place, text }]
  })
}

/** More rows than a page can show at a time, and than a phone can, where each is a card. */
const MOST_AT_ONCE = 100
const MOST_CARDS = 20
const PHONE = '(max-width: 760px)'

/** How many rows are shown before somebody asks for more: on a phone those that changed lately, and the steady ones folded. */
function mostAtFirst(rows: SeriesRow[], { q, only, sort }: Route): number {
  if (q !== '' || only !== '' || sort !== '' || !matchMedia(PHONE).matches) return MOST_AT_ONCE
  const changed = rows.filter(({ element }) => element.dataset.state !== 'steady').length
  return Math.min(MOST_CARDS, changed)
}

/** Shows the rows that fit the route, `most` of them; a button offers the others. `rows` are in the table's order. */
function showFiltered(rows: SeriesRow[], { q, only }: Route, most: number): void {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  let fitting = 0
  let changed = 0
  for (const { element, text } of rows) {
    const fits = words.every(word => text.includes(word)) && (only === '' || element.dataset.state === only)
    if (fits) fitting++
    element.hidden = !fits || fitting > most
    if (fits && element.hidden && element.dataset.state !== 'steady') changed++
  }
  const count = byId('count')
  count.textContent = fitting === rows.length ? `${count.dataset.all}` : `${fitting} of ${count.dataset.all}`
  const rest = byId('rest')
  rest.hidden = fitting <= most
  const button = rest.querySelector('button')
  if (button) button.textContent = `Show ${fitting - most} ${changed === 0 ? 'steady' : 'more'} rows`
}

function markSorted(headers: HTMLElement[], sort: string): void {
  for (const header of headers) {
    header.removeAttribute('aria-sort')
    if (sort === header.dataset.key) header.setAttribute('aria-sort', 'ascending')
    if (sort === `-${header.dataset.key}`) header.setAttribute('aria-sort', 'descending')
  }
}

/** Up, down, back to the order of importance. */
function nextSort(header: HTMLElement): string {
  const key = header.dataset.key ?? ''
  const next: Record<string, string> = { none: key, ascending: `-${key}`, descending: '' }
  return next[header.getAttribute('aria-sort') ?? 'none'] ?? ''
}

/** Sets up the table; the function that it gives shows what a route says. */
export function seriesTable(data: PageData, { update }: Routing): (route: Route) => void {
  const table = byId<HTMLTableElement>('rows')
  const search = byId<HTMLInputElement>('search')
  const headers = [...table.querySelectorAll<HTMLElement>('th[data-key]')]
  const chips = [...document.querySelectorAll<HTMLElement>('#controls [data-state]')]
  const rows = rowsOf(table, data)
  let [order, isWhole] = ['', false]
  let shown: { route: Route; rows: SeriesRow[] } | null = null
  drawSparklines(rows, data)
  byId('controls').hidden = false

  search.addEventListener('input', () => update({ q: search.value.trim() }))
  search.addEventListener('keydown', event => event.key === 'Escape' && update({ q: '' }))
  for (const chip of chips) {
    const pressed = (): boolean => chip.getAttribute('aria-pressed') === 'true'
    chip.addEventListener('click', () => update({ only: pressed() ? '' : (chip.dataset.state ?? '') }))
  }
  for (const header of headers) {
    header.querySelector('button')?.addEventListener('click', () => update({ sort: nextSort(header) }))
  }
  const showAll = (): void => {
    isWhole = true
    if (shown) showFiltered(shown.rows, shown.route, rows.length)
  }
  byId('rest').addEventListener('click', showAll)
  addEventListener('beforeprint', showAll)
  return route => {
    if (search.value.trim() !== route.q) search.value = route.q
    for (const chip of chips) chip.setAttribute('aria-pressed', String(chip.dataset.state === route.only))
    markSorted(headers, route.sort)
    const sorted = sortRows(rows, route.sort)
    showFiltered(sorted, route, isWhole ? rows.length : mostAtFirst(rows, route))
    if (order !== route.sort) table.tBodies[0]?.append(...sorted.map(row => row.element))
    order = route.sort
    shown = { route, rows: sorted }
  }
}
