// The rows of one table: charts when they come into view, and what unfolds below a row.
import { changeChart, nightsChart, orderChart, runsChart } from './charts.ts'
import type { PageRow, PageTable } from './data.ts'
import { whenSeen } from './when-seen.ts'

/** A row of the table: its markup and its numbers; `place` is its place in the order of importance. */
export type TableRow = { body: HTMLTableSectionElement; row: PageRow; place: number }

/** The rows of `table`, whose numbers are `data`. */
export const tableRows = (table: HTMLTableElement, data: PageTable): TableRow[] =>
  [...table.tBodies].flatMap((body, place) => {
    const row = data.rows[place]
    return row ? [{ body, row, place }] : []
  })

function draw({ body, row }: TableRow, limit: number): void {
  // Half the row's band in pixels of the chart, whose middle is 74 pixels from its ends.
  body.style.setProperty('--half', `${74 * Math.min(1, Math.log1p(row.w) / limit)}px`)
  const [runs, interval] = ['.runs', '.interval'].map(place => body.querySelector(place))
  if (runs) runs.innerHTML = runsChart(row)
  if (interval) interval.innerHTML = changeChart(row, limit)
}

/** Draws the charts of each row when it is about to be seen, and all of them for print. */
export function drawWhenSeen(rows: TableRow[], limit: number): void {
  const byBody = new Map<Element, TableRow>(rows.map(row => [row.body, row]))
  whenSeen([...byBody.keys()], '400px', body => {
    const row = byBody.get(body)
    if (row) draw(row, limit)
  })
}

function unfold({ body, row }: TableRow, machine: string): void {
  const place = body.querySelector('.order')
  if (!place || place.firstChild) return
  const say = (kind: string, text: string): void => {
    const line = document.createElement('p')
    line.className = kind
    line.textContent = text
    place.append(line)
  }
  const one = (value: number | null) =>
    value === null ? '–' : String(Number((value / row.f).toPrecision(5)))
  const list = (values: (number | null)[]): string => `${values.map(one).join('  ')} ${row.u}`
  place.innerHTML = orderChart(row)
  if (place.firstChild) say('', 'Each run in the order of measuring; the dashed lines are the medians.')
  if (row.b.length > 0) say('base', `baseline ${list(row.b)}`)
  if (row.c.length > 0) say('cand', `candidate ${list(row.c)}`)
  if (!row.n) return
  place.insertAdjacentHTML('beforeend', nightsChart(row))
  say('', `The nights before on ${machine}, the oldest first; the last dot is the candidate.`)
  say('base', `nights ${list(row.n)}`)
}

/** Shows the runs of a row below it when the reader opens it. */
export function unfoldWhenOpened(table: HTMLTableElement, rows: TableRow[], machine: string): void {
  const byBody = new Map<Element | null, TableRow>(rows.map(row => [row.body, row]))
  const open = (details: HTMLDetailsElement): void => {
    const row = byBody.get(details.closest('tbody'))
    if (row) unfold(row, machine)
  }
  const onToggle = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open) open(target)
  }
  // Toggling does not bubble.
  table.addEventListener('toggle', onToggle, true)
  for (const details of table.querySelectorAll<HTMLDetailsElement>('details[open]')) open(details)
}
