// Whether somebody accepted the results of a run with the label. An acceptance covers only the results that could be
// seen when it was given. It does not count for later results, or for another commit.

import { isAccepted } from '../../compare/verdict/accepted-rows.ts'
import type { Octokit } from '../../github/api/connect.ts'
import { explainRefusal, needing } from '../../github/api/explain-refusal.ts'
import { jobsOfRun } from '../../github/api/run-jobs.ts'
import { type LabelSet, whoSetLabel } from '../../github/pull-request/labels.ts'
import { hasWriteAccess } from '../../github/pull-request/write-access.ts'
import { acceptedLabel, type Warning } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { isCompared, outcomeOf, type Section } from '../../report/sections/report.ts'
import { changeText, nameText } from '../../report/words/rows/row.ts'
import type { Source } from './reported-run.ts'

/** `accepted` says who did, and when; `notes` why a label that is there does not count. */
type Acceptance = { accepted: string | null; notes: Warning[] }

const acceptanceWarning = (message: string): Warning => ({ code: 'accepted', message })

const minuteOf = (date: string) => `${new Date(date).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** When the last job of the run ended, in milliseconds; null where one goes on, or none is known. */
async function endOf(octokit: Octokit, { context }: Source): Promise<number | null> {
  const jobs = jobsOfRun(octokit, context)(context.runAttempt)
  const ends = (await needing('actions: read', jobs)).map(({ endedAt }) => endedAt)
  return ends.length === 0 || ends.includes(null) ? null : Math.max(...(ends as number[]))
}

async function whyNot(octokit: Octokit, source: Source, { by, at }: LabelSet): Promise<string | null> {
  if (!(await hasWriteAccess(octokit, source.context, by)))
    return `${by || 'nobody'}, who set it, has no write access`
  const end = await endOf(octokit, source)
  if (end !== null && Date.parse(at) > end) return null
  return 'it was set before these results were there: take it away and set it again'
}

/**
 * Reads the label for the run of `source`, which has ended. Never throws: where the server does not answer, nothing is
 * accepted.
 */
export async function acceptanceOf(octokit: Octokit, source: Source): Promise<Acceptance> {
  const nothing = { accepted: null, notes: [] }
  if (!source.ended) return nothing
  try {
    const { number } = source.context.pullRequest
    const set = await whoSetLabel(octokit, source.context, { number, label: acceptedLabel })
    if (set === null) return nothing
    const why = await whyNot(octokit, source, set)
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
  const none = passes ? 'nothing fails here' : 'nothing that fails here can be accepted'
  const what = found.length === 0 ? none : firstOf(found, mostNamed, '; ')
  return acceptanceWarning(`${accepted} with the label '${acceptedLabel}', for this commit: ${what}`)
}
