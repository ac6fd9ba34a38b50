// The behaviour of the HTML report. Each table of a page is on its own.
import { showFlame } from '../../explain/browser/flame.ts'
import type { ReportData } from './data.ts'
import { drawWhenSeen, tableRows, unfoldWhenOpened } from './rows.ts'
import { type Choice, tableView } from './table-view.ts'

const { tables, flames }: ReportData = JSON.parse(document.getElementById('data')?.textContent ?? '')

for (const table of document.querySelectorAll<HTMLTableElement>('table[data-table]')) {
  const data = tables[Number(table.dataset.table) - 1]
  if (!data) continue
  const rows = tableRows(table, data)
  drawWhenSeen(rows, data.limit)
  unfoldWhenOpened(table, rows, data.machine ?? '')
  let choice: Choice = { q: '', only: '', sort: '' }
  const choose = (change: Partial<Choice>) => {
    choice = { ...choice, ...change }
    show(choice)
  }
  const show = tableView(table, rows, { choose })
  show(choice)
}

for (const place of document.querySelectorAll<HTMLElement>('.flame')) {
  const [section, number] = (place.dataset.flame ?? '').split('-').map(Number)
  const tree = flames[(section ?? 0) - 1]?.[number ?? 0]
  if (tree) showFlame(place, tree)
}
