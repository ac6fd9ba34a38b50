// The open chart: it follows the route, and its controls change the route.
import type uPlot from 'uplot'
import { drawChart } from './chart/chart.ts'
import { type ChartData, chartData, hasLog, type Scale, wholeSpan } from './chart/data.ts'
import { chartKey, showSpan, wheelZoom } from './chart/keys.ts'
import { changesPanel, nightPanel, nightsTable } from './dialog-panels.ts'
import { chosenMachines, describeChart, markPressed, offerMachines, others } from './dialog-texts.ts'
import { byId } from './elements.ts'
import { decodePoints, type PageData, type PageSeries } from './page-data.ts'
import { dayOf, type Route, type Routing, spanOf } from './route.ts'

type Open = { plot: uPlot; chart: ChartData }

const DAY = 86_400
const LEAST_HEIGHT = 240

function scaleOf(wanted: string, series: PageSeries[], data: PageData): Scale {
  const canLog = series.every(each => hasLog(decodePoints(each, data)))
  const button = document.querySelector<HTMLButtonElement>('#chart [data-scale=log]')
  if (button) button.disabled = !canLog
  return wanted === 'percent' ? 'percent' : wanted === 'log' && canLog ? 'log' : 'linear'
}

function noteZoom(at: number[], from: number, to: number, { note }: Routing): void {
  const [first, last] = wholeSpan(at)
  const all = from <= first && to >= last
  markPressed('days', all ? '0' : '')
  note(all ? { from: '', to: '' } : { from: dayOf(from), to: dayOf(to - 1) })
}

function openChart(series: PageSeries, route: Route, data: PageData, routing: Routing): Open {
  const place = byId('plot')
  const offered = others(series, data)
  const chosen = chosenMachines(route.with, offered)
  const all = [series, ...chosen]
  const chart = chartData(all, data, scaleOf(route.scale, all, data))
  let kept: number | null = null
  const showNight = (index: number): void => {
    byId('night').innerHTML = nightPanel(chart, data, index, kept === index)
  }
  const size = {
    width: place.clientWidth,
    height: Math.max(LEAST_HEIGHT, place.clientHeight),
    span: spanOf(route) ?? (chart.at.length === 0 ? wholeSpan(data.nights.map(({ at }) => at)) : null),
  }
  const plot = drawChart(place, { chart, data }, size, {
    night: index => index !== null && kept === null && showNight(index),
    zoom: (from, to) => noteZoom(chart.at, from, to, routing),
  })
  plot.over.addEventListener('click', () => {
    const index = plot.cursor.idx ?? null
    kept = kept === index ? null : index
    if (index !== null) showNight(index)
  })
  wheelZoom(plot, chart)
  describeChart(chart, data)
  offerMachines(offered, chosen)
  markPressed('scale', chart.scale)
  const [first] = chart.drawn
  if (first) byId('changes').innerHTML = changesPanel(first, data)
  showNight(chart.at.length - 1)
  return { plot, chart }
}

/** Whether a click is beside the dialog, on the page behind it. */
function isOutside(dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

function listen(current: () => Open | null, routing: Routing): void {
  const dialog = byId<HTMLDialogElement>('chart')
  byId('close').addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', event => {
    const { scale, days } = (event.target as HTMLElement).dataset
    const open = current()
    if (event.target === dialog && isOutside(dialog, event)) dialog.close()
    if (scale) routing.update({ scale: scale === 'linear' ? '' : scale })
    if (!days || !open) return
    const [first, last] = wholeSpan(open.chart.at)
    showSpan(open.plot, open.chart.at, days === '0' ? first : last - Number(days) * DAY, last)
  })
  byId('other').addEventListener('change', event => {
    routing.update({ with: (event.target as HTMLSelectElement).value })
  })
  byId('plot').addEventListener('keydown', event => {
    const open = current()
    if (open && !event.ctrlKey && !event.metaKey && chartKey(open.plot, open.chart, event.key))
      event.preventDefault()
  })
  new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {}
    if (width > 0) current()?.plot.setSize({ width, height: Math.max(LEAST_HEIGHT, height) })
  }).observe(byId('plot'))
}

/** The dialog of the page: the function that it gives shows what a route says. */
export function chartDialog(data: PageData, routing: Routing): (route: Route) => void {
  const dialog = byId<HTMLDialogElement>('chart')
  const numbers = byId<HTMLDetailsElement>('numbers')
  let open: Open | null = null
  let shown: Route | null = null

  const show = (route: Route): void => {
    open?.plot.destroy()
    const wanted = data.series.find(({ id }) => id === route.series)
    shown = route
    numbers.open = false
    if (wanted === undefined) {
      open = null
      if (dialog.open) dialog.close()
      return
    }
    if (!dialog.open) dialog.showModal()
    open = openChart(wanted, route, data, routing)
  }
  listen(() => open, routing)
  dialog.addEventListener('close', () => {
    if (open) routing.update({ series: '', with: '', scale: '', from: '', to: '' })
  })
  numbers.addEventListener('toggle', () => {
    const [first] = open?.chart.drawn ?? []
    const place = numbers.querySelector('div')
    if (place && first) place.innerHTML = numbers.open ? nightsTable(first, data) : ''
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => open && shown && show(shown))
  return show
}
