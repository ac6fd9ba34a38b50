// Rows of simulated nested noise: runs that differ, autocorrelated skewed measurements within them, a random order, and
// faults planted into it.
import type { NoisyRow, NoisySide } from '../../../src/compare/diagnose/row-noise.ts'
import { median } from '../../../src/stats/describe/summary.ts'
import { plannedMeasured } from '../../measure/planned-runs.ts'
import type { SeededRandom } from '../../stats/seeded-random.ts'

export type Noise = {
  runs: number
  measurements: number
  /** Relative, between runs and within a run. */
  runSd: number
  withinSd: number
  /** Whether runs differ by a skewed distribution (skewness 1.4) as measurements do, or by a normal one. */
  skewedRuns: boolean
}

/** Where a run stands: its side, its number there from 1, its position in the job from 0, what ran before it. */
export type Place = { candidate: boolean; number: number; position: number; followsOther: boolean }

/** What is planted: the factor on measurement i of a run. Asked once per run, so it may draw random numbers. */
export type Fault = (place: Place) => (i: number) => number

const AUTOCORRELATION = 0.3

/** Mean 0, variance 1, skewness 1.4: the sum of two exponentials. */
function skewed({ uniform }: SeededRandom): number {
  return (-Math.log(1 - uniform()) - Math.log(1 - uniform()) - 2) / Math.SQRT2
}

function simulatedRun(noise: Noise, random: SeededRandom, factor: (i: number) => number): number[] {
  const level = noise.runSd * (noise.skewedRuns ? skewed(random) : random.normal())
  let error = skewed(random)
  return Array.from({ length: noise.measurements }, (_, i) => {
    const innovation = Math.sqrt(1 - AUTOCORRELATION ** 2) * skewed(random)
    error = AUTOCORRELATION * error + innovation
    return 1e6 * Math.exp(level + noise.withinSd * error) * factor(i)
  })
}

const clean: Fault = () => () => 1

/** A row of times measured in a random order of its own; the candidate is 1 % slower, which is no noise. */
export function simulatedRow(noise: Noise, random: SeededRandom, fault: Fault = clean): NoisyRow {
  const empty = (): NoisySide => ({ runs: [], values: [], order: [] })
  const row = { unit: 'ns', baseline: empty(), candidate: empty() }
  const plannedRuns = plannedMeasured(
    ['baseline', 'candidate'],
    0,
    noise.runs,
    undefined,
    random.integer(2 ** 31),
  )
  plannedRuns.forEach(({ side, number }, position) => {
    const followsOther = position > 0 && plannedRuns[position - 1]?.side !== side
    const factor = fault({ candidate: side === 'candidate', number: number + 1, position, followsOther })
    const shift = side === 'candidate' ? 1.01 : 1
    const run = simulatedRun(noise, random, i => shift * factor(i))
    row[side].runs.push(run)
    row[side].values.push(median(run))
    row[side].order?.push(position)
  })
  return row
}
