// The small chart of a row, as SVG markup from numbers alone: no text of a user's can get into it. A chart library
// would need a canvas for each of a thousand rows; this is one path, and prints sharp.
import type { LevelSegment } from '../../../model/index.ts'
import { ascending, nearestQuantile } from '../../../stats/describe/order-statistics.ts'
import { formatChange } from '../../words/numbers.ts'
import { levelAt, type PageSeries, type Points } from './page-data.ts'

const WIDTH = 160
const HEIGHT = 32
/** Smaller movements than this around the median do not fill the height: noise should look like noise. */
const LEAST = 0.02
/** Shares of the values beyond which a spike leaves the chart instead of flattening the rest. */
const TAIL = 0.01
/** A level that lasted for less than this share of the nights, and is over, leaves the chart as well. */
const INCIDENT = 0.1

/** `events` are nights on which the machine changed. */
export type SparkTime = { at: number[]; from: number; to: number; events: number[]; disturbed: number[] }

const round = (value: number): number => Math.round(value * 10) / 10

/** The judged nights of levels that lasted, or last still; all nights where there are none. */
function lasting({ nights, median }: Points, segments: LevelSegment[], away: Set<number>) {
  const inside = ({ from, to }: LevelSegment): number[] =>
    median.filter((_, i) => {
      const night = nights[i] ?? -1
      return from <= night && night <= to && !away.has(night)
    })
  const kept = segments
    .map(segment => ({ level: segment.level, values: inside(segment) }))
    .filter(({ values }, i) => i === segments.length - 1 || values.length >= INCIDENT * median.length)
  const values = kept.flatMap(each => each.values)
  return values.length === 0
    ? { values: median, levels: [] }
    : { values, levels: kept.map(({ level }) => level) }
}

/** From a value to its height: the range of almost all values of the lasting levels, at least ±2 % of the median. */
function heights(points: Points, segments: LevelSegment[], away: Set<number>): (value: number) => number {
  const { values, levels } = lasting(points, segments, away)
  const sorted = ascending(values)
  const at = (share: number): number => nearestQuantile(share, sorted) ?? Number.NaN
  const least = LEAST * Math.abs(at(0.5))
  let low = Math.min(at(TAIL), ...levels)
  let high = Math.max(at(1 - TAIL), ...levels)
  const missing = Math.max(0, (2 * least - (high - low)) / 2)
  low -= missing
  high += missing
  const scale = high > low ? (HEIGHT - 8) / (high - low) : 0
  return value => {
    const y = scale === 0 ? HEIGHT / 2 : HEIGHT - 4 - (value - low) * scale
    return round(Math.max(1, Math.min(HEIGHT - 1, y)))
  }
}

function label(medians: number[]): string {
  const last = medians.at(-1) ?? 0
  const [low, high] = [Math.min(...medians), Math.max(...medians)].map(value => formatChange(value / last))
  const range = last > 0 ? `, ${low} to ${high} of the latest` : ''
  return `${medians.length} nights${range}`
}

/** The markup; empty for a series without nights. `time` places the page's nights. */
export function sparkline(series: PageSeries, points: Points, time: SparkTime): string {
  const { nights, median } = points
  if (median.length === 0) return ''
  const across = time.to > time.from ? (WIDTH - 10) / (time.to - time.from) : 0
  const x = (night: number): number => round(4 + ((time.at[night] ?? 0) - time.from) * across)
  const y = heights(points, series.segments, new Set([...series.spikes, ...time.disturbed]))
  const events = time.events.map(night => `M${x(night)} 0V${HEIGHT}`).join('')
  const line = median.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(nights[i] ?? 0)} ${y(value)}`).join('')
  const dots = series.changes.map(change => {
    const place = nights.indexOf(change.night)
    const kind = change.testbedChanged ? 'machine' : change.direction
    const height = y(levelAt(series, change.night) ?? median[place] ?? 0)
    return `<circle class="${kind}" cx="${x(change.night)}" cy="${height}" r="3"/>`
  })
  const lost = series.withdrawn.map(({ range: [first] }) => {
    const height = y(median[nights.indexOf(first)] ?? 0)
    return `<circle class="withdrawn" cx="${x(first)}" cy="${height}" r="3"/>`
  })
  const last = `<circle class="last" cx="${x(nights.at(-1) ?? 0)}" cy="${y(median.at(-1) ?? 0)}" r="2"/>`
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${label(
    median,
  )}"><path class="events" d="${events}"/><path class="line" d="${line}"/>${dots.join('')}${lost.join('')}${last}</svg>`
}
