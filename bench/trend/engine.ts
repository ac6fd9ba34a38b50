// stable-bench, as users get it: one look at a finished history, and the replay of every night.
import { analyseHistory, type History } from '../../src/history/analyse-history.ts'
import { analyseSeries } from '../../src/history/analyse-series.ts'
import type { ChangePoint, KnownChange } from '../../src/history/change-point.ts'
import { driftSince } from '../../src/history/drift-since.ts'
import type { Night } from '../../src/history/judged-nights.ts'
import { defaultTrendPolicy } from '../../src/history/trend-policy.ts'
import type { Cell } from './cells.ts'
import { add, emptyScore, judged, NEAR, type Score } from './score.ts'
import { nightsOf, type Piece } from './simulate.ts'

export const STABLE_BENCH = 'stable-bench'

const indices = ({ from, to }: Piece) => Array.from({ length: to - from }, (_, i) => from + i)

/** Whether the range of nights and the interval of size hold the truth, of the change point that found a step. */
function coverage(cell: Cell, changes: ChangePoint[]) {
  const [step] = cell.changes
  if (step?.kind !== 'step') return {}
  const change = changes.find(({ night }) => Math.abs(night - step.at) <= NEAR)
  if (!change?.interval) return {}
  const [low, high] = change.interval
  return {
    located: 1,
    rangeHolds: change.range[0] <= step.at && step.at <= change.range[1],
    rangeNights: change.range[1] - change.range[0] + 1,
    sizeHolds: low <= step.size && step.size <= high,
  }
}

/** One analysis of each finished history. */
export function look(piece: Piece): Score {
  const { cell, seed } = piece
  const score = emptyScore(STABLE_BENCH, cell)
  for (const index of indices(piece)) {
    const nights = nightsOf(cell, seed, index)
    const analysis = analyseSeries(nights, defaultTrendPolicy)
    const blamed = analysis.changePoints.filter(change => !change.testbedChanged)
    const drift = driftSince(nights, 0, analysis, defaultTrendPolicy)
    add(score, {
      ...judged(
        cell,
        blamed.map(change => change.night),
      ),
      ...coverage(cell, blamed),
      testbed: analysis.changePoints.some(change => change.testbedChanged),
      drifts: drift !== null && (drift.interval[0] > 0 || drift.interval[1] < 0),
      driftSize: drift?.size ?? 0,
    })
  }
  return score
}

/** What the analysis of the first `count` nights says. */
function nightly(nights: Night[], count: number, known: KnownChange[]): History {
  return analyseHistory([{ id: 'a', nights: nights.slice(0, count), known }], defaultTrendPolicy)
}

/** Nightly analyses of a whole history without change: was there ever an alert? */
export function cleanYear(piece: Piece): Score {
  const { cell, seed } = piece
  const score = emptyScore(STABLE_BENCH, cell)
  for (const index of indices(piece)) {
    const nights = nightsOf(cell, seed, index)
    let isAlarmed = false
    for (let count = defaultTrendPolicy.minNights; count <= cell.nights && !isAlarmed; count++) {
      isAlarmed = nightly(nights, count, []).alerts.length > 0
    }
    add(score, { any: isAlarmed })
  }
  return score
}

/** Nightly analyses from the step on: after how many nights is it announced? */
export function wait(piece: Piece): Score {
  const { cell, seed } = piece
  const score = emptyScore(STABLE_BENCH, cell)
  const at = cell.changes[0]?.at as number
  for (const index of indices(piece)) {
    const nights = nightsOf(cell, seed, index)
    let found = false
    for (let count = at + 1; count <= cell.nights && !found; count++) {
      const { alerts } = nightly(nights, count, [])
      // Nearer than by chance, but the night may still be uncertain when the alert is young.
      found = alerts.some(
        ({ change }) => change.direction === 'up' && Math.abs(change.night - at) <= 2 * NEAR,
      )
      if (found) score.delays.push(count - at)
    }
    add(score, { found })
  }
  return score
}

/** Nightly analyses long after a step, with what was announced remembered: how often is something announced? */
export function afterwards(piece: Piece): Score {
  const { cell, seed } = piece
  const score = emptyScore(STABLE_BENCH, cell)
  const at = cell.changes[0]?.at as number
  for (const index of indices(piece)) {
    const nights = nightsOf(cell, seed, index)
    const known: ChangePoint[] = []
    for (let count = at + 1; count <= cell.nights; count++) {
      const { alerts } = nightly(nights, count, known)
      known.push(...alerts.map(alert => alert.change))
    }
    const own = known.filter(change => Math.abs(change.night - at) <= 2 * NEAR).length
    add(score, { announced: own > 0, again: own > 1, other: known.length > own })
  }
  return score
}
