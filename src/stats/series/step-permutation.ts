// How surprising the largest step is when there is none: the same scan over series made of the same noise in another
// order. The lag-1 autocorrelation is taken out before and put back afterwards (post-blackening: Davison & Hinkley
// 1997, Bootstrap Methods, section 8.2). The permuted values still contain the step that is tested: only then is the test
// exact for independent values. Residuals around the step would vary too little when there are few of them.
import type { StepScan } from './step-scan.ts'

export type PermutationEffort = {
  /** At most so many series; the smallest possible p is 1/(permutations + 1). */
  permutations: number
  /** The test stops once so many of them step at least as much: Besag & Clifford (1991), Biometrika 78. */
  exceedances: number
}

// Looked up once: test runners make every use of a global slow.
const { floor } = Math

/** The innovations: each value minus the share that it carries on from the one before; centred. */
function innovations(values: Float64Array, autocorrelation: number): Float64Array {
  const fresh = values.map((value, i) =>
    i === 0
      ? value * Math.sqrt(1 - autocorrelation ** 2)
      : value - autocorrelation * (values[i - 1] as number),
  )
  let sum = 0
  for (const value of fresh) sum += value
  return fresh.map(value => value - sum / fresh.length)
}

/** Fisher and Yates's shuffle, in place. */
function shuffle(values: Float64Array, random: () => number): void {
  for (let i = values.length - 1; i > 0; i--) {
    const other = floor(random() * (i + 1))
    const kept = values[i] as number
    values[i] = values[other] as number
    values[other] = kept
  }
}

/** Fills `series` with values that carry on from each other; the first has the variance of the others. */
function carryOn(fresh: Float64Array, series: Float64Array, autocorrelation: number): void {
  let previous = (fresh[0] as number) / Math.sqrt(1 - autocorrelation ** 2)
  series[0] = previous
  for (let i = 1; i < fresh.length; i++) {
    previous = autocorrelation * previous + (fresh[i] as number)
    series[i] = previous
  }
}

type StepTest = {
  /** The values, minus the means between known breaks. */
  centred: Float64Array
  autocorrelation: number
  scan: StepScan
  random: () => number
}

/** The p-value of the largest step, which takes away `share` of all squares. Never 0. */
export function stepP(
  share: number,
  test: StepTest,
  { permutations, exceedances }: PermutationEffort,
): number {
  const { centred, autocorrelation, scan, random } = test
  const fresh = innovations(centred, autocorrelation)
  const series = new Float64Array(fresh.length)
  // Rounding must not make an equal step smaller than what was seen.
  const least = share * (1 - 1e-9)
  let reached = 0
  for (let done = 1; done <= permutations; done++) {
    shuffle(fresh, random)
    carryOn(fresh, series, autocorrelation)
    if (scan(series, least) && ++reached >= exceedances) return reached / done
  }
  return (reached + 1) / (permutations + 1)
}
