// Finds the jobs of a run that failed and left no result that explains it. What such a job found is not known: it may have
// crashed, or its own code may have put another result in the place of the one that failed it.
import { compareTogether } from '../../../compare/verdict/compare-together.ts'
import type { RunJob } from '../../../github/api/run-jobs.ts'
import { fails } from '../../../model/index.ts'
import { type Prepared, requestAlone } from '../legs/compare-legs.ts'
import type { MeasuredLeg } from '../legs/leg.ts'

/**
 * A leg, alone and with what other runs measured of its commits, as its job may have judged it. `createdAt` is when its
 * newest result was uploaded, in milliseconds since 1970; null where the server does not say.
 */
export type UploadedLeg = { leg: MeasuredLeg; joined: MeasuredLeg; createdAt: number | null }

/** GitHub's times have whole seconds. */
const second = 1000

function mayBeOf({ leg, createdAt }: UploadedLeg, { runner, startedAt, endedAt }: RunJob): boolean {
  if (createdAt === null) return false
  const facts = leg.attempts[0]?.candidate.testbed?.facts
  const measuredBy = facts?.runner ?? facts?.machine ?? ''
  const isTime = createdAt >= startedAt - second && (endedAt === null || createdAt <= endedAt + second)
  return isTime && (runner === '' || measuredBy === '' || runner === measuredBy)
}

/** Whether the job that measured `leg` fails by that result alone. An acceptance came later, so it does not count. */
function failsAlone(leg: MeasuredLeg, prepared: Prepared[]): boolean {
  const request = requestAlone(leg, prepared)
  if (request === null) return false
  const policy = { ...request.policy, accepted: null }
  const [member] = compareTogether([{ ...request, policy }])
  return member?.comparison == null ? true : fails({ ...member.comparison, policy })
}

/** Those of the `failed` jobs that none of the results explains. A result explains one job at most. */
export function unexplainedJobs(failed: RunJob[], legs: UploadedLeg[], prepared: Prepared[]): RunJob[] {
  if (failed.length === 0) return []
  let left = legs.filter(({ leg, joined }) => failsAlone(leg, prepared) || failsAlone(joined, prepared))
  return failed.filter(job => {
    const found = left.find(leg => mayBeOf(leg, job))
    left = left.filter(leg => leg !== found)
    return found === undefined
  })
}
