// Runs of builds that the linker laid out differently. Where a build has several runs, the build is the unit of a test:
// its runs share the place of the code, and say of that place no more than one of them would.
import type { Design, Placement, Sample, Session } from '../../model/index.ts'
import { type BuiltRuns, buildSpread, byBuild } from '../../stats/describe/build-spread.ts'
import { geometricMean, mean, median, runSummary } from '../../stats/describe/summary.ts'

/** How many builds the runs of a session are of; null where they are all of one. */
export const buildsOf = ({ plan }: Pick<Session, 'plan'>): number | null => {
  const builds = plan?.layouts?.length ?? 0
  return builds > 1 ? builds : null
}

/**
 * The session as it is for one of its samples: one that was called with one build has runs of its own, made after all others. Nothing is
 * known of the moments in which they were disturbed.
 */
export function sessionOfSample(session: Session, sample: Sample | null | undefined): Session {
  const placed = sample?.placed
  if (placed === undefined || session.plan === null) return session
  const { order, layouts } = placed
  return { ...session, order, evidence: [], plan: { ...session.plan, layouts } }
}

/**
 * Whether a side of a row has one build, whose place is in its numbers. A stored session has builds only where each run has one of its
 * own: its median is one of runs.
 */
export function isOfOneBuild(sessions: Session[], samples: (Sample | null)[], design: Design): boolean {
  return samples.some((sample, i) => {
    if (sample === null) return false
    const builds = buildsOf(sessionOfSample(sessions[i] as Session, sample))
    return builds === null || (design === 'stored' && builds < sample.runs.length)
  })
}

/** From this many runs on a build is worth their median: a single run may stray. */
const FEWEST_FOR_MEDIAN = 3

function levelOf(runs: number[]): number {
  if (runs.length >= FEWEST_FOR_MEDIAN) return median(runs)
  // The mean of equal logs need not be exactly one of them, and a zero has none.
  if (new Set(runs).size === 1) return runs[0] as number
  return runs.includes(0) ? mean(runs) : geometricMean(runs)
}

/**
 * One number per build, in the order of the builds, of runs (raw, at least 0) of which run i is of build i, and again from
 * the first build on. Runs of one build, or of a build each, stay as they are.
 */
export function perBuild(runs: number[], builds: number | null): number[] {
  if (builds === null || runs.length <= builds) return runs
  return byBuild(runs, builds).map(levelOf)
}

/** What stored sessions say of the place of the code in a row; those of one build say what runs differ by. */
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
