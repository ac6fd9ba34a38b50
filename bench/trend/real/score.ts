// Holds the findings in real histories against gross steps, and against marks made by eye.
import { grossSteps } from './gross-steps.ts'
import type { Mark } from './marks.ts'
import type { Found } from './methods.ts'
import type { RealSeries } from './parse.ts'

/** A step counts as found by a change point this many values from it, or whose possible first nights hold it. */
export const NEAR = 3
/** Marks are read off a drawing. */
const NEAR_MARK = 6

/** Whether a change point is at `place`, or at most `near` values away. */
export const isAt = (place: number, near: number) => (found: Found) =>
  Math.abs(found.at - place) <= near || (found.range[0] - 1 <= place && place <= found.range[1] + 1)

export type Score = {
  series: number
  gross: number
  grossFound: number
  /** The gross steps whose series does not alternate. */
  steady: number
  steadyFound: number
  /** Series that lose a gross step, and that lose a steady one. */
  losing: number
  losingSteady: number
  marked: number
  markedFound: number
  /** Change points of marked series where no step was marked, not even an arguable one. */
  unmarked: number
  changePoints: number
}

/** The score of a series, and in `lost` the positions of its gross and marked steps that are not found. */
export type SeriesScore = { score: Score; lost: number[] }

/** Scores the findings in one series. */
export function scoreOf(each: RealSeries, found: Found[], mark: Mark | undefined): SeriesScore {
  const gross = grossSteps(each)
  const missed = gross.filter(({ at }) => !found.some(isAt(at, NEAR)))
  const steady = gross.filter(({ alternates }) => !alternates)
  const missedSteady = missed.filter(({ alternates }) => !alternates)
  const steps = mark?.steps ?? []
  const missedMarks = steps.filter(at => !found.some(isAt(at, NEAR_MARK)))
  const known = [...steps, ...(mark?.arguable ?? [])]
  const isKnown = (one: Found) => known.some(at => isAt(at, NEAR_MARK)(one))
  const score = {
    series: 1,
    gross: gross.length,
    grossFound: gross.length - missed.length,
    steady: steady.length,
    steadyFound: steady.length - missedSteady.length,
    losing: Number(missed.length > 0),
    losingSteady: Number(missedSteady.length > 0),
    marked: steps.length,
    markedFound: steps.length - missedMarks.length,
    unmarked: mark ? found.filter(one => !isKnown(one)).length : 0,
    changePoints: found.length,
  }
  return { score, lost: [...missed.map(({ at }) => at), ...missedMarks] }
}

/** Adds up scores. */
export function sum(scores: Score[]): Score {
  const { score: total } = scoreOf({ name: '', unit: '', values: [] }, [], undefined)
  for (const key of Object.keys(total) as (keyof Score)[]) {
    total[key] = scores.reduce((all, score) => all + score[key], 0)
  }
  return { ...total }
}
