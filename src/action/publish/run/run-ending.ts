// What the end of a run leaves to explain: jobs that did not succeed, and parts that the base commit's workflow promises.
import type { Prepared } from '../legs/compare-legs.ts'
import type { MeasuredLeg } from '../legs/leg.ts'
import { type EndedJobs, endedJobs, type Unexplained, unexplainedProblems } from './problems.ts'
import type { Promised } from './promised-parts.ts'
import type { Source } from './reported-run.ts'
import { type UploadedLeg, unexplainedJobs } from './unexplained-jobs.ts'

const nothingFailed: EndedJobs = { failed: [], skipped: [], all: [], why: null }

/**
 * A run that ended well has nothing to explain, unless its legs are to be counted. The jobs of a run that goes on are known as
 * far as they have ended.
 */
export const jobsToExplain = ({ context, ended }: Source, { legs }: { legs: number }): Promise<EndedJobs> =>
  ended?.conclusion === 'success' && legs === 0 ? Promise.resolve(nothingFailed) : endedJobs(context)

/**
 * The promises that a run did not keep. A job that GitHub skipped may explain it: the server is asked where it would
 * matter.
 */
export async function unmetParts(
  { context }: Source,
  { promised, own, jobs }: { promised: Promised; own: MeasuredLeg[]; jobs: EndedJobs },
): Promise<string[]> {
  const unmet = promised.unmet(own, [])
  if (unmet.length === 0 || promised.unmet(own, null).length === unmet.length) return unmet
  const { skipped } = jobs === nothingFailed ? await endedJobs(context) : jobs
  return promised.unmet(own, skipped)
}

type Ending = { conclusion: string | null; jobs: EndedJobs }

/** The jobs that no result explains. */
export function unexplained(
  { conclusion, jobs: ended }: Ending,
  legs: UploadedLeg[],
  prepared: Prepared[],
): Unexplained {
  const jobs = unexplainedJobs(ended.failed, legs, prepared)
  return { jobs, texts: unexplainedProblems(conclusion, ended, jobs) }
}
