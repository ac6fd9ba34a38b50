// Holds the findings against the promises of stable-bench. A missed line fails the command.

import { type Cell, familyCells, interleavedCells, realCell, storedCells } from './cells.ts'
import { FAMILIES, type Family } from './noise.ts'
import type { Score } from './score.ts'
import { METHODS } from './simulate.ts'
import { specialTargets } from './special-targets.ts'
import { atLeast, atMost, covered, ratesOf, same, significant, slower, type Target } from './target.ts'

const ofFamily = (cells: Cell[], family: Family) => cells.filter(cell => cell.noise?.family === family)
const looks = [METHODS.oneLook, METHODS.looks]
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

/** The coverage at every true change. The change decides when to stop, and the interval shown then has to cover it. */
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
    ...atLeast(0.9, found(METHODS.looks), { name: `${name}, 5 to 20 runs` }),
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

/** Every line, in the order of the groups. */
export function heldTargets(scores: Score[]): Target[] {
  return [falseAlarms, familyWiseErrors, coverage, power, falseNoChange, specialTargets].flatMap(check =>
    check(scores),
  )
}
