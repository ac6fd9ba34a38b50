// Counts how often a method says something about histories whose truth is known, and after how many nights.
import type { Cell } from './cells.ts'

export type Counts = Record<string, number>

/** The findings of one method in one cell; `delays` are nights at the new level until the alert, per history. */
export type Score = { method: string; cell: string; series: number; counts: Counts; delays: number[] }

/** How far from the true night a change point may be and still be the one. */
export const NEAR = 5

export function emptyScore(method: string, cell: Cell): Score {
  return { method, cell: cell.key, series: 0, counts: {}, delays: [] }
}

export function add(score: Score, counts: Record<string, number | boolean>): void {
  score.series++
  for (const [name, count] of Object.entries(counts)) {
    score.counts[name] = (score.counts[name] ?? 0) + Number(count)
  }
}

/** Two parts of the same cell by the same method as one. */
export function merged(one: Score, other: Score): Score {
  const counts = { ...one.counts }
  for (const [name, count] of Object.entries(other.counts)) counts[name] = (counts[name] ?? 0) + count
  return { ...one, series: one.series + other.series, counts, delays: [...one.delays, ...other.delays] }
}

/** Counts what places (indices of nights) say about a history: something, the steps, anything else. */
export function judged(cell: Cell, places: number[]): { any: boolean; found: boolean; other: boolean } {
  const steps = cell.changes.filter(change => change.kind === 'step')
  const isNear = (place: number, at: number) => Math.abs(place - at) <= NEAR
  return {
    any: places.length > 0,
    found: steps.length > 0 && steps.every(({ at }) => places.some(place => isNear(place, at))),
    other: places.some(place => !steps.some(({ at }) => isNear(place, at))),
  }
}

/** The delay that `share` of all series do not exceed; null when fewer were found. */
export function delayQuantile({ delays, series }: Score, share: number): number | null {
  return delays.toSorted((x, y) => x - y)[Math.ceil(share * series) - 1] ?? null
}
