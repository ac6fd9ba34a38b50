// What builds of one program differ by: a one-way analysis of variance of the logs of their runs (Searle, Casella & McCulloch
// 1992, Variance Components, section 3.6), over several sessions.
import { mean, median } from './summary.ts'

/** One session: a number per run (above 0), and of how many builds they are. Run i is of build i, and again from the first on. */
export type BuiltRuns = { runs: number[]; builds: number }

/** Standard deviations of logs, and the build farthest from the middle one of its session, as a share. */
type BuildSpread = { builds: number; sd: number | null; seen: number; farthest: number }

/** The runs of each build, in the order of the builds. */
export const byBuild = <T>(runs: T[], builds: number): T[][] =>
  Array.from({ length: builds }, (_, build) => runs.filter((_, i) => i % builds === build))

/** Squared deviations from the mean of each group, and their degrees of freedom. */
function squaresOf(groups: number[][]): { squares: number; df: number } {
  const deviations = groups.flatMap(group => group.map(value => (value - mean(group)) ** 2))
  return {
    squares: deviations.reduce((sum, each) => sum + each, 0),
    df: deviations.length - groups.length,
  }
}

/**
 * The spread of builds around the mean of their session. Null where no session has runs of two builds, or a value has no logarithm. What
 * runs of one build differ by is known from second runs of a build, and from sessions of one build; without any, `sd` is null.
 */
export function buildSpread(sessions: BuiltRuns[]): BuildSpread | null {
  if (sessions.some(({ runs }) => runs.some(value => value <= 0))) return null
  const grouped = sessions.flatMap(({ runs, builds }) =>
    runs.length === 0 ? [] : [byBuild(runs.map(Math.log), Math.min(builds, runs.length))],
  )
  const several = grouped.filter(groups => groups.length > 1)
  if (several.length === 0) return null
  const levels = several.map(groups => groups.map(mean))
  const between = squaresOf(levels)
  const within = squaresOf(grouped.flat())
  const seen = between.squares / between.df
  const ofRuns = mean(several.flat().map(group => 1 / group.length))
  const fromMiddle = levels.flatMap(own => own.map(level => level - median(own)))
  const farthest = fromMiddle.reduce((far, each) => (Math.abs(each) > Math.abs(far) ? each : far))
  return {
    builds: several.flat().length,
    sd: within.df === 0 ? null : Math.sqrt(Math.max(0, seen - (ofRuns * within.squares) / within.df)),
    seen: Math.sqrt(seen),
    farthest: Math.expm1(farthest),
  }
}
