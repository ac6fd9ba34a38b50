// Whether a pull request changes the files that measure it. The inputs that decide are those of the base commit's files.
// Never fails a job: a file that cannot be read becomes a note.
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import type { Warning } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { heldInputs } from '../../policy/workflow-file/held-inputs.ts'
import { heldTexts, isUnread } from '../../policy/workflow-file/held-words.ts'
import { type Commits, differenceTexts, type Versions, versionsOf } from './workflow-versions.ts'

/** `pull_request_target` and the like run the workflow of the base branch. */
const runsProposedWorkflow = ({ event }: JobContext) =>
  ['pull_request', 'pull_request_review', 'pull_request_review_comment', 'merge_group'].includes(event)

const workflowWarning = (message: string): Warning => ({ code: 'workflow-changed', message })

const mostReasons = 3

/** Why the step may be in none of the files that were read. */
function unreadText({ base, proposed }: Versions, { workflowPath }: JobContext): string | null {
  if (workflowPath === '')
    return 'which workflow measures this is not known: the runner does not name its file'
  if (base.found === null) return null
  const foreign = [...base.found.foreign].filter(name => !name.startsWith('actions/'))
  const reasons = [...new Set([...base.found.unread, ...(proposed.found?.unread ?? [])])]
  if (foreign.length > 0)
    reasons.push(`it uses actions of other repositories: ${firstOf(foreign, mostReasons)}`)
  if (reasons.length === 0) reasons.push(`no step of stable-bench is in ${workflowPath} at the base commit`)
  return `not all that measures this can be read: ${firstOf(reasons, mostReasons, '; ')}`
}

/**
 * `values` count before any configuration; `notes` are known once that has made them effective. `fromFile`: whether the base commit's
 * step measures the suites of the configuration; null where that is not known.
 */
type HeldToBase = {
  values: Values
  fromFile: boolean | null
  notes: (effective: Values) => Warning[]
}

/** The values of this job, with the base commit's where they decide and the pull request could have set them. */
export async function heldToBase(
  context: ConnectedJob,
  { values, ...commits }: Commits & { values: Values },
): Promise<HeldToBase> {
  const both = await versionsOf(context, { ...commits, isProposed: runsProposedWorkflow(context) })
  if (both === null) return { values, fromFile: values.command === '', notes: () => [] }
  const { base, proposed } = both
  const held = heldInputs(values, { base: base.found, proposed: proposed.found, job: context.job })
  return {
    values: held.values,
    fromFile: held.fromFile,
    notes: effective => {
      const counting = { own: values, held, effective }
      const texts = [
        ...differenceTexts(both, context),
        isUnread(counting) ? unreadText(both, context) : null,
        ...heldTexts(counting),
      ]
      return texts.filter(text => text !== null).map(workflowWarning)
    },
  }
}

/** The notes on the files that made another run, which has measured. */
export async function workflowNotes(context: ConnectedJob, commits: Commits): Promise<Warning[]> {
  const both = await versionsOf(context, { ...commits, isProposed: true })
  return both === null ? [] : differenceTexts(both, context).map(workflowWarning)
}
