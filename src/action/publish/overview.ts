// What stands above the sections of a report on several legs: what to do, whose numbers they are, what is missing, and
// a line for each section.
import type { Comparison, Outcome, Warning } from '../../model/index.ts'
import { codeSpan, escapeMarkdown, tableRow } from '../../report/markdown/escape.ts'
import { topMarkdown } from '../../report/markdown/facts.ts'
import { type Headline, headline } from '../../report/words/headline.ts'
import { counted } from '../../report/words/numbers.ts'
import { isOfRun, splitWarnings } from '../../report/words/top-warnings.ts'
import type { Section } from './compare.ts'

/** Everything about the run that no section says. */
export type RunReport = {
  title: string
  sections: Section[]
  /** What is missing or could not be read, a sentence each. */
  problems: string[]
  /** Whether an earlier attempt may have found what is not in this report. */
  attemptsLost: boolean
  selfReported: boolean
  runUrl: string
}

export const selfReportedText =
  'A job that ran the code of this pull request measured these numbers and could have written any others: they ' +
  'inform, and establish nothing. The comparison was computed here, from the raw runs.'

/** Importance, the most important first. */
const order: Outcome[] = ['regression', 'not-established', 'pass']

export const outcomeOf = ({ comparison }: Section): Outcome => comparison?.outcome ?? 'not-established'

/** The outcome of the whole: a regression outranks what is missing, and that a pass. */
export function overallOutcome({ sections, problems }: RunReport): Outcome {
  const outcomes = sections.map(outcomeOf)
  if (outcomes.includes('regression')) return 'regression'
  const established = outcomes.length > 0 && !outcomes.includes('not-established') && problems.length === 0
  return established ? 'pass' : 'not-established'
}

/** The symbol of the whole: what was not established gets a question mark only where all of it is a first run. */
export function overallSymbol(report: RunReport): Headline['symbol'] {
  const outcome = overallOutcome(report)
  if (outcome !== 'not-established') return outcome === 'pass' ? '✓' : '✗'
  return isWhole(report) &&
    report.sections.every(({ comparison }) => headline(comparison as Comparison).symbol !== '✗')
    ? '?'
    : '✗'
}

/** Whether there is something, and nothing is missing or cannot be compared. */
export function isWhole({ sections, problems }: RunReport): boolean {
  return (
    sections.length > 0 && problems.length === 0 && sections.every(({ comparison }) => comparison !== null)
  )
}

function machinesText({ machines }: Section): string {
  return machines.length > 3 ? `${machines.length} machines` : machines.join(', ')
}

/** What a section is called: its suite, and its machines where the suite has several sections. */
export function sectionTitle(section: Section, sections: Section[]): string {
  const several = sections.filter(other => other.suite === section.suite).length > 1
  return several ? `${section.suite} on ${machinesText(section)}` : section.suite
}

export const byImportance = (sections: Section[]) =>
  sections.toSorted((a, b) => order.indexOf(outcomeOf(a)) - order.indexOf(outcomeOf(b)))

function resultText(section: Section): string {
  const { comparison, problem } = section
  if (comparison === null) return `✗ cannot be compared: ${escapeMarkdown(problem)}`
  const { symbol, title } = headline(comparison)
  return `${symbol} ${escapeMarkdown(title)}`
}

function overview({ sections }: RunReport): string {
  const rows = byImportance(sections).map(section => {
    const machines = escapeMarkdown(machinesText(section))
    return tableRow([codeSpan(section.suite), machines, resultText(section)])
  })
  return [tableRow(['Suite', 'Machine', 'Result']), tableRow(['---', '---', '---']), ...rows].join('\n')
}

/** What became of the whole, in one sentence. */
export function resultSentence(report: RunReport): string {
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

function heading(report: RunReport): string {
  return `### ${overallSymbol(report)} ${escapeMarkdown(report.title)}: ${resultSentence(report)}`
}

function problemList({ problems }: RunReport, most: number): string {
  if (problems.length === 0) return ''
  const more = problems.length > most ? [`- and ${problems.length - most} more`] : []
  return [
    '**Missing**',
    '',
    ...problems.slice(0, most).map(each => `- ${escapeMarkdown(each)}`),
    ...more,
  ].join('\n')
}

/** The comparison that is the whole of a run, with nothing missing: it needs no overview. Else null. */
export function onlyComparison({ sections, problems }: RunReport): Comparison | null {
  return sections.length === 1 && problems.length === 0 ? (sections[0]?.comparison ?? null) : null
}

/** What stands above all sections. A single comparison says it itself. */
export const topOf = ({ sections }: RunReport): Warning[] =>
  sections.flatMap(({ comparison }) =>
    comparison === null ? [] : splitWarnings(comparison).top.filter(isOfRun),
  )

/** A comparison as a section below it. */
export const withoutTop = (comparison: Comparison): Comparison => ({
  ...comparison,
  warnings: comparison.warnings.filter(warning => !isOfRun(warning)),
})

export function overviewParts(report: RunReport): string[] {
  const note = report.selfReported ? `> **Self-reported by a fork.** ${selfReportedText}` : ''
  if (onlyComparison(report)) return [note]
  const table = report.sections.length === 0 ? '' : overview(report)
  return [heading(report), note, topMarkdown(topOf(report), true), problemList(report, 20), table]
}
