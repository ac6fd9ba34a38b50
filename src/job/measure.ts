// Measures one side, or both alternately with a planned second look. The command line and the action share it.
import { compareSessions } from '../compare/compare-sessions.ts'
import { needsMoreRuns } from '../compare/verdict/needs-more-runs.ts'
import type { Comparison, Look, Policy, Session } from '../model/index.ts'
import { measureTo, type World } from './run.ts'
import { sessionOf } from './session.ts'
import { type MeasureRequest, startJob } from './start.ts'

export type Compared = { comparison: Comparison; baseline: Session; candidate: Session }

/** Measures one command: a session of its own. */
export async function measureOne(request: MeasureRequest, world: World): Promise<Session> {
  const job = await startJob(request, world.signal)
  world.onJob(job)
  await measureTo(job, request.runs, world.onRun)
  return sessionOf(job, 'candidate')
}

/**
 * Measures both sides alternately and compares them. With `maxRuns` above `runs` a first look is planned; a second one
 * follows only when a gating row is undecided, or has runs that are far from the others.
 */
export async function measureBoth(
  request: MeasureRequest,
  { policy, maxRuns }: { policy: Policy; maxRuns: number },
  world: World,
): Promise<Compared> {
  const job = await startJob(request, world.signal)
  world.onJob(job)
  const lookAs = (look: Look): Compared => {
    const [baseline, candidate] = [sessionOf(job, 'baseline'), sessionOf(job, 'candidate')]
    const sides = { baselines: [baseline], candidates: [candidate], assumedGrade: 'untuned' as const }
    return {
      comparison: compareSessions({ ...sides, design: 'interleaved', look, policy }),
      baseline,
      candidate,
    }
  }
  await measureTo(job, request.runs, world.onRun)
  if (maxRuns <= request.runs) return lookAs('only')
  const first = lookAs('first')
  if (!needsMoreRuns(first.comparison)) return first
  await measureTo(job, maxRuns, world.onRun)
  return lookAs('last')
}
