// The rows of one table: charts when they come into view, and what unfolds below a row.
import { escapeHtml } from '../escape.ts'
import { changeChart, nightsChart, orderChart, runsChart } from './charts.ts'
import type { PageRow, PageTable } from './data.ts'
import type { ViewedRow } from './table-view.ts'
import { whenSeen } from './when-seen.ts'

/** A row of the table with its numbers. */
export type TableRow = ViewedRow & { row: PageRow }

/** The rows of `table`, whose numbers are `data`. */
export const tableRows = (table: HTMLTableElement, data: PageTable): TableRow[] =>
  [...table.tBodies].flatMap((element, place) => {
    const row = data.rows[place]
    if (row === undefined) return []
    const [name = '', metric = ''] = ['summary', '.metric'].map(
      part => element.querySelector(part)?.textContent ?? '',
    )
    const keys = { name, verdict: place, baseline: row.from, candidate: row.to, change: row.r, p: row.p }
    const text = `${name} ${metric}`.toLowerCase()
    return [{ element, row, text, kind: element.dataset.kind ?? '', keys }]
  })

function draw({ element, row }: TableRow, limit: number): void {
  // Half the row's band in pixels of the chart, whose middle is 74 pixels from its ends.
  element.style.setProperty('--half', `${74 * Math.min(1, Math.log1p(row.w) / limit)}px`)
  const [runs, interval] = ['.runs', '.interval'].map(place => element.querySelector(place))
  if (runs) runs.innerHTML = runsChart(row)
  if (interval) interval.innerHTML = changeChart(row, limit)
}

/** Draws the charts of each row when it is about to be seen, and all of them for print. */
export const drawWhenSeen = (rows: TableRow[], limit: number): void => whenSeen(rows, row => draw(row, limit))

function unfold({ element, row }: TableRow, machine: string): void {
  const place = element.querySelector('.order')
  if (!place || place.firstChild) return
  const one = (value: number | null) =>
    value === null ? '–' : String(Number((value / row.f).toPrecision(5)))
  const listed = (kind: string, name: string, values: (number | null)[]): string =>
    values.length === 0
      ? ''
      : `<p class="${kind}">${escapeHtml(`${name} ${values.map(one).join('  ')} ${row.u}`)}</p>`
  const order = orderChart(row)
  const nights = row.n && [
    nightsChart(row),
    `<p>The nights before on ${escapeHtml(machine)}, the oldest first; the last dot is the candidate.</p>`,
    listed('base', 'nights', row.n),
  ]
  place.innerHTML = [
    order && `${order}<p>Each run in the order of measuring; the dashed lines are the medians.</p>`,
    listed('base', 'baseline', row.b),
    listed('cand', 'candidate', row.c),
    ...(nights ?? []),
  ].join('')
}

/** Shows the runs of a row below it when the reader opens it. */
export function unfoldWhenOpened(table: HTMLTableElement, rows: TableRow[], machine: string): void {
  const byElement = new Map<Element | null, TableRow>(rows.map(row => [row.element, row]))
  const unfoldOpen = (details: EventTarget | null): void => {
    if (!(details instanceof HTMLDetailsElement && details.open)) return
    const row = byElement.get(details.closest('tbody'))
    if (row) unfold(row, machine)
  }
  // Toggling does not bubble.
  table.addEventListener('toggle', ({ target }) => unfoldOpen(target), true)
  for (const details of table.querySelectorAll('details')) unfoldOpen(details)
}
