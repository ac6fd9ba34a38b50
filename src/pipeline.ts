// The order of steps, and nothing else: measure, compare, look again where it was planned, render.
import { compareSessions } from './compare/compare-sessions.ts'
import type { ComparisonRequest } from './compare/comparison-request.ts'
import { needsMoreRuns } from './compare/looks.ts'
import { measureTo, type OnRun } from './job/run.ts'
import { sessionOf } from './job/session.ts'
import type { Job } from './job/start.ts'
import type { Comparison, Look, Policy, Session } from './model/index.ts'

export type Compared = { comparison: Comparison; baseline: Session; candidate: Session }

/** Measures one command: a session of its own. */
export async function measureOne(job: Job, onRun: OnRun): Promise<Session> {
  await measureTo(job, job.request.runs, onRun)
  return sessionOf(job, 'candidate')
}

/**
 * Measures both sides alternately and compares them; with `maxRuns` above `runs` a first look is planned, and a
 * second one follows only when a gating row is undecided, or has runs that are far from the others.
 */
export async function measureBoth(
  job: Job,
  { policy, maxRuns }: { policy: Policy; maxRuns: number },
  onRun: OnRun,
): Promise<Compared> {
  const { runs } = job.request
  const look = (which: Look): Compared => {
    const [baseline, candidate] = [sessionOf(job, 'baseline'), sessionOf(job, 'candidate')]
    const sides = { baselines: [baseline], candidates: [candidate], assumedGrade: 'untuned' as const }
    return {
      comparison: compareSessions({ ...sides, design: 'interleaved', look: which, policy }),
      baseline,
      candidate,
    }
  }
  await measureTo(job, runs, onRun)
  if (maxRuns <= runs) return look('only')
  const first = look('first')
  if (!needsMoreRuns(first.comparison)) return first
  await measureTo(job, maxRuns, onRun)
  return look('last')
}

/** Compares a candidate (all attempts of it) with what earlier sessions stored; with none, says so. */
export function compareStored(
  baselines: Session[],
  candidates: Session[],
  how: Pick<ComparisonRequest, 'policy' | 'assumedGrade' | 'unreadable'>,
): Comparison {
  return compareSessions({ baselines, candidates, design: 'stored', look: 'only', ...how })
}

/**
 * Compares sessions that each alternated both sides, the attempts of one job or the machines of a matrix, as one.
 * Every attempt is another look, so this one decides at the levels of a last look.
 */
export function compareBlocks(baselines: Session[], candidates: Session[], policy: Policy): Comparison {
  const request = { design: 'interleaved', look: 'last', assumedGrade: 'untuned', policy } as const
  return compareSessions({ ...request, baselines, candidates })
}
