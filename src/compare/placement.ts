// What the place of the code alone does to a benchmark: builds of the same code, each with several runs.
import type { RowNoise, Sample } from '../model/index.ts'
import { mean, median, runSummary } from '../stats/describe/summary.ts'

/** The runs of each build, in the order of the builds: run i is of build i, and again from the first on. */
const byBuild = <T>(runs: T[], builds: number): T[][] =>
  Array.from({ length: builds }, (_, build) => runs.filter((_, i) => i % builds === build))

/** The sample with one entry for each build, which holds the measurements of all of its runs. */
export const perBuildSample = (sample: Sample, builds: number): Sample =>
  sample.runs.length <= builds
    ? sample
    : { ...sample, runs: byBuild(sample.runs, builds).map(runs => runs.flat()) }

const meanSquare = (deviations: number[], df: number) =>
  deviations.reduce((sum, each) => sum + each * each, 0) / df

/**
 * The standard deviation that the place of the code adds, and the build farthest from the middle one, both relative. From
 * a one-way analysis of variance of the logs (Searle, Casella & McCulloch 1992, Variance Components, section 3.6): what
 * builds differ by more than runs of one build do. Null where no build has a second run, or a value has no logarithm.
 */
export function placementOf(sample: Sample, builds: number, summary: string): RowNoise['placement'] {
  const values = sample.runs.map(run => runSummary(run, summary))
  const complete = values.slice(0, builds * Math.floor(values.length / builds))
  const perBuild = complete.length / builds
  if (perBuild < 2 || complete.some(value => value <= 0)) return null
  const groups = byBuild(complete.map(Math.log), builds)
  const means = groups.map(group => mean(group))
  const within = groups.flatMap((group, i) => group.map(log => log - (means[i] as number)))
  const centre = mean(means)
  const between = means.map(each => each - centre)
  const [msWithin, msBetween] = [
    meanSquare(within, builds * (perBuild - 1)),
    perBuild * meanSquare(between, builds - 1),
  ]
  const fromMiddle = means.map(each => each - median(means))
  const farthest = fromMiddle.reduce((far, each) => (Math.abs(each) > Math.abs(far) ? each : far))
  return {
    builds,
    sd: Math.sqrt(Math.max(0, (msBetween - msWithin) / perBuild)),
    farthest: Math.expm1(farthest),
  }
}
