// Draws the marks on the chart: nights on which the machine changed, release tags, spikes, change points with the
// nights in which they may have come, and announced changes that are not found any more. Draws single runs where there
// is room.
import type uPlot from 'uplot'
import type { ChangePoint } from '../../../../model/index.ts'
import { isUncertain } from '../../../../model/uncertain-change.ts'
import { formatChange } from '../../../words/numbers.ts'
import { shortenMiddle } from '../../../words/visible-text.ts'
import type { PageData, PageNight } from '../page-data.ts'
import { type Colours, faded, MACHINE_SIGNS } from './colours.ts'
import type { ChartData, Drawn } from './data.ts'

/** Pixels per night from which single runs are drawn. */
const ROOM_FOR_RUNS = 7
const LONGEST_TAG = 14
const SIGNS_PER_LINE = 12

type Marks = { plot: uPlot; chart: ChartData; data: PageData; colours: Colours }

/** Amber says that it may be the machine, or no change at all. */
function colourOf(change: ChangePoint, colours: Colours): string {
  if (change.testbedChanged || isUncertain(change)) return colours.unsure
  return change.direction === 'worse' ? colours.bad : colours.good
}

const timeOf = ({ data }: Marks, night: number): number => data.nights[night]?.at ?? 0
const across = ({ plot }: Marks, seconds: number): number => plot.valToPos(seconds, 'x', true)

function visible({ plot }: Marks, seconds: number): boolean {
  const { min = 0, max = 0 } = plot.scales.x ?? {}
  return min <= seconds && seconds <= max
}

function vertical({ plot }: Marks, x: number, colour: string, dash: number[]): void {
  const { ctx, bbox } = plot
  ctx.strokeStyle = colour
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash(dash.map(length => length * devicePixelRatio))
  ctx.beginPath()
  ctx.moveTo(Math.round(x) + 0.5, bbox.top)
  ctx.lineTo(Math.round(x) + 0.5, bbox.top + bbox.height)
  ctx.stroke()
  ctx.setLineDash([])
}

/** Writes texts from left to right above the plot, leaving out those that would run into the one before. */
function labels({ plot }: Marks, texts: { x: number; text: string; colour: string }[], row: number): void {
  const { ctx, bbox } = plot
  const size = 11 * devicePixelRatio
  ctx.font = `${size}px system-ui, sans-serif`
  ctx.textBaseline = 'bottom'
  ctx.textAlign = 'left'
  let end = Number.NEGATIVE_INFINITY
  for (const { x, text, colour } of texts.toSorted((a, b) => a.x - b.x)) {
    const width = ctx.measureText(text).width
    const left = Math.max(bbox.left, Math.min(x - width / 2, bbox.left + bbox.width - width))
    if (left < end + size / 2) continue
    ctx.fillStyle = colour
    ctx.fillText(text, left, bbox.top - (4 + row * 14) * devicePixelRatio)
    end = left + width
  }
}

/** Behind the lines: tags, machine changes, and where a change may have happened. */
export function drawBehind(marks: Marks): void {
  const { plot, chart, data, colours } = marks
  const { ctx, bbox } = plot
  const machines = new Set(chart.drawn.map(({ series }) => series.machine))
  ctx.save()
  for (const change of chart.drawn[0]?.series.changes ?? []) {
    const [from, to] = change.range.map(night => across(marks, timeOf(marks, night))) as [number, number]
    const colour = colourOf(change, colours)
    const left = Math.max(bbox.left, from - 3 * devicePixelRatio)
    const right = Math.min(bbox.left + bbox.width, to + 3 * devicePixelRatio)
    ctx.fillStyle = faded(colour, 0.16)
    if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height)
  }
  const nights = data.nights.filter(night => machines.has(night.machine) && visible(marks, night.at))
  const mark = (colour: string, dash: number[], textOf: (night: PageNight) => string | null) =>
    nights.flatMap(night => {
      const text = textOf(night)
      if (text === null) return []
      const x = across(marks, night.at)
      vertical(marks, x, colour, dash)
      return [{ x, text, colour }]
    })
  const tagged = mark(colours.muted, [1, 3], ({ tags }) => {
    const tag = tags.at(-1)
    return tag === undefined ? null : shortenMiddle(tag, LONGEST_TAG)
  })
  labels(marks, tagged, 1)
  const changed = mark(colours.unsure, [5, 4], ({ testbed }) =>
    testbed.length > 0 ? 'machine changed' : null,
  )
  const disturbed = mark(colours.unsure, [1, 2], night => (night.disturbed ? 'machine disturbed' : null))
  labels(marks, [...changed, ...disturbed], 2)
  ctx.restore()
}

