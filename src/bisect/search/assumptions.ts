// What is not known when a range is bisected, and what is assumed of it before anything is measured. The posterior is averaged over
// all of it, weighted by how well it explains what was measured.
import { chiSquareQuantile } from '../../stats/distributions/continuous.ts'
import type { CommitLevels } from './commit-levels.ts'

/** One set of assumptions: standard deviations on the log scale. */
export type Assumed = {
  /** Of one run. */
  run: number
  /** Of what a commit's build does besides its code, such as where the linker puts it. */
  build: number
  /** Of the levels to which a step may lead. */
  step: number
  /** The logarithm of its weight. */
  logWeight: number
}

/** Equally likely parts of what the runs say of their own scatter. */
const RUN_PARTS = 5
const STEPS = [0.005, 0.01, 0.02, 0.04, 0.08, 0.2, 0.5, 1.5]
/** As a share, and its weight: the builds of most programs do nothing besides. Where they do, a few of them show it. */
const BUILDS: [sd: number, weight: number][] = [
  [0, 0.9],
  [0.002, 0.07],
  [0.008, 0.03],
]
/** Counted work that never varies has no scatter; dividing by it would leave no number. */
const LEAST_SD = 1e-5

/** The standard deviations that the scatter of the runs allows: the inverse chi-square distribution under Jeffreys' prior. */
function runSds({ runSd, freedom }: CommitLevels): number[] {
  return Array.from({ length: RUN_PARTS }, (_, i) => {
    const quantile = chiSquareQuantile((i + 0.5) / RUN_PARTS, freedom)
    return Math.max(LEAST_SD, runSd * Math.sqrt(freedom / quantile))
  })
}

/** All sets of assumptions that are averaged over. */
export function assumptionsOf(levels: CommitLevels): Assumed[] {
  const sds = levels.freedom === 0 || levels.runSd <= LEAST_SD ? [LEAST_SD] : runSds(levels)
  return sds.flatMap(run =>
    BUILDS.flatMap(([build, weight]) =>
      STEPS.map(step => ({ run, build, step, logWeight: Math.log(weight / STEPS.length / sds.length) })),
    ),
  )
}
