// Holds a promise against the worst of the cells that it is about.
import { type Rate, rate } from '../rate-table.ts'
import type { Cell } from './cells.ts'
import type { Score, Tally } from './score.ts'

/** `unclear`: the limit is within the interval of the finding, so that more cases would be needed. */
export type State = 'met' | 'unclear' | 'missed'

/** `found` is the worst of the cells that the line is about, named by `where`. */
export type Target = {
  name: string
  limit: string
  found: Rate
  where: string
  state: State
  /** Lines that are not promised are there because they should be known. */
  promised: boolean
}

export type Found = { rate: Rate; where: string }

/** The scores of some cells by some methods at one true change, or at all, as rates of what `pick` counts. */
export function ratesOf(
  scores: Score[],
  { cells, methods, shift }: { cells: Cell[]; methods: string[]; shift: number | null },
  pick: (tally: Tally) => [number, number],
): Found[] {
  const keys = new Set(cells.map(cell => cell.key))
  return scores
    .filter(score => keys.has(score.cell) && methods.includes(score.method))
    .filter(score => shift === null || score.shift === shift)
    .map(({ cell, method, tally }) => ({ rate: rate(...pick(tally)), where: `${cell}; ${method}` }))
}

export const significant = (tally: Tally): [number, number] => [tally.significant, tally.cases]
export const same = (tally: Tally): [number, number] => [tally.same, tally.cases]
export const slower = (tally: Tally): [number, number] => [tally.slower, tally.cases]
export const covered = (tally: Tally): [number, number] => [tally.covered, tally.intervals]

type Line = { name: string; promised?: boolean }

/** Met when the upper end of the worst rate does not exceed the limit. */
export function atMost(limit: number, found: Found[], { name, promised = true }: Line): Target[] {
  const worst = found.toSorted((x, y) => y.rate.high - x.rate.high)[0]
  if (!worst) return []
  const { low, high } = worst.rate
  const state = high <= limit ? 'met' : low > limit ? 'missed' : 'unclear'
  return [{ name, limit: `≤ ${100 * limit} %`, found: worst.rate, where: worst.where, state, promised }]
}

/** Met when the worst share itself reaches the limit: coverage and power are promised without a bound. */
export function atLeast(limit: number, found: Found[], { name, promised = true }: Line): Target[] {
  const worst = found.toSorted((x, y) => x.rate.share - y.rate.share)[0]
  if (!worst) return []
  const { share, high } = worst.rate
  const state = share >= limit ? 'met' : high < limit ? 'missed' : 'unclear'
  return [{ name, limit: `≥ ${100 * limit} %`, found: worst.rate, where: worst.where, state, promised }]
}
