// Reports on a run whose jobs were all skipped: nothing was measured, and nothing failed. Only the base branch may say so: a
// pull request could skip the job in its own copy of the workflow.

import { needing } from '../../../github/api/explain-refusal.ts'
import { repositoryFile } from '../../../github/api/repository.ts'
import { mergeBase } from '../../../github/pull-request/base-commits.ts'
import type { Values } from '../../../inputs/values.ts'
import { parseSettings } from '../../../policy/config-file.ts'
import { attemptRecord } from '../../attempts/attempt-record.ts'
import { configPath } from '../../measure/checkout-config.ts'
import { workflowNotes } from '../../pull-request/base-workflow.ts'
import { setOutcome, warnOfNoCheck, writeCheck, writeSummary } from '../outlets.ts'
import { lostWorkflows } from './lost-workflows.ts'
import type { Source } from './reported-run.ts'

/**
 * Sets the check run on the head, which has no other run: neutral, unless the pull request changes its workflow, or keeps another one of the
 * report from running. Throws for
 * a broken configuration of the base commit.
 */
export async function reportSkipped(values: Values, source: Source): Promise<void> {
  const { context, proposal } = source
  setOutcome('not-established')
  const base = await needing('contents: read', mergeBase(context, proposal))
  const commits = { base, proposed: proposal.headSha }
  const changes = (await workflowNotes(context, commits)).map(({ message }) => message)
  changes.push(...(await lostWorkflows(source, { ...commits, changed: null, name: values.name })))
  const title = 'Not measured: every job of the run was skipped'
  const why = changes.map(each => `${each}.`)
  const summary = [`${title}, by a condition in ${context.workflowPath}.`, ...why, context.runUrl].join(
    '\n\n',
  )
  await writeSummary(summary)
  const path = configPath(values)
  const text = await repositoryFile(context, { path, commit: base })
  if (parseSettings(text ?? '', path).defaults.checks === 'never') return
  const conclusion = changes.length === 0 ? 'neutral' : 'action_required'
  const record = { ...attemptRecord(context, { machine: null }), conclusion } as const
  try {
    await writeCheck(context, values, { title, summary, annotations: [], record })
  } catch (error) {
    warnOfNoCheck(error)
  }
}
