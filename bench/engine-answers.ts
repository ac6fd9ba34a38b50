// What the engine says of a small, fixed sample of simulated data, as a digest. A bench keeps it beside its figures:
// tests/figures.test.ts says so where the engine answers otherwise by now, so that the figures are of an older one.
import { createHash } from 'node:crypto'
import { analyseHistory } from '../src/history/analyse/analyse-all-series.ts'
import { defaultTrendPolicy } from '../src/history/analyse/trend-policy.ts'
import { cleanYears, endSteps, hardYears, middleSteps, testbedAndSteps, waits } from './trend/cells.ts'
import { nightsOf } from './trend/simulate.ts'
import { familyCells, interleavedCells, storedCells } from './verdicts/cells.ts'
import type { Said } from './verdicts/score.ts'
import { eachCase } from './verdicts/simulate.ts'
import { specialCells } from './verdicts/special-cells.ts'

const SEED = 20
const CASES = 2
const HISTORIES = 3

/** The last digits may differ between versions of Node. */
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(9)) : value

const digestOf = (answers: unknown): string =>
  createHash('sha256').update(JSON.stringify(answers, rounded)).digest('hex').slice(0, 16)

/** The answers to two cases of each cell of bench:verdicts. */
export function verdictAnswers(): string {
  const answers: [string, number, Said][] = []
  for (const cell of [...interleavedCells, ...storedCells, ...familyCells, ...specialCells]) {
    for (let index = 0; index < CASES; index++)
      eachCase(cell, index, { seed: SEED, real: {}, from: 0, to: 0 }, (method, shift, said) =>
        answers.push([method, shift, said]),
      )
  }
  return digestOf(answers)
}

/** The findings in three histories of each of these cells of bench:trend. */
export function trendAnswers(): string {
  const cells = [...middleSteps, ...endSteps, ...testbedAndSteps, ...waits, ...cleanYears, ...hardYears]
  const series = cells.flatMap((cell, i) =>
    Array.from({ length: HISTORIES }, (_, index) => ({
      id: `${i} ${index}`,
      better: 'lower' as const,
      nights: nightsOf(cell, SEED, index),
      announced: [],
    })),
  )
  return digestOf(analyseHistory(series, defaultTrendPolicy))
}
