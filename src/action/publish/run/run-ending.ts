// What the end of a run leaves to explain: jobs that did not succeed, and parts that the base commit's workflow promises.
import type { Octokit } from '../../../github/api/connect.ts'
import type { Prepared } from '../legs/compare-legs.ts'
import type { MeasuredLeg } from '../legs/leg.ts'
import { type EndedJobs, endedJobs, unexplainedProblems } from './problems.ts'
import type { Promised } from './promised-parts.ts'
import type { Source } from './reported-run.ts'
import { type UploadedLeg, unexplainedJobs } from './unexplained-jobs.ts'

const nothingFailed: EndedJobs = { failed: [], skipped: false, why: null }

/** A run that ended well has nothing to explain. The jobs of a run that goes on are known as far as they have ended. */
export const jobsToExplain = (octokit: Octokit, { context, ended }: Source): Promise<EndedJobs> =>
  ended?.conclusion === 'success' ? Promise.resolve(nothingFailed) : endedJobs(octokit, context)

/**
 * The promises that a run did not keep. A job that GitHub skipped may explain it: the server is asked where it would
 * matter.
 */
export async function unmetParts(
  octokit: Octokit,
  { context }: Source,
  { promised, own, jobs }: { promised: Promised; own: MeasuredLeg[]; jobs: EndedJobs },
): Promise<string[]> {
  const unmet = promised.unmet(own, false)
  if (unmet.length === 0 || promised.unmet(own, true).length === unmet.length) return unmet
  const { skipped } = jobs === nothingFailed ? await endedJobs(octokit, context) : jobs
  return promised.unmet(own, skipped)
}

type Ending = { conclusion: string | null; jobs: EndedJobs }

/** A sentence for the jobs that no result explains, in a list of one or none. */
export const unexplained = (
  { conclusion, jobs }: Ending,
  legs: UploadedLeg[],
  prepared: Prepared[],
): string[] => unexplainedProblems(conclusion, jobs, unexplainedJobs(jobs.failed, legs, prepared))
