// Whether somebody accepted the results of a run with the label. An acceptance covers only the results that could be
// seen when it was given. It does not count for later results, or for another commit.
import { isAccepted } from '../../../compare/verdict/row-failures.ts'
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { explainRefusal, needing } from '../../../github/api/explain-refusal.ts'
import { checksOnHead } from '../../../github/posts/check-run.ts'
import { type LabelSet, whoSetLabel } from '../../../github/pull-request/labels.ts'
import { pullOf } from '../../../github/pull-request/pinned-pull.ts'
import { hasWriteAccess } from '../../../github/pull-request/write-access.ts'
import { jobsOfRun } from '../../../github/runs/run-jobs.ts'
import { acceptedLabel, isLabel, type Warning } from '../../../model/index.ts'
import { firstOf, minuteOf } from '../../../phrases.ts'
import { isCompared, outcomeOf, type Section } from '../../../report/sections/report.ts'
import type { AttemptRecord } from '../../attempts/attempt-record.ts'
import { newestOfPull, recordIn, recordsIn } from '../../attempts/posted-records.ts'
import type { Source } from './reported-run.ts'
import { failureText, unseenFailures, unseenText } from './seen-failures.ts'

/** `accepted`: by whom and when; `notes`: why a label does not count; `seen`: if given, only what it shows counts. */
type Acceptance = { accepted: string | null; notes: Warning[]; seen: AttemptRecord[] | null }

const acceptanceWarning = (message: string): Warning => ({ code: 'accepted', message })

/** When the last job of the run of `context` ended, in milliseconds; null where one goes on, or none is known. */
async function endOf(context: ConnectedJob): Promise<number | null> {
  const jobs = jobsOfRun(context)(context.runAttempt)
  const ends = (await needing('actions: read', jobs)).map(({ endedAt }) => endedAt)
  return ends.length === 0 || ends.includes(null) ? null : Math.max(...(ends as number[]))
}

type Shown = { context: ConnectedJob } & Pick<Acceptance, 'seen'>

/** The run whose results people could see: in a merge queue, the one that the pull request's own check run shows. */
async function shownRun(context: ConnectedJob, name: string): Promise<Shown> {
  const { octokit, owner, repo, mergeGroup } = context
  if (mergeGroup === null) return { context, seen: null }
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: mergeGroup.number ?? 0 })
  const ofPull = { ...context, mergeGroup: null, pullRequest: pullOf(data) }
  const checks = await checksOnHead(ofPull, name)
  // Another workflow may report under the same name, and shows nothing of what this one finds.
  const ofWorkflow = checks.filter(({ record }) => recordIn(record)?.workflow === context.workflowPath)
  const id = newestOfPull(ofWorkflow, data.number) ?? newestOfPull(checks, data.number)
  if (id === null) throw new Error(`#${data.number} has no check run '${name}'`)
  const { data: run } = await octokit.rest.actions.getWorkflowRun({ owner, repo, run_id: id })
  const seen = recordsIn(checks.filter(({ runId }) => runId === id))
  return { context: { ...context, runId: id, runAttempt: run.run_attempt ?? 1 }, seen }
}

/** Why the label does not count, or what was `seen` before it was set. */
async function weighed(
  { context }: Source,
  { by, at }: LabelSet,
  name: string,
): Promise<string | Pick<Shown, 'seen'>> {
  if (!(await hasWriteAccess(context, by))) return `${by || 'nobody'}, who set it, has no write access`
  const shown = await shownRun(context, name)
  const end = await endOf(shown.context)
  if (end !== null && Date.parse(at) > end) return shown
  return 'it was set before these results were there: take it away and set it again'
}

const notCounting = (why: string) => acceptanceWarning(`the label '${acceptedLabel}' does not count: ${why}`)

/** Why the label does not count for what is `failing` as long as nobody accepts it; null where all of it was seen, or need not be. */
export function whyUnseen(
  failing: Parameters<typeof unseenFailures>[0],
  seen: Acceptance['seen'],
): Warning | null {
  const unseen = seen === null ? [] : unseenFailures(failing, seen)
  return unseen.length === 0 ? null : notCounting(unseenText(unseen))
}

/**
 * Whether the label accepts the ended run of `source`, with the check run `name`; a group of a merge queue is
 * accepted with its pull request. Never throws: where the server does not answer, nothing is accepted.
 */
export async function acceptanceOf(source: Source, name: string): Promise<Acceptance> {
  const nothing = { accepted: null, notes: [], seen: null }
  if (!source.ended) return nothing
  // A label that is set from now on starts a job of its own.
  if (source.labels?.some(label => isLabel(label, acceptedLabel)) === false) return nothing
  try {
    const { pullRequest, mergeGroup } = source.context
    const number = pullRequest?.number ?? mergeGroup?.number
    if (!number) return nothing
    const set = await whoSetLabel(source.context, { number, label: acceptedLabel })
    if (set === null) return nothing
    const found = await weighed(source, set, name)
    if (typeof found === 'string') return { ...nothing, notes: [notCounting(found)] }
    return { accepted: `accepted by ${set.by} on ${minuteOf(set.at)}`, notes: [], seen: found.seen }
  } catch (error) {
    const why = explainRefusal(error, 'issues: read')
    const unknown = `whether somebody accepted this is not known: ${why}`
    return { ...nothing, notes: [acceptanceWarning(unknown)] }
  }
}

/** Names the rows that were accepted, for the top of the report. */
export function acceptedNote(sections: Section[], accepted: string): Warning {
  const found = sections
    .filter(isCompared)
    .flatMap(({ comparison: { rows, policy } }) => rows.filter(row => isAccepted(row, policy)))
    .map(failureText)
  const passes = sections.every(section => outcomeOf(section) === 'pass')
  const baseless = sections.filter(isCompared).some(({ comparison }) => comparison.baseline.sessions === 0)
  const nothing = baseless ? 'the base could not be measured' : 'nothing fails here'
  const none = passes ? nothing : 'nothing that fails here can be accepted'
  const what = found.length === 0 ? none : firstOf(found, 20, '; ')
  return acceptanceWarning(`${accepted} with the label '${acceptedLabel}', for this commit: ${what}`)
}
