// Whether somebody accepted the waivers that a pull request adds for itself. The label counts for the commit that the pull
// request had when it was set: a later push may add others.
import type { ConnectedJob } from '../../github/api/connect.ts'
import { headSince } from '../../github/pull-request/head-since.ts'
import { type LabelSet, whoSetLabel } from '../../github/pull-request/labels.ts'
import { hasWriteAccess } from '../../github/pull-request/write-access.ts'
import { type Warning, waiverLabel } from '../../model/index.ts'
import { firstOf, minuteOf, shortSha } from '../../phrases.ts'
import type { ConfiguredWaiver } from '../../policy/config-schema.ts'
import { formatShare } from '../../units.ts'

type Accepted = { waivers: ConfiguredWaiver[]; notes: Warning[] }

function waiverText({ benchmark, metric, ceiling, missing, expires }: ConfiguredWaiver): string {
  const name = metric === '*' ? `'${benchmark}'` : `'${benchmark}' (${metric})`
  const what = [ceiling !== null && `up to ${formatShare(ceiling)}`, missing && 'missing']
  return `${name} ${what.filter(Boolean).join(' or ')} until ${expires}`
}

async function whyNot(context: ConnectedJob, { by, at, pull }: LabelSet): Promise<string | null> {
  if (!(await hasWriteAccess(context, by)))
    return `${by || 'nobody'}, who set the label '${waiverLabel}', has no write access`
  const measured = context.pullRequest?.headSha
  // A merge queue's commit is its own. A pull request that is pushed to leaves the queue.
  if (measured !== undefined && measured !== pull.head.sha)
    return `the pull request has another head than ${shortSha(measured)} by now`
  const since = await headSince(context, pull)
  if (typeof since === 'string') return since
  if (Date.parse(at) > since) return null
  return `the label '${waiverLabel}' was set before the pull request had this commit: take it away, set it again, and run the job again`
}

async function answer(context: ConnectedJob): Promise<{ by: string } | { why: string }> {
  const number = context.pullRequest?.number ?? context.mergeGroup?.number
  const ask = `somebody with write access can set the label '${waiverLabel}'; then run the job again`
  if (!number) return { why: 'it is not known which pull request they are of' }
  try {
    const set = await whoSetLabel(context, { number, label: waiverLabel })
    if (set === null) return { why: ask }
    const why = await whyNot(context, set)
    return why === null ? { by: `${set.by} on ${minuteOf(set.at)}` } : { why }
  } catch (error) {
    return {
      why: `whether the label '${waiverLabel}' accepts them is not known: ${(error as Error).message}`,
    }
  }
}

/** Those of the `added` waivers that count. Never throws: where the server does not answer, none does. */
export async function acceptedWaivers(context: ConnectedJob, added: ConfiguredWaiver[]): Promise<Accepted> {
  if (added.length === 0) return { waivers: [], notes: [] }
  const given = await answer(context)
  if ('why' in given) {
    const message = `the waivers that this pull request adds do not count: ${given.why}`
    return { waivers: [], notes: [{ code: 'waiver-not-accepted', message }] }
  }
  const texts = firstOf(added.map(waiverText), 10, '; ')
  const message = `the waivers that this pull request adds count for this commit, accepted by ${given.by} with the label '${waiverLabel}': ${texts}`
  return { waivers: added, notes: [{ code: 'waiver-accepted', message }] }
}
