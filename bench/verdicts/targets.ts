// What stable-bench promises, held against what was found. A missed line fails the command.

import { type Rate, rate } from '../rate-table.ts'
import { type Cell, familyCells, interleavedCells, realCell, storedCells } from './cells.ts'
import { FAMILIES, type Family } from './noise.ts'
import type { Score, Tally } from './score.ts'
import { METHODS } from './simulate.ts'

/** unclear: the interval of what was found holds the limit, so that more cases would be needed. */
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

type Found = { rate: Rate; where: string }

/** The scores of some cells by some methods at one true change, or at all, as rates of what `pick` counts. */
function ratesOf(
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

const significant = (tally: Tally): [number, number] => [tally.significant, tally.cases]
const same = (tally: Tally): [number, number] => [tally.same, tally.cases]
const slower = (tally: Tally): [number, number] => [tally.slower, tally.cases]
const covered = (tally: Tally): [number, number] => [tally.covered, tally.intervals]

type Line = { name: string; promised?: boolean }

/** Met when the upper end of the worst rate does not exceed the limit. */
function atMost(limit: number, found: Found[], { name, promised = true }: Line): Target[] {
  const worst = found.toSorted((x, y) => y.rate.high - x.rate.high)[0]
  if (!worst) return []
  const { low, high } = worst.rate
  const state = high <= limit ? 'met' : low > limit ? 'missed' : 'unclear'
  return [{ name, limit: `≤ ${100 * limit} %`, found: worst.rate, where: worst.where, state, promised }]
}

/** Met when the worst share itself reaches the limit: coverage and power are promised without a bound. */
function atLeast(limit: number, found: Found[], { name, promised = true }: Line): Target[] {
  const worst = found.toSorted((x, y) => x.rate.share - y.rate.share)[0]
  if (!worst) return []
  const { share, high } = worst.rate
  const state = share >= limit ? 'met' : high < limit ? 'missed' : 'unclear'
  return [{ name, limit: `≥ ${100 * limit} %`, found: worst.rate, where: worst.where, state, promised }]
}

const ofFamily = (cells: Cell[], family: Family) => cells.filter(cell => cell.noise?.family === family)
const looks = [METHODS.oneLook, METHODS.twoLooks]
/** The stored baseline is promised to hold for these; a mode or a drift within a session is another matter. */
const isPromisedStored = (family: Family) => family === 'clean' || family === 'contaminated'

/** A difference that is significant counts as a false alarm also where the band keeps it from being one. */
function falseAlarms(scores: Score[]): Target[] {
  const interleaved = FAMILIES.flatMap(family =>
    atMost(
      0.015,
      ratesOf(scores, { cells: ofFamily(interleavedCells, family), methods: looks, shift: 0 }, significant),
      { name: `false alarms, interleaved, ${family}` },
    ),
  )
  const real = atMost(0.015, ratesOf(scores, { cells: [realCell], methods: looks, shift: 0 }, significant), {
    name: 'false alarms, interleaved, real A/A of this machine',
  })
  const stored = FAMILIES.flatMap(family =>
    [1, 3, 10].flatMap(sessions => {
      const cells = ofFamily(storedCells, family).filter(cell => cell.stored === sessions)
      const name = `false alarms, stored, ${family}, K = ${sessions}`
      const found = ratesOf(scores, { cells, methods: [METHODS.stored], shift: 0 }, significant)
      return atMost(0.015, found, { name, promised: isPromisedStored(family) })
    }),
  )
  return [...interleaved, ...real, ...stored]
}

function familyWiseErrors(scores: Score[]): Target[] {
  return FAMILIES.flatMap(family =>
    atMost(
      0.055,
      ratesOf(
        scores,
        { cells: ofFamily(familyCells, family), methods: [METHODS.family], shift: 0 },
        significant,
      ),
      { name: `family-wise errors, 20 benchmarks, both looks, ${family}` },
    ),
  )
}

/** At every true change: it decides when to stop, and what is shown then has to cover it. */
function coverage(scores: Score[]): Target[] {
  const of = (cells: Cell[], method: string) =>
    ratesOf(scores, { cells, methods: [method], shift: null }, covered)
  const interleaved = FAMILIES.flatMap(family =>
    looks.flatMap(method => {
      const found = of(ofFamily(interleavedCells, family), method)
      return atLeast(0.985, found, { name: `interval coverage, ${family}, ${method}` })
    }),
  )
  const clean = of(ofFamily(interleavedCells, 'clean'), METHODS.oneLook)
  const stored = FAMILIES.flatMap(family => {
    const line = { name: `interval coverage, stored, ${family}`, promised: isPromisedStored(family) }
    return atLeast(0.985, of(ofFamily(storedCells, family), METHODS.stored), line)
  })
  return [
    ...interleaved,
    ...atMost(0.997, clean, { name: 'interval coverage, clean, not too wide' }),
    ...stored,
  ]
}

function power(scores: Score[]): Target[] {
  const cells = ofFamily(interleavedCells, 'contaminated').filter(cell => cell.noise?.runSd === 0.005)
  const found = (method: string) => ratesOf(scores, { cells, methods: [method], shift: 0.05 }, slower)
  const name = 'power at 5 %, contaminated, run sd 0.5 %'
  return [
    ...atLeast(0.9, found(METHODS.oneLook), { name: `${name}, 10 runs` }),
    ...atLeast(0.9, found(METHODS.twoLooks), { name: `${name}, 10 then 20 runs` }),
    ...atMost(0.6, found(METHODS.welch), { name: `${name}, Welch alone`, promised: false }),
  ]
}

/** At a true change of the band: there "no change" is as easily wrong as it can be. */
function falseNoChange(scores: Score[]): Target[] {
  return FAMILIES.flatMap(family => {
    const cells = ofFamily([...interleavedCells, ...storedCells], family)
    const found = (methods: string[]) => ratesOf(scores, { cells, methods, shift: 0.02 }, same)
    return [
      ...looks.flatMap(method =>
        atMost(0.055, found([method]), { name: `false "no change", ${family}, ${method}` }),
      ),
      ...atMost(0.055, found([METHODS.stored]), { name: `false "no change", stored, ${family}` }),
    ]
  })
}

/** Every line, in the order of the groups; what later parts promise (the step on a base branch) joins this list. */
export function heldTargets(scores: Score[]): Target[] {
  return [falseAlarms, familyWiseErrors, coverage, power, falseNoChange].flatMap(check => check(scores))
}
