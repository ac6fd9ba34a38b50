// The behaviour of the trend page: the address says what is shown, and everything that shows follows it.
import { chartDialog } from './dialog.ts'
import { byId } from './elements.ts'
import type { PageData } from './page-data.ts'
import { formatRoute, parseRoute, type Route, type Routing } from './route.ts'
import { linkedSeries, seriesTable } from './table.ts'

const data: PageData = JSON.parse(byId('data').textContent ?? '')
let route = parseRoute(location.hash)

function write(change: Partial<Route>, entry: 'pushState' | 'replaceState'): void {
  route = { ...route, ...change }
  history[entry](null, '', formatRoute(route))
}

function update(change: Partial<Route>): void {
  write(change, change.series ? 'pushState' : 'replaceState')
  show()
}

const routing: Routing = { update, note: change => write(change, 'replaceState') }
const showTable = seriesTable(data, routing)
const showChart = chartDialog(data, routing)

function show(): void {
  showTable(route)
  showChart(route)
}

// A name opens its chart, and so does a click anywhere else on its row, unless text is being selected there.
document.addEventListener('click', event => {
  const target = event.target as Element
  const inRow = target.closest<HTMLTableRowElement>('#rows tbody tr')
  const link = target.closest('a') ?? (getSelection()?.isCollapsed ? inRow?.querySelector('a') : null)
  const series = linkedSeries(link ?? null)
  if (series === null || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  update({ series, with: '', from: '', to: '' })
})

addEventListener('hashchange', () => {
  route = parseRoute(location.hash)
  show()
})
addEventListener('popstate', () => {
  route = parseRoute(location.hash)
  show()
})

show()
performance.mark('shown')
