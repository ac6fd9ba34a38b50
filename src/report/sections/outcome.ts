// How a report ends, from its sections: the outcome, its mark, whether it fails, the check run's conclusion.
import { shortDigest } from '../../model/digest.ts'
import {
  type Comparison,
  type Decided,
  fails,
  isAcceptableComparison,
  type Outcome,
  type Verdict,
} from '../../model/index.ts'
import { answer } from '../words/answer/answer.ts'
import type { Mark } from '../words/answer/marks.ts'
import { topCodes } from '../words/top-warnings.ts'
import { isCompared, isNew, outcomeOf, type Report, type Section, sectionTitle } from './report.ts'

/** A regression outranks a missing part, and that a pass. A new suite beside others takes nothing from what they say. */
export function overallOutcome({ sections, problems, untouched = [] }: Report): Outcome {
  const outcomes = sections.filter(section => !isNew(section)).map(outcomeOf)
  if (outcomes.includes('regression')) return 'regression'
  const isAny = outcomes.length > 0 || untouched.length > 0
  const established = isAny && !outcomes.includes('not-established') && problems.length === 0
  return established ? 'pass' : 'not-established'
}

/** The outcome that counts: a fork's own numbers can warn of a regression, and never vouch for its absence. */
export function publishedOutcome(report: Report): Outcome {
  const outcome = overallOutcome(report)
  const isUnproven = report.selfReported && report.accepted === null
  return isUnproven && outcome === 'pass' ? 'not-established' : outcome
}

/** Whether there are suites, nothing is missing, and all that were measured could be compared. */
const isWhole = ({ sections, problems, untouched = [] }: Report): boolean =>
  sections.length + untouched.length > 0 && problems.length === 0 && sections.every(isCompared)

/** Everything that may fail the job: each comparison, missing sections, earlier attempts that cannot be read. */
export function decidedIn(report: Report): Decided[] {
  const { policy, sections, attemptsLost } = report
  const lacking = (reason: Decided['reason']): Decided => ({ outcome: 'not-established', reason, policy })
  return [
    ...sections.filter(isCompared).map(({ comparison }) => comparison),
    ...(isWhole(report) ? [] : [lacking('nothing-compared')]),
    ...(attemptsLost ? [lacking('attempts-lost')] : []),
  ]
}

/** Whether the report fails its job and its check run. */
export const reportFails = (report: Report): boolean => decidedIn(report).some(fails)

/** The mark of a section. One that cannot be compared fails just as a missing one does. */
export function sectionMark(section: Section, { policy }: Report): Mark {
  if (isCompared(section)) return answer(section.comparison).symbol
  return fails({ outcome: 'not-established', reason: 'nothing-compared', policy }) ? '✗' : '?'
}

/** The mark of the whole, as `answer` gives it to one comparison. A fork's own numbers vouch for nothing. */
export function overallMark(report: Report): Mark {
  if (reportFails(report)) return '✗'
  const outcome = publishedOutcome(report)
  if (outcome !== 'pass') return outcome === 'regression' ? '!' : '?'
  const isCalm = report.sections.length === 0
  return isCalm || report.sections.some(section => sectionMark(section, report) === '✓') ? '✓' : '?'
}

/** The worst first. */
export const checkConclusions = ['failure', 'action_required', 'neutral', 'success'] as const

export type CheckConclusion = (typeof checkConclusions)[number]

/** The worst of some conclusions. */
export const worstConclusion = (conclusions: CheckConclusion[]): CheckConclusion =>
  checkConclusions.find(each => conclusions.includes(each)) ?? 'neutral'

/** A regression that fails is a failure, any other outcome that fails asks for action, and what decides nothing is neutral. */
export function checkConclusion(mark: Mark, outcome: Outcome): CheckConclusion {
  if (mark === '✗') return outcome === 'regression' ? 'failure' : 'action_required'
  return mark === '✓' ? 'success' : 'neutral'
}

/** Where nothing is to fail, a check run that asks for attention would be the only failure. */
const failsNothing = ({ policy }: Report) => policy.shadow || policy.failOn === 'never'

/** How the whole ends as a check run: a fork's own numbers never make what branch rules let pass, where anything is to fail. */
export function overallConclusion(report: Report): CheckConclusion {
  const outcome = overallOutcome(report)
  const conclusion = checkConclusion(overallMark(report), outcome)
  if (conclusion !== 'neutral' || failsNothing(report)) return conclusion
  // A maintainer's acceptance decides, also where the measurements did not: the check run asks for no more action.
  if (report.accepted !== null) return outcome === 'pass' ? 'success' : 'neutral'
  return report.selfReported ? 'action_required' : 'neutral'
}

/** Whether the label that accepts would change how the report ends. */
export function isAcceptableReport(report: Report): boolean {
  if (!report.ofPull || report.accepted !== null) return false
  if (['success', 'neutral'].includes(overallConclusion(report))) return false
  const unproven = report.selfReported && overallOutcome(report) === 'pass'
  if (unproven || report.unmet.length > 0) return true
  return report.sections.filter(isCompared).some(each => isAcceptableComparison(each.comparison))
}

/** With these, the numbers may be of something else, or the pull request changes how others are judged. */
const matters = [
  ...topCodes,
  'config-changed',
  'workflow-changed',
  'waiver-accepted',
  'waiver-not-accepted',
  'rename-added',
]

/** A pass in which no row changed, whether it gates or not, no budget is broken or almost, and no warning matters. */
export function needsNoAction({ outcome, rows, budgets, warnings }: Comparison): boolean {
  const quiet: Verdict[] = ['no-change', 'inconclusive', 'new']
  return (
    outcome === 'pass' &&
    !warnings.some(({ code }) => matters.includes(code)) &&
    rows.every(row => quiet.includes(row.verdict)) &&
    budgets.every(budget => budget.verdict === 'within')
  )
}

/** Whether nobody has to act on anything in the report. */
export const isQuietReport = ({ sections, problems }: Report): boolean =>
  problems.length === 0 && sections.every(section => isCompared(section) && needsNoAction(section.comparison))

/** A digest of all verdicts and of what is missing, without sizes and numbers: equal ones differ in no verdict. */
export function verdictsDigest(report: Report): string {
  const { sections, problems, untouched = [], into, selfReported } = report
  const said = sections.map(section => {
    const { outcome, reason, rows = [], budgets = [], unmeasured } = section.comparison ?? {}
    const verdicts = [
      ...rows.map(row => [row.benchmark, row.metric, row.verdict, String(row.gates), String(row.fails)]),
      ...budgets.map(budget => [budget.benchmark, budget.metric, budget.verdict]),
    ].map(each => JSON.stringify(each))
    const whole = [sectionTitle(section, report), section.problem, outcome, reason, unmeasured?.reason]
    return JSON.stringify([whole, verdicts.toSorted()])
  })
  return shortDigest(JSON.stringify([said.toSorted(), problems, untouched, into, selfReported]), 16)
}
