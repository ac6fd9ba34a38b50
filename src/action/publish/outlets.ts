// The outlets of a job: its summary, its check run, and the outputs about its outcome. No other file writes any of them.
import * as core from '@actions/core'
import type { Octokit } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { type Check, publishCheck } from '../../github/posts/check-run.ts'
import type { Values } from '../../inputs/values.ts'
import type { Outcome } from '../../model/index.ts'
import { checkName } from '../attempts/earlier-reports.ts'

/** The job summary holds 1 MiB a step. */
export const maxSummaryBytes = 1_000_000

/** Adds `markdown` to the job summary. */
export async function writeSummary(markdown: string): Promise<void> {
  await core.summary.addRaw(markdown, true).write()
}

/** The names of the rows with each verdict that later steps may want to know. */
type NamedRows = Record<'regressions' | 'improvements' | 'inconclusive', string[]>

/** Sets the output `outcome`, and those that name rows where rows were compared. */
export function setOutcome(outcome: Outcome, rows?: NamedRows): void {
  core.setOutput('outcome', outcome)
  for (const [name, names] of Object.entries(rows ?? {})) core.setOutput(name, JSON.stringify(names))
}

/**
 * Creates the check run of the suite. Where the server has none, or the token must not, a line in the log says so. Throws
 * any other refusal of the server.
 */
export async function writeCheck(
  octokit: Octokit,
  context: JobContext,
  values: Pick<Values, 'name'>,
  check: Omit<Check, 'name'>,
): Promise<void> {
  const refused = await publishCheck(octokit, context, { name: checkName(values), ...check })
  if (refused !== null) core.info(`No check run: ${refused}.`)
}
