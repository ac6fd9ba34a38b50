// stable-bench, as users get it: one look at a finished history, and the replay of every night.

import { type AnalysedSeries, analyseHistory } from '../../src/history/analyse/analyse-all-series.ts'
import type { NightLevel, SeriesLevels } from '../../src/history/analyse/judged-nights.ts'
import { levelShiftSince } from '../../src/history/analyse/level-shift-since.ts'
import { type AnnouncedRange, type FoundChange, isRecent } from '../../src/history/analyse/same-change.ts'
import { defaultTrendPolicy } from '../../src/history/analyse/trend-policy.ts'
import { analyseSeries } from '../../tests/history/analyse/one-series.ts'
import type { Cell } from './cells.ts'
import { add, emptyScore, judged, NEAR, type Score } from './score.ts'
import { nightsOf, type Piece } from './simulate.ts'

export const STABLE_BENCH = 'stable-bench'

type Said = Parameters<typeof add>[1]

const seriesOf = (nights: NightLevel[], announced: AnnouncedRange[] = []): SeriesLevels => ({
  id: 'a',
  better: 'lower',
  nights,
  announced,
})

/** The score of what `judge` says of each history of a piece; it may note delays in the score itself. */
function scored(piece: Piece, judge: (nights: NightLevel[], score: Score) => Said): Score {
  const { cell, seed, from, to } = piece
  const score = emptyScore(STABLE_BENCH, cell)
  for (let index = from; index < to; index++) add(score, judge(nightsOf(cell, seed, index), score))
  return score
}

const placeOf = ({ changes }: Cell) => changes[0]?.at as number

/** Whether the range of nights and the interval of size hold the truth, of the change point that found a step. */
function coverage(cell: Cell, changes: FoundChange[]) {
  const [step] = cell.changes
  if (step?.kind !== 'step') return {}
  const change = changes.find(({ night }) => Math.abs(night - step.at) <= NEAR)
  if (!change?.interval) return {}
  const [low, high] = change.interval
  return {
    located: 1,
    rangeHolds: change.range[0] <= step.at && step.at <= change.range[1],
    rangeNights: change.range[1] - change.range[0] + 1,
    sizeHolds: low <= 1 + step.size && 1 + step.size <= high,
  }
}

/** One analysis of each finished history. */
export const look = (piece: Piece): Score =>
  scored(piece, nights => {
    const series = seriesOf(nights)
    const analysis = analyseSeries(series, defaultTrendPolicy)
    const blamed = analysis.changePoints.filter(change => !change.testbedChanged)
    const shift = levelShiftSince(series, 0, analysis.changePoints, defaultTrendPolicy)
    const [low, high] = shift?.interval ?? [1, 1]
    const places = blamed.map(change => change.night)
    return {
      ...judged(piece.cell, places),
      ...coverage(piece.cell, blamed),
      testbed: analysis.changePoints.some(change => change.testbedChanged),
      shifts: low > 1 || high < 1,
      shiftSize: shift === null ? 0 : shift.ratio - 1,
    }
  })

/** The changes that are announced after the first `count` nights: as in the action, only recent ones. */
function nightly(nights: NightLevel[], count: number, announced: AnnouncedRange[]): FoundChange[] {
  const first = nights.slice(0, count)
  const [found] = analyseHistory([seriesOf(first, announced)], defaultTrendPolicy)
  const own = first.map(({ night }) => night)
  return (found as AnalysedSeries).toAnnounce.filter(change =>
    isRecent(change, own, defaultTrendPolicy.recentNights),
  )
}

/** Nightly analyses of a whole history without change: was there ever an alert? */
export const cleanYear = (piece: Piece): Score =>
  scored(piece, nights => {
    let isAlarmed = false
    for (let count = defaultTrendPolicy.minNights; count <= nights.length && !isAlarmed; count++) {
      isAlarmed = nightly(nights, count, []).length > 0
    }
    return { any: isAlarmed }
  })

/** Nightly analyses from the step on: after how many nights is it announced? */
export function wait(piece: Piece): Score {
  const at = placeOf(piece.cell)
  return scored(piece, (nights, score) => {
    let found = false
    for (let count = at + 1; count <= nights.length && !found; count++) {
      // This is nearer than by chance. It is wider than NEAR, because the night of a young change may still be
      // uncertain.
      found = nightly(nights, count, []).some(
        change => change.direction === 'worse' && Math.abs(change.night - at) <= 2 * NEAR,
      )
      if (found) score.delays.push(count - at)
    }
    return { found }
  })
}

/** Nightly analyses long after a step, which remember the announced changes: how often is something announced? */
export function afterwards(piece: Piece): Score {
  const at = placeOf(piece.cell)
  return scored(piece, nights => {
    const known: FoundChange[] = []
    for (let count = at + 1; count <= nights.length; count++) {
      known.push(...nightly(nights, count, known))
    }
    const own = known.filter(change => Math.abs(change.night - at) <= 2 * NEAR).length
    return { announced: own > 0, again: own > 1, other: known.length > own }
  })
}
