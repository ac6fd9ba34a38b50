// Whether a pull request changes the workflow that measures it, and what counts then: read at the base commit and at
// the proposed one. Never fails a job: what cannot be read is told.
import * as core from '@actions/core'
import type { Octokit } from '../../github/api/base-commits.ts'
import type { JobContext } from '../../github/api/context.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import type { Values } from '../../inputs/table.ts'
import type { Warning } from '../../model/index.ts'
import { readWorkflow, type Workflow } from '../../policy/workflow/bench-steps.ts'
import { workflowDifferences } from '../../policy/workflow/differences.ts'
import { heldInputs, proposedText, unknownText } from '../../policy/workflow/held-inputs.ts'

/** `base` and `proposed` are commits between which nobody but the pull request has changed anything. */
export type WorkflowRequest = { base: string; proposed: string }

/** Null for `workflow` where the commit has no such file; `problem` says why it cannot be read. */
type Read = { text: string | null; workflow: Workflow | null; problem: string | null }

async function read(octokit: Octokit, context: JobContext, commit: string): Promise<Read> {
  const { workflowPath: path, actionRepository } = context
  try {
    const text = await repositoryFile(octokit, context, { path, commit })
    const workflow = text === null ? null : readWorkflow(text, actionRepository)
    return { text, workflow, problem: null }
  } catch (error) {
    return { text: null, workflow: null, problem: (error as Error).message.slice(0, 200) }
  }
}

/** `pull_request_target` and the like run the workflow of the base branch. */
const runsProposedWorkflow = ({ event }: JobContext) =>
  ['pull_request', 'pull_request_review', 'pull_request_review_comment', 'merge_group'].includes(event)

type Both = { base: Read; proposed: Read }

/** Both versions of the workflow file, null where they do not differ or are not the pull request's to change. */
async function changedWorkflow(
  octokit: Octokit,
  context: JobContext,
  { base, proposed }: WorkflowRequest,
): Promise<Both | null> {
  if (context.workflowPath === '') {
    core.info(
      'Whether the pull request changes its workflow is not known: the runner does not name the file.',
    )
    return null
  }
  const both = {
    base: await read(octokit, context, base),
    proposed: await read(octokit, context, proposed),
  }
  const differ = both.base.problem !== null || both.proposed.problem !== null
  return differ || both.base.text !== both.proposed.text ? both : null
}

const note = (message: string): Warning => ({ code: 'workflow-changed', message })

const shortPath = (path: string) => (path.length > 100 ? `${path.slice(0, 49)}…${path.slice(-50)}` : path)

/** What differs, or why that is not known, in one sentence. */
function differenceText({ base, proposed }: Both, { workflowPath }: JobContext): string {
  const path = shortPath(workflowPath)
  const problem =
    base.problem ?? proposed.problem ?? (proposed.workflow ? null : 'the server does not have it')
  if (problem !== null)
    return `whether this pull request changes ${path}, which measures it, cannot be said: ${problem}`
  const [before, after] = [base.workflow, proposed.workflow] as [Workflow | null, Workflow]
  if (before === null) return `this pull request adds ${path}, which measures it: its own inputs count`
  return `this pull request changes ${path}, which measures it: ${workflowDifferences(before, after).join('; ')}`
}

export type HeldToBase = {
  /** The values that count, before any configuration. */
  values: Values
  /** What to tell, once the configuration has made the effective values of them. */
  notes: (effective: Values) => Warning[]
}

/** What the values of this job's own workflow count for, where the pull request may have changed it. */
export async function heldToBase(
  octokit: Octokit,
  context: JobContext,
  { values, ...commits }: WorkflowRequest & { values: Values },
): Promise<HeldToBase> {
  const both = runsProposedWorkflow(context) ? await changedWorkflow(octokit, context, commits) : null
  if (both === null) return { values, notes: () => [] }
  const base = both.base.workflow?.steps ?? []
  const proposed = both.proposed.workflow?.steps ?? null
  const held = heldInputs(values, { base, proposed, job: context.job })
  const isFirst = both.base.workflow !== null && base.length === 0 && proposed !== null && proposed.length > 0
  return {
    values: held.values,
    notes: effective => {
      const texts = [
        differenceText(both, context),
        isFirst ? 'the base commit has no step of stable-bench in it: the inputs of this one count' : null,
        proposedText(values, held.values, effective),
        unknownText(values, held.unknown, effective),
      ]
      return texts.filter(text => text !== null).map(note)
    },
  }
}

/** What to tell of a workflow that has measured, and is not this job's own. */
export async function workflowNotes(
  octokit: Octokit,
  context: JobContext,
  commits: WorkflowRequest,
): Promise<Warning[]> {
  const both = await changedWorkflow(octokit, context, commits)
  return both === null ? [] : [note(differenceText(both, context))]
}
