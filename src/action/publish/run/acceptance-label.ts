// Whether somebody accepted the results of a run with the label. An acceptance covers only the results that could be
// seen when it was given. It does not count for later results, or for another commit.

import { isAccepted } from '../../../compare/verdict/accepted-rows.ts'
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { explainRefusal, needing } from '../../../github/api/explain-refusal.ts'
import { checksOnHead } from '../../../github/posts/check-run.ts'
import { type LabelSet, whoSetLabel } from '../../../github/pull-request/labels.ts'
import { pullOf } from '../../../github/pull-request/pinned-pull.ts'
import { hasWriteAccess } from '../../../github/pull-request/write-access.ts'
import { jobsOfRun } from '../../../github/runs/run-jobs.ts'
import { acceptedLabel, type Warning } from '../../../model/index.ts'
import { firstOf, minuteOf } from '../../../phrases.ts'
import { isCompared, outcomeOf, type Section } from '../../../report/sections/report.ts'
import { changeText, nameText } from '../../../report/words/rows/row.ts'
import type { Source } from './reported-run.ts'

/** `accepted` says who did, and when; `notes` why a label that is there does not count. */
type Acceptance = { accepted: string | null; notes: Warning[] }

const acceptanceWarning = (message: string): Warning => ({ code: 'accepted', message })

/** When the last job of the run of `context` ended, in milliseconds; null where one goes on, or none is known. */
async function endOf(context: ConnectedJob): Promise<number | null> {
  const jobs = jobsOfRun(context)(context.runAttempt)
  const ends = (await needing('actions: read', jobs)).map(({ endedAt }) => endedAt)
  return ends.length === 0 || ends.includes(null) ? null : Math.max(...(ends as number[]))
}

/** The run whose results people could see: in a merge queue, the one that the pull request's own check run shows. */
async function shownRun(context: ConnectedJob, name: string): Promise<ConnectedJob> {
  const { octokit, owner, repo, mergeGroup } = context
  if (mergeGroup === null) return context
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: mergeGroup.number ?? 0 })
  const ofPull = { ...context, mergeGroup: null, pullRequest: pullOf(data) }
  const [newest] = await checksOnHead(ofPull, name)
  const id = newest?.runId
  if (!id) throw new Error(`#${data.number} has no check run '${name}'`)
  const { data: run } = await octokit.rest.actions.getWorkflowRun({ owner, repo, run_id: id })
  return { ...context, runId: id, runAttempt: run.run_attempt ?? 1 }
}

async function whyNot({ context }: Source, { by, at }: LabelSet, name: string): Promise<string | null> {
  if (!(await hasWriteAccess(context, by))) return `${by || 'nobody'}, who set it, has no write access`
  const end = await endOf(await shownRun(context, name))
  if (end !== null && Date.parse(at) > end) return null
  return 'it was set before these results were there: take it away and set it again'
}

/**
 * Reads the label for the run of `source`, which has ended, and the check run `name`. What was accepted in a pull
 * request is accepted for its group in a merge queue. Never throws: where the server does not answer, nothing is
 * accepted.
 */
export async function acceptanceOf(source: Source, name: string): Promise<Acceptance> {
  const nothing = { accepted: null, notes: [] }
  if (!source.ended) return nothing
  // A label that is set from now on starts a job of its own.
  if (source.labels?.includes(acceptedLabel) === false) return nothing
  try {
    const { pullRequest, mergeGroup } = source.context
    const number = pullRequest?.number ?? mergeGroup?.number
    if (!number) return nothing
    const set = await whoSetLabel(source.context, { number, label: acceptedLabel })
    if (set === null) return nothing
    const why = await whyNot(source, set, name)
    if (why !== null)
      return {
        accepted: null,
        notes: [acceptanceWarning(`the label '${acceptedLabel}' does not count: ${why}`)],
      }
    return { accepted: `accepted by ${set.by} on ${minuteOf(set.at)}`, notes: [] }
  } catch (error) {
    const why = explainRefusal(error, 'issues: read')
    return {
      accepted: null,
      notes: [acceptanceWarning(`whether somebody accepted this is not known: ${why}`)],
    }
  }
}

const mostNamed = 20

/** Names the rows that were accepted, for the top of the report. */
export function acceptedNote(sections: Section[], accepted: string): Warning {
  const found = sections
    .filter(isCompared)
    .flatMap(({ comparison }) =>
      comparison.rows
        .filter(row => isAccepted(row, comparison.policy))
        .map(row =>
          row.verdict === 'regression'
            ? `${nameText(row)} ${changeText(row)}`
            : `${nameText(row)} (${row.verdict})`,
        ),
    )
  const passes = sections.every(section => outcomeOf(section) === 'pass')
  const baseless = sections.filter(isCompared).some(({ comparison }) => comparison.baseline.sessions === 0)
  const nothing = baseless ? 'the base could not be measured' : 'nothing fails here'
  const none = passes ? nothing : 'nothing that fails here can be accepted'
  const what = found.length === 0 ? none : firstOf(found, mostNamed, '; ')
  return acceptanceWarning(`${accepted} with the label '${acceptedLabel}', for this commit: ${what}`)
}
