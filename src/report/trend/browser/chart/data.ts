// The numbers of one or more series as the columns that uPlot draws, on one axis of time.
import {
  decodePoints,
  decodeRuns,
  levelAt,
  type PageData,
  type PageSeries,
  type Points,
} from '../page-data.ts'

/** Values are shown as they are, or as the change in percent from the series' latest level. */
export type Scale = 'linear' | 'log' | 'percent'

type ColumnValues = (number | null)[]

/** One series as drawn: every value already shown as its scale wants it. */
export type Drawn = {
  series: PageSeries
  points: Points
  /** Per night of `points`. */
  runs: number[][]
  show: (value: number) => number
  columns: { median: ColumnValues; low: ColumnValues; high: ColumnValues; level: ColumnValues }
}

export type ChartData = { at: number[]; drawn: Drawn[]; scale: Scale }

/** In seconds. */
export const HALF_A_DAY = 43_200

/** The span of all nights in seconds, with some room at both ends. */
export function wholeSpan(at: number[]): [number, number] {
  const [first, last] = [at[0] ?? 0, at.at(-1) ?? 0]
  const room = Math.max(HALF_A_DAY, (last - first) / 80)
  return [first - room, last + room]
}

/** Whether a series can be shown on a logarithmic scale. */
export const hasLog = ({ low }: Points): boolean => low.every(value => value > 0)

/** The chart of these series; their nights are brought onto one ascending axis of time. */
export function chartData(all: PageSeries[], data: PageData, scale: Scale): ChartData {
  const time = (night: number): number => data.nights[night]?.at ?? 0
  const decoded = all.map(series => ({ series, points: decodePoints(series, data) }))
  const at = [...new Set(decoded.flatMap(({ points }) => points.nights.map(time)))].sort((a, b) => a - b)
  const placeOf = new Map(at.map((seconds, i) => [seconds, i]))
  const drawn = decoded.map(({ series, points }): Drawn => {
    const latest = series.segments.at(-1)?.level ?? points.median.at(-1) ?? 1
    const show = (value: number) => (scale === 'percent' ? 100 * (value / latest - 1) : value)
    const places = points.nights.map(night => placeOf.get(time(night)) ?? 0)
    const column = (values: (number | null)[]): ColumnValues => {
      const found: ColumnValues = at.map(() => null)
      places.forEach((place, i) => {
        const value = values[i] ?? null
        found[place] = value === null ? null : show(value)
      })
      return found
    }
    const level = points.nights.map(night => levelAt(series, night) ?? null)
    const { median, low, high } = points
    const columns = { median: column(median), low: column(low), high: column(high), level: column(level) }
    return { series, points, runs: decodeRuns(series, points), show, columns }
  })
  return { at, drawn, scale }
}
