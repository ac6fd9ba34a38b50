// Whether a pull request changes the workflow that measures it. If so, the base commit's inputs count. Never fails a job: a
// file that cannot be read becomes a note.
import * as core from '@actions/core'
import type { Octokit } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import type { Values } from '../../inputs/values.ts'
import type { Warning } from '../../model/index.ts'
import { readWorkflow, type Workflow } from '../../policy/workflow-file/bench-steps.ts'
import { workflowDifferences } from '../../policy/workflow-file/differences.ts'
import { heldInputs, proposedText, unknownText } from '../../policy/workflow-file/held-inputs.ts'

/** The commits `base` and `proposed` differ only by the pull request. */
type WorkflowRequest = { base: string; proposed: string }

/** The file at a commit. `workflow` is null where the commit has none; `problem` says why it cannot be read. */
type Version = { text: string | null; workflow: Workflow | null; problem: string | null }

async function workflowAt(octokit: Octokit, context: JobContext, commit: string): Promise<Version> {
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

type Versions = { base: Version; proposed: Version }

/** Both versions of the workflow file; null where they are equal, or where the pull request cannot change it. */
async function changedWorkflow(
  octokit: Octokit,
  context: JobContext,
  { base, proposed }: WorkflowRequest,
): Promise<Versions | null> {
  if (context.workflowPath === '') {
    core.info(
      'Whether the pull request changes its workflow is not known: the runner does not name the file.',
    )
    return null
  }
  const both = {
    base: await workflowAt(octokit, context, base),
    proposed: await workflowAt(octokit, context, proposed),
  }
  const differ = both.base.problem !== null || both.proposed.problem !== null
  return differ || both.base.text !== both.proposed.text ? both : null
}

const workflowWarning = (message: string): Warning => ({ code: 'workflow-changed', message })

const shortPath = (path: string) => (path.length > 100 ? `${path.slice(0, 49)}…${path.slice(-50)}` : path)

/** One sentence: the difference, or why it is not known. */
function differenceText({ base, proposed }: Versions, { workflowPath }: JobContext): string {
  const path = shortPath(workflowPath)
  const problem =
    base.problem ?? proposed.problem ?? (proposed.workflow ? null : 'the server does not have it')
  if (problem !== null)
    return `it is not known whether this pull request changes ${path}, which measures it: ${problem}`
  const [before, after] = [base.workflow, proposed.workflow] as [Workflow | null, Workflow]
  if (before === null) return `this pull request adds ${path}, which measures it: its own inputs count`
  return `this pull request changes ${path}, which measures it: ${workflowDifferences(before, after).join('; ')}`
}

type HeldToBase = {
  /** The values that count, before any configuration. */
  values: Values
  /** The notes, once the configuration has turned the values into the effective ones. */
  notes: (effective: Values) => Warning[]
}

/** The values of this job's workflow, with the base commit's where the pull request changed them. */
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
      return texts.filter(text => text !== null).map(workflowWarning)
    },
  }
}

/** The note on the workflow of another run, which has measured. */
export async function workflowNotes(
  octokit: Octokit,
  context: JobContext,
  commits: WorkflowRequest,
): Promise<Warning[]> {
  const both = await changedWorkflow(octokit, context, commits)
  return both === null ? [] : [workflowWarning(differenceText(both, context))]
}
