// What other workflows, jobs or machines have reported on the same commit under the same name. A branch rule looks at the
// newest check run of a name only: so the worst of them has to be in it, whoever comes last.
import { firstOf } from '../../phrases.ts'
import { escapeMarkdown } from '../../report/markdown/escape.ts'
import { type CheckConclusion, checkConclusions, worstConclusion } from '../../report/sections/outcome.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { adviceBeside, jobOfReport, leftByDemand } from '../on-demand/beside-gate.ts'

/** `newer` is a later report of the same job, which stands; `others` are the newest reports of each other one. */
export type Standing = { newer: AttemptRecord | null; others: AttemptRecord[] }

/**
 * A measurement on demand, which names no workflow, is one more of whatever was asked to be measured. A report on a whole
 * run, which names no job, is about all of its jobs.
 */
const isSameJob = (one: AttemptRecord, other: AttemptRecord): boolean =>
  one.pull === other.pull &&
  (one.workflow === '' ||
    other.workflow === '' ||
    (one.workflow === other.workflow && (one.job === other.job || one.job === '')))

const isWorse = (one: CheckConclusion, other: CheckConclusion) =>
  checkConclusions.indexOf(one) < checkConclusions.indexOf(other)

/** Whether `own` comes after `other`, of the same job: a later run, a later attempt, or the same one once more. */
const comesAfter = (own: AttemptRecord, other: AttemptRecord) =>
  isSameJob(own, other) &&
  // A run that was skipped says nothing of the commit.
  (!own.skipped || other.skipped) &&
  (own.runId !== other.runId ||
    own.job === '' ||
    own.machine === other.machine ||
    own.accounts.includes(other.attempt))

/** Whether `other` is another run's regression on the same commits which `own` did not know: no test has cleared it. */
const isUnknownTo = (own: AttemptRecord, other: AttemptRecord): boolean =>
  other.conclusion === 'failure' &&
  own.runId !== other.runId &&
  own.base !== '' &&
  own.base === other.base &&
  !own.knows.includes(other.runId)

/** Whether `own` takes the place of `other`; `since` are those that were reported after `other`, which may have done so. */
const replaces = (own: AttemptRecord, other: AttemptRecord, since: AttemptRecord[] = []): boolean =>
  comesAfter(own, other) &&
  ((!leftByDemand(own, other) && !isUnknownTo(own, other)) || since.some(each => replaces(each, other)))

/** Whether `other` took account of this attempt. One of an older run that was repeated since then is not known to it. */
const knowsOf = (other: AttemptRecord, own: AttemptRecord, records: AttemptRecord[]) =>
  other.runId === own.runId
    ? other.accounts.includes(own.attempt)
    : other.knows.includes(own.runId) &&
      records.some(({ runId, attempt }) => runId === own.runId && attempt >= own.attempt)

/**
 * Whether `other`, on demand, leaves `own` or an earlier report of its run, and so gives way to it: but not with a regression
 * of which that does not know.
 */
const givesWay = (own: AttemptRecord, other: AttemptRecord, records: AttemptRecord[]) =>
  [own, ...records].some(each => each.runId === own.runId && leftByDemand(other, each)) &&
  (other.conclusion !== 'failure' || own.knows.includes(other.runId))

/** A report on an attempt that is over may be made once more after the next attempt. */
const isLater = (own: AttemptRecord, other: AttemptRecord) =>
  other.runId === own.runId ? other.job === own.job && other.attempt > own.attempt : other.runId > own.runId

/** Whether `other` is a later run or attempt whose report stands. One that does not know of a worse result gives way. */
const isNewer = (own: AttemptRecord, other: AttemptRecord, records: AttemptRecord[]) =>
  isSameJob(own, other) &&
  !other.skipped &&
  !givesWay(own, other, records) &&
  isLater(own, other) &&
  (knowsOf(other, own, records) || !isWorse(own.conclusion, other.conclusion))

