// Measures one side, or both alternately with a planned second look. The command line and the action share it.
import { compareSessions } from '../compare/compare-sessions.ts'
import { needsMoreRuns } from '../compare/looks.ts'
import type { Comparison, Look, Policy, Session } from '../model/index.ts'
import { measureTo, type OnRun } from './run.ts'
import { sessionOf } from './session.ts'
import type { Job } from './start.ts'

export type Compared = { comparison: Comparison; baseline: Session; candidate: Session }

/** Measures one command: a session of its own. */
export async function measureOne(job: Job, onRun: OnRun): Promise<Session> {
  await measureTo(job, job.request.runs, onRun)
  return sessionOf(job, 'candidate')
}

/**
 * Measures both sides alternately and compares them. With `maxRuns` above `runs` a first look is planned; a second one
 * follows only when a gating row is undecided, or has runs that are far from the others.
 */
export async function measureBoth(
  job: Job,
  { policy, maxRuns }: { policy: Policy; maxRuns: number },
  onRun: OnRun,
): Promise<Compared> {
  const { runs } = job.request
  const lookAs = (look: Look): Compared => {
    const [baseline, candidate] = [sessionOf(job, 'baseline'), sessionOf(job, 'candidate')]
    const sides = { baselines: [baseline], candidates: [candidate], assumedGrade: 'untuned' as const }
    return {
      comparison: compareSessions({ ...sides, design: 'interleaved', look, policy }),
      baseline,
      candidate,
    }
  }
  await measureTo(job, runs, onRun)
  if (maxRuns <= runs) return lookAs('only')
  const first = lookAs('first')
  if (!needsMoreRuns(first.comparison)) return first
  await measureTo(job, maxRuns, onRun)
  return lookAs('last')
}