function dots({ plot }: Marks, places: [number, number][], radius: number, fill: boolean): void {
  const { ctx } = plot
  for (const [seconds, value] of places) {
    ctx.beginPath()
    const [x, y] = [plot.valToPos(seconds, 'x', true), plot.valToPos(value, 'y', true)]
    ctx.arc(x, y, radius * devicePixelRatio, 0, 2 * Math.PI)
    if (fill) ctx.fill()
    else ctx.stroke()
  }
}

const shownPlaces = (marks: Marks, { nights }: Drawn['points']): number[] =>
  nights.flatMap((night, i) => (visible(marks, timeOf(marks, night)) ? [i] : []))

function drawRuns(marks: Marks, { points, runs, show }: Drawn, colour: string): void {
  const shown = shownPlaces(marks, points)
  if (marks.plot.bbox.width / devicePixelRatio / Math.max(1, shown.length) < ROOM_FOR_RUNS) return
  const places = shown.flatMap(i => {
    const seconds = timeOf(marks, points.nights[i] ?? 0)
    return (runs[i] ?? []).map((value): [number, number] => [seconds, show(value)])
  })
  marks.plot.ctx.fillStyle = faded(colour, 0.4)
  dots(marks, places, 1.8, true)
}

function drawSpikes(marks: Marks, { series, points, show }: Drawn): void {
  const { ctx } = marks.plot
  ctx.strokeStyle = marks.colours.muted
  ctx.lineWidth = 1.2 * devicePixelRatio
  ctx.setLineDash([])
  const places = series.spikes.flatMap((night): [number, number][] => {
    const median = points.median[points.nights.indexOf(night)]
    return median === undefined ? [] : [[timeOf(marks, night), show(median)]]
  })
  dots(marks, places, 4.5, false)
}

/** Marks a dozen nights of a line with its machine's sign. */
function drawSigns(marks: Marks, { points, show }: Drawn, sign: string, colour: string): void {
  const { plot } = marks
  const { ctx } = plot
  const shown = shownPlaces(marks, points)
  const apart = Math.ceil(shown.length / SIGNS_PER_LINE)
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillStyle = colour
  for (const i of shown.filter((_, place) => place % apart === 0)) {
    const x = across(marks, timeOf(marks, points.nights[i] ?? 0))
    ctx.fillText(sign, x, plot.valToPos(show(points.median[i] ?? 0), 'y', true))
  }
}

/** In front of the lines: runs, spikes, and the size of each change. */
export function drawInFront(marks: Marks): void {
  const { plot, chart, colours } = marks
  const { ctx, bbox } = plot
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  chart.drawn.forEach((drawn, i) => {
    const colour = colours.series[i] ?? colours.text
    drawRuns(marks, drawn, colour)
    if (chart.drawn.length > 1) drawSigns(marks, drawn, MACHINE_SIGNS[i] ?? '', colour)
    drawSpikes(marks, drawn)
  })
  ctx.restore()
  ctx.save()
  const isShown = (night: number) => visible(marks, timeOf(marks, night))
  const { changes = [], withdrawn = [] } = chart.drawn[0]?.series ?? {}
  const sizes = changes
    .filter(({ night }) => isShown(night))
    .map(change => {
      const colour = colourOf(change, colours)
      const isUnsure = isUncertain(change)
      const text = `${formatChange(change.ratio)}${isUnsure ? ', not sure' : ''}`
      return { x: across(marks, timeOf(marks, change.night)), text, colour, dash: isUnsure ? [2, 3] : [] }
    })
  const lost = withdrawn
    .filter(({ range: [first] }) => isShown(first))
    .map(({ range: [first], ratio, isOver }) => {
      const text = `${formatChange(ratio)}, ${isOver ? 'over' : 'not shown any more'}`
      return { x: across(marks, timeOf(marks, first)), text, colour: colours.unsure, dash: [2, 6] }
    })
  for (const { x, colour, dash } of [...sizes, ...lost]) vertical(marks, x, colour, dash)
  labels(marks, [...sizes, ...lost], 0)
  ctx.restore()
}
