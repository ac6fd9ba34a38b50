// Zoom by wheel and keys, and the night under the cursor by keys. Dragging and double-clicking are uPlot's own.
import type uPlot from 'uplot'
import { type ChartData, wholeSpan } from './data.ts'

const STEP = 0.8
/** Two nights must stay visible. */
const LEAST_SPAN = 2 * 86_400

/** Shows `from` to `to`, kept within the nights that there are. */
export function showSpan(plot: uPlot, at: number[], from: number, to: number): void {
  const [first, last] = wholeSpan(at)
  const span = Math.min(Math.max(to - from, LEAST_SPAN), last - first)
  const start = Math.min(Math.max(from, first), last - span)
  plot.setScale('x', { min: start, max: start + span })
}

/** Zooms by a factor around a time that keeps its place. */
function zoomAround(plot: uPlot, at: number[], centre: number, factor: number): void {
  const { min = 0, max = 1 } = plot.scales.x ?? {}
  showSpan(plot, at, centre - (centre - min) * factor, centre + (max - centre) * factor)
}

/** Turning the wheel zooms around the pointer, sideways it moves through the nights. */
export function wheelZoom(plot: uPlot, chart: ChartData): void {
  plot.over.addEventListener(
    'wheel',
    event => {
      event.preventDefault()
      const { min = 0, max = 1 } = plot.scales.x ?? {}
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const moved = (event.deltaX / plot.over.clientWidth) * (max - min)
        showSpan(plot, chart.at, min + moved, max + moved)
        return
      }
      const centre = plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x')
      zoomAround(plot, chart.at, centre, event.deltaY > 0 ? 1 / STEP : STEP)
    },
    { passive: false },
  )
}

function moveCursor(plot: uPlot, { at, drawn }: ChartData, index: number): void {
  const place = Math.min(Math.max(index, 0), at.length - 1)
  const seconds = at[place] ?? 0
  const { min = 0, max = 1 } = plot.scales.x ?? {}
  if (seconds < min || seconds > max) showSpan(plot, at, seconds - (max - min) / 2, seconds + (max - min) / 2)
  const value = drawn.map(({ columns }) => columns.median[place]).find(each => typeof each === 'number')
  // The scales follow on the next microtask; the cursor needs them.
  queueMicrotask(() => {
    plot.setCursor({ left: plot.valToPos(seconds, 'x'), top: plot.valToPos(value ?? 0, 'y') })
  })
}

/** Handles a key on the chart: arrows, Home and End move the night, + − 0 zoom. Returns whether it was one. */
export function chartKey(plot: uPlot, chart: ChartData, key: string): boolean {
  const { min = 0, max = 1 } = plot.scales.x ?? {}
  const last = chart.at.length - 1
  const now = plot.cursor.idx
  const centre = now === null || now === undefined ? (min + max) / 2 : (chart.at[now] ?? 0)
  const actions: Record<string, () => void> = {
    ArrowLeft: () => moveCursor(plot, chart, (now ?? last + 1) - 1),
    ArrowRight: () => moveCursor(plot, chart, (now ?? -1) + 1),
    Home: () => moveCursor(plot, chart, 0),
    End: () => moveCursor(plot, chart, last),
    '+': () => zoomAround(plot, chart.at, centre, STEP),
    '=': () => zoomAround(plot, chart.at, centre, STEP),
    '-': () => zoomAround(plot, chart.at, centre, 1 / STEP),
    '0': () => showSpan(plot, chart.at, ...wholeSpan(chart.at)),
  }
  const action = actions[key]
  action?.()
  return action !== undefined
}
