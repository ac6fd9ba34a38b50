// The noise that benchmarks have, as nested random effects on the log scale: a session, its runs (fresh processes)
// and the measurements within a run, which are right-skewed and autocorrelated. Everything is in sd of log values.
import type { Random } from './random.ts'

export const FAMILIES = ['clean', 'contaminated', 'bimodal', 'drifting'] as const
/** Load with a period, one run in so many, is tried with clean runs only. */
export type Family = (typeof FAMILIES)[number] | 'periodic'

export type Noise = {
  family: Family
  runSd: number
  withinSd: number
  sessionSd: number
  /** Measurements in a run, where they are not as many as in all others. */
  measurements?: number
  /** For periodic: one run in so many is slower. */
  period?: number
}

/** The values that every simulated case shares. */
export const FIXED = {
  measurements: 30,
  autocorrelation: 0.3,
  contaminated: { share: 0.05, least: 0.05, most: 0.5 },
  bimodal: { share: 0.3, slowdown: 0.05 },
  periodic: { slowdown: 0.05 },
  driftSdPerRun: 0.005,
  /** One measurement without any noise, in nanoseconds. */
  level: 1e6,
}

const { exp, log, log1p, sqrt, SQRT1_2 } = Math

/** The log noise that a family adds to each run of a job, in the order in which the runs were made. */
const extraEffect: Record<Family, (random: Random, noise: Noise) => () => number> = {
  clean: () => () => 0,
  contaminated: random => () => {
    const { share, least, most } = FIXED.contaminated
    return random.uniform() < share ? log1p(least + (most - least) * random.uniform()) : 0
  },
  bimodal: random => () => (random.uniform() < FIXED.bimodal.share ? log1p(FIXED.bimodal.slowdown) : 0),
  drifting: random => {
    let walk = 0
    return () => {
      walk += FIXED.driftSdPerRun * random.normal()
      return walk
    }
  },
  periodic: (random, { period = 1 }) => {
    let next = random.integer(period)
    return () => (next++ % period === 0 ? log1p(FIXED.periodic.slowdown) : 0)
  },
}

/** A standardised right-skewed variate: gamma with shape 2, skewness √2. */
const skewed = (random: Random) => (-log(random.uniform() * random.uniform()) - 2) * SQRT1_2

/** The measurements of one run, in nanoseconds: a stationary AR(1) with skewed innovations around `centre`. */
function measurements(centre: number, { withinSd, measurements: count }: Noise, random: Random): number[] {
  const { autocorrelation, level } = FIXED
  const fresh = sqrt(1 - autocorrelation ** 2)
  const values = new Array<number>(count ?? FIXED.measurements)
  let state = skewed(random)
  for (let i = 0; i < values.length; i++) {
    values[i] = level * exp(centre + withinSd * state)
    state = autocorrelation * state + fresh * skewed(random)
  }
  return values
}

/** The measurements of each run of one job (session), in the order in which the runs were made. */
export function jobRuns(noise: Noise, runs: number, random: Random): number[][] {
  const session = noise.sessionSd * random.normal()
  const extra = extraEffect[noise.family](random, noise)
  return Array.from({ length: runs }, () => {
    const centre = session + noise.runSd * random.normal() + extra()
    return measurements(centre, noise, random)
  })
}
