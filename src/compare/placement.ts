// What the place of the code alone does to a benchmark: of the builds of a session, or known from earlier ones.
import type { Placement, Sample, Session } from '../model/index.ts'
import { type BuiltRuns, buildSpread, byBuild } from '../stats/describe/build-spread.ts'
import { runSummary } from '../stats/describe/summary.ts'
import { buildsOf } from './sides/builds.ts'

/** The sample with one entry for each build, which holds the measurements of all of its runs. */
export const perBuildSample = (sample: Sample, builds: number): Sample =>
  sample.runs.length <= builds
    ? sample
    : { ...sample, runs: byBuild(sample.runs, builds).map(runs => runs.flat()) }

/** What stored sessions with layouts say of a row, of which each has a sample or none; sessions of one build say what runs differ by. */
export const storedPlacement = (
  sessions: Pick<Session, 'plan'>[],
  samples: (Sample | null)[],
  summary: string,
): Placement | null =>
  buildSpread(
    sessions.flatMap((session, i): BuiltRuns[] => {
      const runs = samples[i]?.runs.map(run => runSummary(run, summary)) ?? []
      return runs.length > 1 ? [{ runs, builds: buildsOf(session) ?? 1 }] : []
    }),
  )

/** What builds of a session say of one sample. Null where it has one build, or a value has no logarithm. */
export const placementOf = (sample: Sample, builds: number, summary: string): Placement | null =>
  buildSpread([{ runs: sample.runs.map(run => runSummary(run, summary)), builds }])
