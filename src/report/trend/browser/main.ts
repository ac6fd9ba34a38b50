// The behaviour of the trend page: its address says what is shown, and every part of the page follows it.
import { chartDialog } from './dialog.ts'
import { byId } from './elements.ts'
import type { PageData } from './page-data.ts'
import { formatRoute, parseRoute, type Route, type Routing } from './route.ts'
import { linkedSeries, seriesTable } from './table.ts'

const data: PageData = JSON.parse(byId('data').textContent ?? '')
let route = parseRoute(location.hash)

let pending: ReturnType<typeof setTimeout> | undefined

/** Writes the route down in place of the one before. */
function writeDown(): void {
  clearTimeout(pending)
  history.replaceState(null, '', formatRoute(route))
}

/** Writes down what is shown already, once it rests: browsers limit how often an address may change. */
function note(change: Partial<Route>): void {
  route = { ...route, ...change }
  clearTimeout(pending)
  pending = setTimeout(writeDown, 150)
}

/** Shows what changed; an opened chart is a new entry for the back button. */
function update(change: Partial<Route>): void {
  if (change.series) {
    writeDown()
    route = { ...route, ...change }
    history.pushState(null, '', formatRoute(route))
  } else note(change)
  show()
}

const routing: Routing = { update, note }
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

addEventListener('popstate', () => {
  clearTimeout(pending)
  route = parseRoute(location.hash)
  show()
})

show()
performance.mark('shown')
