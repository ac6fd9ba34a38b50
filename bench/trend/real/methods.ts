// The change points that stable-bench and Otava find in real histories, in one form.
import { type AnalysedSeries, analyseHistory } from '../../../src/history/analyse/analyse-all-series.ts'
import { disturbedNights } from '../../../src/history/analyse/disturbed-nights.ts'
import type { SeriesLevels } from '../../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { otavaPlaces } from '../rivals.ts'
import type { RealSeries } from './parse.ts'

/** A change point as positions among the values of its series: its night, and the range that holds it. */
export type Found = { at: number; range: [number, number] }

/** `found`: the change points of each series. `disturbed` nights are counted, `seconds` are of CPU. */
export type Looked = { found: Found[][]; disturbed: number; seconds: number }

/** The values that are there. */
export const valuesOf = ({ values }: Pick<RealSeries, 'values'>): number[] =>
  values.filter(value => value !== null)

export function levelsOf({ name, values }: RealSeries): SeriesLevels {
  const nights = values.flatMap((value, night) => (value === null ? [] : [{ night, value, testbed: null }]))
  return { id: name, better: 'lower', nights, announced: [] }
}

/** Change points of a series as positions among its values. */
export function foundIn(
  { nights }: SeriesLevels,
  { changePoints }: Pick<AnalysedSeries, 'changePoints'>,
): Found[] {
  const position = (night: number) => nights.findIndex(other => other.night >= night)
  return changePoints.map(({ night, range }) => ({
    at: position(night),
    range: [position(range[0]), position(range[1])],
  }))
}

/** stable-bench looks once at all series of a suite. */
export function stableBenchLooks(series: RealSeries[]): Looked {
  const measured = series.map(levelsOf)
  const begin = process.cpuUsage()
  const disturbed = new Set(disturbedNights(measured).map(({ night }) => night))
  const levels = measured.map(each => ({ ...each, disturbed }))
  const analysed = analyseHistory(levels, defaultTrendPolicy)
  const { user, system } = process.cpuUsage(begin)
  const found = levels.map((each, i) => foundIn(each, analysed[i] as AnalysedSeries))
  return { found, disturbed: disturbed.size, seconds: (user + system) / 1e6 }
}

/**
 * Seconds of CPU that one look takes at 1,000 series of 400 real sessions: those that have so many, again and again.
 */
export function secondsOfThousand(histories: RealSeries[]): number {
  const long = histories
    .map(each => ({ ...each, values: valuesOf(each).slice(-400) }))
    .filter(({ values }) => values.length === 400)
  return stableBenchLooks(Array.from({ length: 1000 }, (_, i) => long[i % long.length] as RealSeries)).seconds
}

/** Otava looks at histories of any lengths; it names one session and no range. `folder` holds its packages. */
export const otavaFinds = (histories: number[][], folder: string): Found[][] =>
  otavaPlaces(histories, folder).map(places => places.map(at => ({ at, range: [at, at] })))
