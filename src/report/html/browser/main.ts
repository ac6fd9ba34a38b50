// The behaviour of the HTML report. Each table of a page is on its own.
import { showFlame } from '../../explain/browser/flame.ts'
import type { ReportData } from './data.ts'
import { filterOnDemand } from './filtering.ts'
import { drawWhenSeen, tableRows, unfoldWhenOpened } from './rows.ts'
import { sortOnDemand } from './sorting.ts'

const { tables, flames }: ReportData = JSON.parse(document.getElementById('data')?.textContent ?? '')

for (const table of document.querySelectorAll<HTMLTableElement>('table[data-table]')) {
  const number = Number(table.dataset.table)
  const data = tables[number - 1]
  const controls = document.getElementById(`controls-${number}`)
  const rest = table.parentElement?.nextElementSibling as HTMLElement | null
  if (!data || !controls || !rest) continue
  const rows = tableRows(table, data)
  drawWhenSeen(rows, data.limit)
  unfoldWhenOpened(table, rows, data.machine ?? '')
  sortOnDemand(table, rows)
  filterOnDemand({ table, controls, rest }, rows)
}

for (const place of document.querySelectorAll<HTMLElement>('.flame')) {
  const [section, number] = (place.dataset.flame ?? '').split('-').map(Number)
  const tree = flames[(section ?? 0) - 1]?.[number ?? 0]
  if (tree) showFlame(place, tree)
}
