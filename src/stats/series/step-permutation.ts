// How surprising the largest step is when there is none: the same scan over series made of the same noise in another
// order. The lag-1 autocorrelation is taken out before and put back afterwards (post-blackening: Davison & Hinkley
// 1997, Bootstrap Methods, section 8.2). The permuted values still contain the step that is tested: only then is the
// test exact for independent values. Residuals around the step would vary too little when there are few of them.
import type { StepScan } from './step-scan.ts'

export type PermutationEffort = {
  /** At most so many series; the smallest possible p is 1/(permutations + 1). */
  permutations: number
  /** The test stops once so many of them step at least as much: Besag & Clifford (1991), Biometrika 78. */
  exceedances: number
  /** The first permutations give an estimate. One that is smaller than this is near enough: at least `SMALLEST_P`. */
  clear: number
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

type StepNoise = {
  /** The values around the levels between known breaks, in units of the standard deviation between them. */
  even: Float64Array
  autocorrelation: number
  scan: StepScan
  random: () => number
}

/** Rounding must not make an equal step smaller than the one that was seen. */
export const nearly = (strength: number) => strength * (1 - 1e-9)

/** The strongest step of each series that is made of the noise of some values, by its number. */
export type NoiseSteps = (index: number) => number

/** A smaller p-value is given as this one: nobody decides by such small ones. */
export const SMALLEST_P = 1e-6
/** So many permutations give an estimate: after them the test checks whether more would tell more. */
export const ESTIMATING = 199
/** So few show it already where a step is beyond doubt: even if stronger steps of noise got rarer half as fast. */
const BEYOND_DOUBT = { permutations: 49, slower: 2 }
/** The share of the strongest steps of permutations that shows how fast such steps get rarer. */
const TAIL = 0.25

/**
 * The p-value of a step by those of the first permutations: beyond most of them, strong steps get rarer exponentially, in
 * normal noise at a rate of 1/2 (Knijnenburg et al. 2009, Bioinformatics 25). Where values cluster, p can be some thirty
 * times as large. `slower`: as if they got rarer so many times as slowly.
 */
function tailP(noise: NoiseSteps, permutations: number, strength: number, slower = 1): number {
  const strengths = Array.from({ length: permutations }, (_, i) => noise(i))
  const sorted = strengths.toSorted((a, b) => b - a)
  const count = Math.floor(TAIL * sorted.length)
  const [tail, start] = [sorted.slice(0, count), sorted[count] as number]
  const excess = tail.reduce((sum, each) => sum + each - start, 0) / count
  return excess > 0 ? TAIL * Math.exp(-(strength - start) / (slower * excess)) : 0
}

/** Steps of noise, made when asked for and kept. `leastAfter` says of the first ones which later ones matter: others are 0. */
export function noiseSteps(
  { even, autocorrelation, scan, random }: StepNoise,
  leastAfter: (first: number[]) => number,
): NoiseSteps {
  const fresh = innovations(even, autocorrelation)
  const series = new Float64Array(fresh.length)
  const strengths: number[] = []
  let least = 0
  return index => {
    while (strengths.length <= index) {
      if (strengths.length === ESTIMATING) least = leastAfter(strengths)
      shuffle(fresh, random)
      carryOn(fresh, series, autocorrelation)
      strengths.push(scan(series, least)?.strength ?? 0)
    }
    return strengths[index] as number
  }
}

/** The p-value of the strongest step by those of noise like its values'. Never 0; above `decided` it may be rough. */
export function stepP(
  strength: number,
  noise: NoiseSteps,
  { permutations, exceedances, clear }: PermutationEffort,
  decided: number,
): number {
  const least = nearly(strength)
  const enough = Math.min(exceedances, Math.ceil(decided * (permutations + 1)))
  let reached = 0
  for (let done = 1; done <= permutations; done++) {
    if (noise(done - 1) >= least && ++reached >= (done < ESTIMATING ? exceedances : enough))
      return reached / done
    if (done === BEYOND_DOUBT.permutations && reached === 0) {
      if (tailP(noise, done, strength, BEYOND_DOUBT.slower) < SMALLEST_P) return SMALLEST_P
    }
    if (done === ESTIMATING) {
      if (reached >= enough) return reached / done
      const estimate = tailP(noise, ESTIMATING, strength)
      if (estimate < clear) return Math.max(SMALLEST_P, estimate)
    }
  }
  return (reached + 1) / (permutations + 1)
}
