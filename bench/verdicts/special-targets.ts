// The promises about the situations of special-cells.ts.
import type { Cell } from './cells.ts'
import type { Score } from './score.ts'
import { METHODS } from './simulate.ts'
import {
  adviceCells,
  gridCells,
  PROMISED_SD,
  periodicCells,
  spreadCells,
  unequalStoredCells,
} from './special-cells.ts'
import { atLeast, atMost, ratesOf, significant, slower, type Target } from './target.ts'

const found = (scores: Score[], cells: Cell[], method: string, shift = 0) =>
  ratesOf(scores, { cells, methods: [method], shift }, slower)

/** A drift goes on: more runs see more of it. */
const isSteady = ({ noise }: Cell) => noise?.family !== 'drifting'

function advice(scores: Score[]): Target[] {
  const [ten, noisy] = [
    adviceCells.filter(cell => cell.unequal?.baseline === 10),
    adviceCells.filter(cell => cell.noise?.runSd === 0.03),
  ]
  const effect = 'advice, the effect that could be found is found'
  return [
    ...atLeast(0.75, found(scores, ten, METHODS.effect), { name: `${effect}, 10 runs, least` }),
    ...atMost(0.9, found(scores, ten, METHODS.effect), { name: `${effect}, 10 runs, most` }),
    ...atLeast(0.75, found(scores, noisy.filter(isSteady), METHODS.runs), {
      name: 'advice, the runs asked for find the band, run sd 3 %',
    }),
    ...atLeast(
      0.75,
      found(
        scores,
        noisy.filter(cell => !isSteady(cell)),
        METHODS.runs,
      ),
      {
        name: 'advice, the runs asked for find the band, run sd 3 %, drifting',
        promised: false,
      },
    ),
    ...atMost(0.8, found(scores, noisy, METHODS.half), {
      name: 'advice, half of them would not, run sd 3 %',
    }),
    ...atMost(0.005, found(scores, noisy, METHODS.few), {
      name: 'advice, asks for no more runs than were made',
    }),
  ]
}

/**
 * Where one run in two to five is slower, the two runs of a pair differ more than two of one side do: no coin helps.
 */
const isHelped = (period: number) => period >= 6

function periodicLoad(scores: Score[]): Target[] {
  return periodicCells.flatMap(cell => {
    const period = cell.noise?.period ?? 0
    return [METHODS.oneLook, METHODS.looks].flatMap(method =>
      atMost(0.015, ratesOf(scores, { cells: [cell], methods: [method], shift: 0 }, significant), {
        name: `false alarms, one run in ${period} slower, ${method}`,
        promised: isHelped(period),
      }),
    )
  })
}

function storedGrid(scores: Score[]): Target[] {
  return (['tuned', 'untuned'] as const).flatMap(grade => {
    const of = (isPromised: boolean) =>
      gridCells.filter(
        cell =>
          (cell.grade ?? 'tuned') === grade &&
          (cell.noise?.sessionSd ?? 0) <= PROMISED_SD[grade] === isPromised,
      )
    const alarms = (cells: Cell[]) =>
      ratesOf(scores, { cells, methods: [METHODS.stored], shift: 0 }, significant)
    const limit = `${100 * PROMISED_SD[grade]} %`
    const ten = gridCells.filter(
      cell => (cell.grade ?? 'tuned') === grade && cell.stored === 10 && cell.noise?.sessionSd === 0.002,
    )
    return [
      ...atMost(0.015, alarms(of(true)), {
        name: `false alarms, ${grade}, K = 1 to 10, session sd up to ${limit}`,
      }),
      ...atMost(0.015, alarms(of(false)), {
        name: `false alarms, ${grade}, K = 1 to 10, session sd above ${limit}`,
        promised: false,
      }),
      ...atLeast(0.9, found(scores, ten, METHODS.stored, 0.05), {
        name: `power at 5 %, ${grade}, K = 10, session sd 0.2 %`,
      }),
    ]
  })
}

function unequalSides(scores: Score[]): Target[] {
  const alarms = (cells: Cell[], method: string) =>
    ratesOf(scores, { cells, methods: [method], shift: 0 }, significant)
  const isEqual = ({ unequal }: Cell) => unequal?.baseline === unequal?.candidate
  return [
    ...atMost(0.015, alarms(unequalStoredCells, METHODS.stored), {
      name: 'false alarms, stored, unequal numbers of runs',
    }),
    // Welch's test itself alarms in 1.3 % with five runs against ten.
    ...atMost(
      0.02,
      alarms(
        spreadCells.filter(cell => !isEqual(cell)),
        METHODS.unequal,
      ),
      {
        name: 'false alarms, unequal spread, unequal numbers of runs',
      },
    ),
    ...atMost(0.015, alarms(spreadCells.filter(isEqual), METHODS.unequal), {
      name: 'false alarms, unequal spread, equal numbers of runs',
      promised: false,
    }),
  ]
}

export const specialTargets = (scores: Score[]): Target[] =>
  [advice, periodicLoad, storedGrid, unequalSides].flatMap(check => check(scores))
