// The chart of one series, or of the same one on several machines, by uPlot: value and level of each night, lowest to
// highest run as a band.
import uPlot from 'uplot'
import type { PageData } from '../page-data.ts'
import { type Colours, colours, faded } from './colours.ts'
import { type ChartData, wholeSpan } from './data.ts'
import { drawBehind, drawInFront } from './marks.ts'
import { logTicks, shownRange, tickTexts } from './scale.ts'

/** Columns per series, in this order: value, lowest, highest, level. */
const COLUMNS = 4

/** From so many seconds between ticks on: what is written, and below it where the year or the day is another one. */
const TIMES = [
  [86_400, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [1, '{HH}:{mm}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
]

type ChartEvents = {
  /** The night under the cursor, as an index into the chart's times. */
  night: (index: number | null) => void
  /** The shown span in seconds, after each zoom. */
  zoom: (from: number, to: number) => void
}

type ChartPlace = { width: number; height: number; span: [number, number] | null }

function lines(colour: string): uPlot.Series[] {
  const hidden = { stroke: faded(colour, 0.25), width: 0, points: { show: false }, spanGaps: true }
  return [
    { stroke: colour, width: 1.6, spanGaps: true, points: { size: 5, fill: colour } },
    hidden,
    hidden,
    {
      stroke: colour,
      width: 1.2,
      dash: [7, 4],
      points: { show: false },
      spanGaps: true,
      ...(uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
    },
  ]
}

function yScale(chart: ChartData): uPlot.Scale {
  const range: uPlot.Range.Function = (_, low, high) => shownRange(low ?? 0, high ?? 1, chart.scale)
  return chart.scale === 'log' ? { distr: 100, fwd: Math.log, bwd: Math.exp, range } : { range }
}

function axes(chart: ChartData, ink: Colours): uPlot.Axis[] {
  const unit = chart.drawn[0]?.series.unit ?? ''
  const look = {
    font: '12px system-ui, sans-serif',
    stroke: ink.muted,
    grid: { stroke: ink.line, width: 1 },
    ticks: { stroke: ink.line, width: 1, size: 5 },
  }
  const size = (_: uPlot, texts: string[] | null): number =>
    18 + 7 * Math.max(3, ...(texts ?? []).map(text => text.length))
  const splits = (_: uPlot, __: number, low: number, high: number, step: number): number[] =>
    logTicks(low, high, step)
  return [
    { ...look, space: 64, values: TIMES },
    {
      ...look,
      size,
      ...(chart.scale === 'log' && { splits }),
      values: (_, ticks) => tickTexts(ticks, unit, chart.scale),
    },
  ]
}

/** Draws into `target`, which it empties. The caller destroys the chart before the next one. */
export function drawChart(
  target: HTMLElement,
  { chart, data }: { chart: ChartData; data: PageData },
  { width, height, span }: ChartPlace,
  events: ChartEvents,
): uPlot {
  const ink = colours()
  const [from, to] = span ?? wholeSpan(chart.at)
  const marks = (plot: uPlot) => ({ plot, chart, data, colours: ink })
  target.replaceChildren()
  const options: uPlot.Options = {
    width,
    height,
    tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    padding: [52, 16, 0, 0],
    cursor: { y: false, drag: { x: true, y: false, dist: 5 }, points: { size: 9 } },
    scales: { x: { min: from, max: to }, y: yScale(chart) },
    axes: axes(chart, ink),
    series: [{}, ...chart.drawn.flatMap((_, i) => lines(ink.series[i] ?? ink.text))],
    bands: chart.drawn.map((_, i) => {
      return { series: [COLUMNS * i + 3, COLUMNS * i + 2], fill: faded(ink.series[i] ?? ink.text, 0.16) }
    }),
    hooks: {
      drawClear: [plot => drawBehind(marks(plot))],
      draw: [plot => drawInFront(marks(plot))],
      setCursor: [plot => events.night(plot.cursor.idx ?? null)],
      setScale: [
        (plot, key) => key === 'x' && events.zoom(plot.scales.x?.min ?? from, plot.scales.x?.max ?? to),
      ],
    },
  }
  const columns = chart.drawn.flatMap(({ columns: { median, low, high, level } }) => [
    median,
    low,
    high,
    level,
  ])
  return new uPlot(options, [chart.at, ...columns], target)
}
