// What the trend finds in real histories, held against gross steps and against marks made by eye; and which of its
// findings it takes back when more nights come.
import { type AnalysedSeries, analyseHistory } from '../../../src/history/analyse/analyse-all-series.ts'
import { disturbedNights } from '../../../src/history/analyse/disturbed-nights.ts'
import type { SeriesLevels } from '../../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { grossSteps } from './gross-steps.ts'
import type { Mark } from './marks.ts'
import type { RealHistory, RealSeries } from './parse.ts'

/** A step counts as found by a change point this many values from it, or whose possible first nights hold it. */
const NEAR = 3
/** Marks are read off a drawing. */
const NEAR_MARK = 6

/** A change point as positions among the values of its series: its night, and the range that holds it. */
export type Found = { at: number; range: [number, number] }

export function levelsOf({ name, values }: RealSeries): SeriesLevels {
  const nights = values.flatMap((value, night) => (value === null ? [] : [{ night, value, testbed: null }]))
  return { id: name, better: 'lower', nights, announced: [] }
}

function foundIn(levels: SeriesLevels, { changePoints }: Pick<AnalysedSeries, 'changePoints'>): Found[] {
  const position = (night: number) => levels.nights.findIndex(other => other.night >= night)
  return changePoints.map(({ night, range }) => ({
    at: position(night),
    range: [position(range[0]), position(range[1])],
  }))
}

const isAt = (place: number, near: number) => (found: Found) =>
  Math.abs(found.at - place) <= near || (found.range[0] - 1 <= place && place <= found.range[1] + 1)

export type Score = {
  series: number
  gross: number
  grossFound: number
  losing: number
  marked: number
  markedFound: number
  /** Change points of marked series where no step was marked, not even an arguable one. */
  unmarked: number
  changePoints: number
  /** Nights on which the machine was disturbed. */
  disturbed: number
  /** Of CPU. */
  seconds: number
}

function scoreOf(each: RealSeries, found: Found[], mark: Mark | undefined): Score {
  const gross = grossSteps(each)
  const grossFound = gross.filter(({ at }) => found.some(isAt(at, NEAR))).length
  const steps = mark?.steps ?? []
  const known = [...steps, ...(mark?.arguable ?? [])]
  const isKnown = (one: Found) => known.some(at => isAt(at, NEAR_MARK)(one))
  return {
    series: 1,
    gross: gross.length,
    grossFound,
    losing: Number(grossFound < gross.length),
    marked: steps.length,
    markedFound: steps.filter(at => found.some(isAt(at, NEAR_MARK))).length,
    unmarked: mark ? found.filter(one => !isKnown(one)).length : 0,
    changePoints: found.length,
    disturbed: 0,
    seconds: 0,
  }
}

/** Adds up scores. */
export function sum(scores: Score[]): Score {
  const total = scoreOf({ name: '', unit: '', values: [] }, [], undefined)
  for (const key of Object.keys(total) as (keyof Score)[]) {
    total[key] = scores.reduce((all, score) => all + score[key], 0)
  }
  return total
}

/** One look at a whole history. `tell` gets the series that lose a step. */
export function scored(
  { suite, series }: RealHistory,
  marks: Mark[],
  tell: (name: string, lost: number[]) => void,
): Score {
  const measured = series.map(levelsOf)
  const begin = process.cpuUsage()
  const disturbed = new Set(disturbedNights(measured).map(({ night }) => night))
  const levels = measured.map(each => ({ ...each, disturbed }))
  const analysed = analyseHistory(levels, defaultTrendPolicy)
  const { user, system } = process.cpuUsage(begin)
  const scores = series.map((each, i) => {
    const found = foundIn(levels[i] as SeriesLevels, analysed[i] as AnalysedSeries)
    const mark = marks.find(other => other.suite === suite && other.series === each.name)
    const lost = [
      ...grossSteps(each).flatMap(({ at }) => (found.some(isAt(at, NEAR)) ? [] : [at])),
      ...(mark?.steps ?? []).filter(at => !found.some(isAt(at, NEAR_MARK))),
    ]
    if (lost.length > 0) tell(each.name, lost)
    return scoreOf(each, found, mark)
  })
  return { ...sum(scores), disturbed: disturbed.size, seconds: (user + system) / 1e6 }
}

/** The nights after a look at which it is asked whether what was found is still there. */
const LATER = [1, 2, 5, 10, 20, 30]

/** How many change points a look finds, and how many of them later looks do not. */
export type Kept = { found: number; takenBack: number }

/**
 * Looks at a series before its end, and again later: of all change points, and of those that the look would announce, which
 * later looks know of.
 */
export function takenBack(each: RealSeries): { all: Kept; announced: Kept } {
  const levels = levelsOf(each)
  const look = (count: number, announced: SeriesLevels['announced'] = []) => {
    const first = { ...levels, nights: levels.nights.slice(0, count), announced }
    const analysed = analyseHistory([first], defaultTrendPolicy)[0] as AnalysedSeries
    return { ...analysed, found: foundIn(first, analysed) }
  }
  const [all, announced] = [0, 1].map(() => ({ found: 0, takenBack: 0 })) as [Kept, Kept]
  for (const share of [0.3, 0.5, 0.7]) {
    const count = Math.floor(share * levels.nights.length)
    const counts = LATER.map(more => count + more).filter(later => later <= levels.nights.length)
    const first = look(count)
    const told = foundIn(levels, { changePoints: first.toAnnounce })
    const tally = (kept: Kept, changes: Found[], known: SeriesLevels['announced']) => {
      const later = counts.map(more => look(more, known).found)
      kept.found += changes.length
      kept.takenBack += changes.filter(
        change => !later.every(found => found.some(isAt(change.at, 2 * NEAR))),
      ).length
    }
    tally(all, first.found, [])
    if (told.length > 0) tally(announced, told, first.toAnnounce)
  }
  return { all, announced }
}
