// Holds the findings against the promises that stable-bench makes about the trend. A missed line fails the command.
import { type Rate, rate } from '../rate-table.ts'
import { type Cell, cleanLooks, cleanYears, middleSteps, SIZES, testbeds, waits } from './cells.ts'
import { STABLE_BENCH } from './engine.ts'
import type { Score } from './score.ts'

/** `unclear`: the limit is within the interval of the finding, so that more histories would be needed. */
export type Target = {
  name: string
  limit: string
  found: Rate
  state: 'met' | 'unclear' | 'missed'
}

export type Find = (cell: Cell, method?: string) => Score | undefined

/** Looks scores up by cell and method, stable-bench unless told. */
export function finder(scores: Score[]): Find {
  const keyOf = (...parts: string[]) => JSON.stringify(parts)
  const index = new Map(scores.map(score => [keyOf(score.cell, score.method), score]))
  return (cell, method = STABLE_BENCH) => index.get(keyOf(cell.key, method))
}

export function rateOf(score: Score, count: string): Rate {
  return rate(score.counts[count] ?? 0, score.series)
}

/** Met when the upper end of the interval does not exceed the limit. */
function atMost(limit: number, name: string, found: Rate): Target {
  const state = found.high <= limit ? 'met' : found.low > limit ? 'missed' : 'unclear'
  return { name, limit: `≤ ${100 * limit} %`, found, state }
}

/** Met when the share itself reaches the limit. */
function atLeast(limit: number, name: string, found: Rate): Target {
  const state = found.share >= limit ? 'met' : found.high < limit ? 'missed' : 'unclear'
  return { name, limit: `≥ ${100 * limit} %`, found, state }
}

type Check = { cells: Cell[]; count: string; hold: (found: Rate, family: string) => Target }

/** Where 2 % steps are promised to be found: noise of 1 %, independent from night to night. */
const FOUND = { independent: 0.95, spikes: 0.9 } as const

const twoPercent = (cells: Cell[]) =>
  cells.filter(({ family, changes }) => family !== 'autocorrelated' && changes[0]?.size === SIZES[1])

const atLeastFound = (what: string) => (found: Rate, family: string) =>
  atLeast(FOUND[family as keyof typeof FOUND], `a step of 2 % is ${what}, ${family}`, found)

const checks: Check[] = [
  {
    cells: cleanLooks,
    count: 'any',
    hold: (found, family) => atMost(0.05, `false alarm in one look at 120 clean nights, ${family}`, found),
  },
  {
    cells: cleanYears,
    count: 'any',
    hold: (found, family) => atMost(0.03, `false alert ever in a clean year of nights, ${family}`, found),
  },
  { cells: twoPercent(middleSteps), count: 'found', hold: atLeastFound('found in one look') },
  { cells: twoPercent(waits), count: 'found', hold: atLeastFound('an alert within 60 nights') },
  {
    cells: testbeds,
    count: 'any',
    hold: (found, family) => atMost(0.05, `a commit is blamed for a testbed change, ${family}`, found),
  },
]

export function heldTargets(scores: Score[]): Target[] {
  const find = finder(scores)
  return checks.flatMap(({ cells, count, hold }) =>
    cells.flatMap(cell => {
      const score = find(cell)
      return score ? [hold(rateOf(score, count), cell.family)] : []
    }),
  )
}