/** Whether `other` is of an earlier commit of the pull request, and each of its rows had the verdict that it has now. */
export const hasSameVerdicts = (own: AttemptRecord, other: AttemptRecord): boolean =>
  isSameJob(own, other) &&
  own.head !== other.head &&
  own.conclusion === other.conclusion &&
  own.verdicts === other.verdicts &&
  own.verdicts !== ''

/** `records` are those that stand under the name of `own` on its commit, the newest first. */
export function standingBeside(own: AttemptRecord, records: AttemptRecord[]): Standing {
  const onCommit = records.filter(({ head }) => head === own.head)
  const newer = onCommit.find(each => isNewer(own, each, onCommit)) ?? null
  const places = new Set<string>()
  const others = onCommit.filter((each, i) => {
    if (replaces(own, each, onCommit.slice(0, i))) return false
    // Those on demand may have different suites each.
    if (leftByDemand(own, each)) return true
    if (places.has(jobOfReport(each))) return false
    places.add(jobOfReport(each))
    return true
  })
  return { newer, others }
}

/** The newest report, which `own`, on demand, leaves unless it is worse: the label accepts the rows that people see. */
export function keptByDemand(own: AttemptRecord, records: AttemptRecord[]): AttemptRecord | null {
  const [newest] = records.filter(({ head }) => head === own.head)
  const isLeft = newest !== undefined && leftByDemand(own, newest) && !replaces(own, newest)
  return isLeft && isWorse(newest.conclusion, own.conclusion) ? newest : null
}

const adviceAbout = (own: AttemptRecord, others: AttemptRecord[]) =>
  others.every(each => isSameJob(own, each))
    ? 'run this job again, which then takes account of it'
    : "give each job a 'name' of its own"

const placeText = ({ workflow, job, pull, machine }: AttemptRecord, own: AttemptRecord) => {
  const file = workflow === own.workflow ? '' : ` of ${workflow || 'a measurement on demand'}`
  const place = job === '' ? file.replace(/^ of /, '') : `job ${job}${file}`
  const about = pull === own.pull || pull === null ? '' : ` for #${pull}`
  const where = workflow === own.workflow && job === own.job && machine !== null ? ` on ${machine}` : ''
  return `${place || workflow || 'a measurement on demand'}${where}${about}`
}

/** Names the other reports, and says what to do about them; null where there are none. */
export function besideText(own: AttemptRecord, others: AttemptRecord[]): string | null {
  if (others.length === 0) return null
  const named = others.map(each => `${placeText(each, own)} (${each.conclusion})`)
  const isOfPulls = others.every(({ pull }) => pull !== own.pull)
  const isLeft = others.every(each => leftByDemand(own, each))
  const ofOthers = isOfPulls
    ? 'push a commit to this pull request that the other one has not'
    : adviceAbout(own, others)
  const advice = isLeft ? adviceBeside(others) : ofOthers
  return `${firstOf(named, 5)} reported under the same name, and the worst counts: ${advice}`
}

/** The conclusion of all reports under one name. */
export const worstOfAll = (own: AttemptRecord, others: AttemptRecord[]): CheckConclusion =>
  worstConclusion([own, ...others].map(({ conclusion }) => conclusion))

/** One line of Markdown above a worse report of another job: that this one was made, too, by the run at `runUrl`. */
export function outdoneText(own: AttemptRecord, standing: AttemptRecord, runUrl: string): string {
  const { conclusion, runId } = own
  const advice = leftByDemand(own, standing) ? adviceBeside([standing]) : adviceAbout(own, [standing])
  const place = escapeMarkdown(placeText(own, standing))
  return `${place} (${escapeMarkdown(conclusion)}, [run ${runId}](${runUrl})) reported under the same name, and the worse report stays: ${advice}`
}

/** Whether another report is worse than `own`, so that the comment keeps it. */
export const isOutdone = (own: AttemptRecord, other: AttemptRecord): boolean =>
  own.head === other.head && !replaces(own, other) && isWorse(other.conclusion, own.conclusion)
