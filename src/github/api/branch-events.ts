// The events that no pull request can cause: one list for each use of their results.
import type { JobContext } from './context.ts'

/** The events of the default branch whose jobs each add a night to the trend. */
export const nightEvents = ['schedule', 'workflow_dispatch']

/** They add to the history of a suite. */
export const branchEvents = ['push', ...nightEvents]

/** The results of their jobs may be a baseline. */
export const baselineEvents = [...branchEvents, 'release']

/**
 * The context of a night whose end started this job, as the job of that night had it: the histories of its workflow count. Null
 * where no end of a night of this very repository's default branch did.
 */
export function endedNight<Job extends JobContext>(context: Job): Job | null {
  const { endedRun: run, defaultBranch, repositoryId } = context
  if (run === null || !nightEvents.includes(run.event)) return null
  if (run.headBranch !== defaultBranch || run.headRepositoryId !== repositoryId) return null
  return { ...context, workflowPath: run.workflowPath, branch: run.headBranch }
}
