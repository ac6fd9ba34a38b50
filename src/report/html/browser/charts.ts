// The charts of the HTML report: SVG markup from numbers alone, so that no text of a user's can get into it.
import { ascending, middle } from '../../../stats/describe/order-statistics.ts'
import { LEAST_SPAN } from '../../markdown/sparkline.ts'
import type { PageRow } from './data.ts'

const hasValue = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value)

const round = (value: number): number => Math.round(value * 10) / 10

const svg = (width: number, height: number, label: string, content: string): string =>
  `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">${content}</svg>`

const line = (kind: string, x1: number, y1: number, x2: number, y2: number): string =>
  `<line class="${kind}" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`

const dot = (kind: string, x: number, y: number, r: number): string =>
  `<circle class="${kind}" cx="${round(x)}" cy="${round(y)}" r="${r}"/>`

/** Maps the range of the values to pixels; a range of one value is mapped to the middle. */
function scale(values: number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return value => (high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from))
}

/** Every run of both sides on one scale, the median of each side as a tick. */
export function runsChart({ b, c }: Pick<PageRow, 'b' | 'c'>): string {
  const all = [...b, ...c].filter(hasValue)
  if (all.length === 0) return ''
  const x = scale(all, 6, 154)
  const strip = (kind: string, side: (number | null)[], y: number): string => {
    const values = side.filter(hasValue)
    if (values.length === 0) return ''
    const median = x(middle(ascending(values)))
    const dots = values.map(value => dot(kind, x(value), y, 2.5)).join('')
    return dots + line(kind, median, y - 6, median, y + 6)
  }
  const label = `${b.length} baseline and ${c.length} candidate runs`
  return svg(160, 32, label, strip('base', b, 9) + strip('cand', c, 23))
}

function intervalBar(low: number, high: number): string {
  const bar = high > low ? line('bar', low, 16, high, 16) : ''
  const [leftArrow, rightArrow] = ['M10 11 2 16l8 5Z', 'm150 11 8 5-8 5Z'].map(
    path => `<path class="arrow" d="${path}"/>`,
  )
  const left = low <= 6 ? leftArrow : low < 154 ? line('end', low, 11, low, 21) : ''
  const right = high >= 154 ? rightArrow : high > 6 ? line('end', high, 11, high, 21) : ''
  return bar + left + right
}

/** The interval of the ratio as a bar on a log scale, `limit` at its end; one that goes on beyond it ends in an arrow. */
export function changeChart({ r, i }: Pick<PageRow, 'r' | 'i'>, limit: number): string {
  // JSON has no infinity: an end without a number is one.
  const at = (ratio: number | null): number =>
    80 + 74 * Math.max(-1, Math.min(1, Math.log(ratio ?? Number.POSITIVE_INFINITY) / limit))
  const bar = i === null ? '' : intervalBar(at(i[0]), at(i[1]))
  const estimate = hasValue(r) && Math.abs(Math.log(r)) < limit ? dot('estimate', at(r), 16, 4) : ''
  const content = bar + estimate
  return content && svg(160, 32, 'interval of the change', content)
}

/** The runs in the order in which they were measured: drift, groups and odd runs show here. */
export function orderChart({ b, c }: Pick<PageRow, 'b' | 'c'>): string {
  const all = [...b, ...c].filter(hasValue)
  if (all.length === 0) return ''
  const y = scale(all, 122, 10)
  const most = Math.max(b.length, c.length)
  const x = (i: number): number => (most < 2 ? 260 : 14 + (i / (most - 1)) * 492)
  const side = (kind: string, values: (number | null)[]): string => {
    const points = values.flatMap((value, i) => (hasValue(value) ? [{ x: x(i), y: y(value) }] : []))
    if (points.length === 0) return ''
    const median = y(middle(ascending(values.filter(hasValue))))
    const path = points.map(point => `${round(point.x)} ${round(point.y)}`).join(' ')
    const dots = points.map(point => dot(kind, point.x, point.y, 3.5)).join('')
    return `${line(`${kind} median`, 8, median, 512, median)}<polyline class="${kind}" points="${path}"/>${dots}`
  }
  return svg(520, 132, 'runs in the order of measuring', side('base', b) + side('cand', c))
}

/** The nights before and, at the right, the candidate. The scale has a least span, so that noise looks like noise. */
export function nightsChart({ n = [], to }: Pick<PageRow, 'n' | 'to'>): string {
  const all = [...n, to].filter(hasValue)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const missing = Math.max(0, (LEAST_SPAN * (low + high)) / 2 - (high - low)) / 2
  const y = scale([low - missing, high + missing], 56, 8)
  const x = (i: number): number => 14 + (i / n.length) * 492
  // A night without the row is a gap in the line.
  const points = n.map((value, i) => (hasValue(value) ? `${round(x(i))} ${round(y(value))} ` : '|'))
  const pieces = points.join('').split('|').filter(Boolean)
  const lines = pieces.map(piece => `<polyline class="base" points="${piece}"/>`).join('')
  const dots = n.map((value, i) => (hasValue(value) ? dot('base', x(i), y(value), 3) : '')).join('')
  const now = hasValue(to) ? dot('cand', 506, y(to), 3.5) : ''
  return svg(520, 64, 'the nights before, and the candidate', lines + dots + now)
}
