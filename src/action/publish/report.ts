// A report is a list of sections, one for each suite and design. A job that compares by itself has one section. This file
// derives the outcome, the words and the names of the whole report from its sections.
import type { FamilyMember } from '../../compare/verdict/compare-family.ts'
import type { Comparison, Outcome, Verdict, Warning } from '../../model/index.ts'
import { type CheckConclusion, checkConclusion } from '../../report/words/check-conclusion.ts'
import { type Headline, headline } from '../../report/words/headline.ts'
import { isQuiet } from '../../report/words/is-quiet.ts'
import type { Nightly } from '../../report/words/nightly.ts'
import { counted } from '../../report/words/numbers.ts'
import { isOfRun, splitWarnings } from '../../report/words/top-warnings.ts'
import type { AttemptRecord } from '../attempts/record.ts'

/** A suite on one machine, or on several that are compared as one. */
export type Section = {
  suite: string
  machines: string[]
  /** The artifacts whose runs are in its test. */
  runs: string[]
  nightly?: Nightly | null
  /** Shell commands that repeat the comparison. */
  reproduce?: string | undefined
} & FamilyMember

/** A section whose sides could be compared. */
export type ComparedSection = Section & { comparison: Comparison }

/** Everything about a report that no section says. */
export type Report = {
  title: string
  sections: Section[]
  /** A sentence for everything that is missing or could not be read. */
  problems: string[]
  /** Whether an earlier attempt may have found what is not in this report. */
  attemptsLost: boolean
  /** Whether a fork's job measured: it could have written any numbers. */
  selfReported: boolean
  /** Whether the run that measured has ended, and this job belongs to another run. */
  ended: boolean
  /** Address of the run that measured. */
  runUrl: string
  /** For later attempts of this job. */
  record: AttemptRecord
}

export const selfReportedText =
  'A job that ran the code of this pull request measured these numbers and could have written any others: they ' +
  'inform, and establish nothing. The comparison was computed here, from the raw runs.'

/** Importance, the most important first. */
const order: Outcome[] = ['regression', 'not-established', 'pass']

export const outcomeOf = ({ comparison }: Section): Outcome => comparison?.outcome ?? 'not-established'

export const byImportance = (sections: Section[]) =>
  sections.toSorted((a, b) => order.indexOf(outcomeOf(a)) - order.indexOf(outcomeOf(b)))

export const isCompared = (section: Section): section is ComparedSection => section.comparison !== null

/** The outcome of the whole: a regression outranks what is missing, and that a pass. */
export function overallOutcome({ sections, problems }: Report): Outcome {
  const outcomes = sections.map(outcomeOf)
  if (outcomes.includes('regression')) return 'regression'
  const established = outcomes.length > 0 && !outcomes.includes('not-established') && problems.length === 0
  return established ? 'pass' : 'not-established'
}

/** The outcome that counts: a fork's own numbers can warn of a regression, and never vouch for its absence. */
export function publishedOutcome(report: Report): Outcome {
  const outcome = overallOutcome(report)
  return report.selfReported && outcome === 'pass' ? 'not-established' : outcome
}

/** Whether there is something, and nothing is missing or cannot be compared. */
export const isWhole = ({ sections, problems }: Report): boolean =>
  sections.length > 0 && problems.length === 0 && sections.every(isCompared)

/** The section that is all of a report, with nothing missing: it needs no overview. Else null. */
export function onlySection({ sections, problems }: Report): ComparedSection | null {
  const [section, ...others] = sections
  return section && others.length === 0 && problems.length === 0 && isCompared(section) ? section : null
}

/** The symbol of the whole: what was not established gets a question mark only where all of it is a first run. */
export function overallSymbol(report: Report): Headline['symbol'] {
  const outcome = overallOutcome(report)
  if (outcome !== 'not-established') return outcome === 'pass' ? '✓' : '✗'
  const isFirst =
    isWhole(report) &&
    report.sections.filter(isCompared).every(({ comparison }) => headline(comparison).symbol !== '✗')
  return isFirst ? '?' : '✗'
}

/** The result of the whole in one sentence. */
export function resultSentence(report: Report): string {
  const { sections } = report
  const outcome = overallOutcome(report)
  const worst = sections.filter(section => outcomeOf(section) === outcome).length
  const share = `${worst} of ${counted(sections.length, 'comparison')}`
  const texts: Record<Outcome, string> = {
    regression: `${share} regressed: look into ${worst === 1 ? 'it' : 'them'} before merging`,
    'not-established': sections.length === 0 ? 'nothing to compare' : 'not everything could be established',
    pass: `no regression in ${counted(sections.length, 'comparison')}`,
  }
  return texts[outcome]
}

/** How the whole ends as a check run. */
export function overallConclusion(report: Report): CheckConclusion {
  const conclusions = report.sections.map(({ comparison }) =>
    comparison === null ? 'action_required' : checkConclusion(comparison),
  )
  if (report.problems.length > 0) conclusions.push('action_required')
  const worstFirst: CheckConclusion[] = ['failure', 'action_required', 'success', 'neutral']
  const conclusion = worstFirst.find(each => conclusions.includes(each)) ?? 'neutral'
  return report.selfReported && conclusion === 'success' ? 'neutral' : conclusion
}

/** Whether nobody has to act on anything in the report. */
export const isQuietReport = ({ sections, problems }: Report): boolean =>
  problems.length === 0 && sections.every(section => isCompared(section) && isQuiet(section.comparison))

/** The rows of this verdict in all sections, as people name them. */
export const rowNames = (section: Section, verdict: Verdict): string[] =>
  (section.comparison?.rows ?? [])
    .filter(row => row.verdict === verdict)
    .map(row => `${row.benchmark} (${row.metric})`)

export function machinesText({ machines }: Section): string {
  return machines.length > 3 ? `${machines.length} machines` : machines.join(', ')
}

/** The name of a section: its suite, and its machines where the suite has several sections. */
export function sectionTitle(section: Section, { sections }: Report): string {
  const several = sections.filter(other => other.suite === section.suite).length > 1
  return several ? `${section.suite} on ${machinesText(section)}` : section.suite
}

/** The warnings above all sections. A report of one section has them in that section. */
export const topOf = ({ sections }: Report): Warning[] =>
  sections.filter(isCompared).flatMap(({ comparison }) => splitWarnings(comparison).top.filter(isOfRun))

/** A comparison without the warnings of the whole run, which the overview has. */
export const withoutTop = (comparison: Comparison): Comparison => ({
  ...comparison,
  warnings: comparison.warnings.filter(warning => !isOfRun(warning)),
})
