// A report is a list of sections, one for each suite and design. A job that compares by itself has one section. How it
// ends is in outcome.ts.
import {
  type Comparison,
  type Decided,
  type FamilyMember,
  type Outcome,
  type Warning,
  withWarnings,
} from '../../model/index.ts'
import { counted, firstOf } from '../../phrases.ts'
import type { Nightly } from '../words/night-levels.ts'
import { isOfRun, splitWarnings } from '../words/top-warnings.ts'

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
  /** The policy by which the report passes or fails, also where nothing was compared. */
  policy: Decided['policy']
  /** A sentence for everything that is missing or could not be read. */
  problems: string[]
  /** Those of the problems that somebody may accept: parts that the base commit's workflow promises. */
  unmet: string[]
  /** The suites that were not measured, since no file below their `paths` changed. */
  untouched?: string[]
  /** Whether an earlier attempt may have found something that is not in this report. */
  attemptsLost: boolean
  /** Whether a fork's job measured: it could have written any numbers. */
  selfReported: boolean
  /** Whether it is about a pull request, which somebody can give a label. */
  ofPull: boolean
  /** The branch that it is merged into, where that is not the default branch: a green report says nothing of another. */
  into: string | null
  /** Who accepted the report, and when: `accepted by octocat on …`; null where nobody did. */
  accepted: string | null
  /** Address of the run that measured; null where none did. */
  runUrl: string | null
  /** Address that opens the page in the browser, once it has one. */
  pageUrl: string | null
  /** The newest commit of the pull request. The commit that was measured is its merge into the base. */
  head?: string | undefined
  /** The commit of the report before, where each row had the same verdict. */
  sameAs?: string | undefined
}

export const selfReportedText =
  'A job that ran the code of this pull request measured these numbers and could have written any others: they ' +
  'inform, and establish nothing. The comparison was computed here, from the raw runs.'

const mostImportantFirst: Outcome[] = ['regression', 'not-established', 'pass']

export const outcomeOf = ({ comparison }: Section): Outcome => comparison?.outcome ?? 'not-established'

export const byImportance = (sections: Section[]) =>
  sections.toSorted(
    (a, b) => mostImportantFirst.indexOf(outcomeOf(a)) - mostImportantFirst.indexOf(outcomeOf(b)),
  )

/** The compared section that is worst; a new suite, about which nothing is to be done, only where there is no other. */
export function worstSection({ sections }: Pick<Report, 'sections'>): ComparedSection | undefined {
  const ranked = byImportance(sections).filter(isCompared)
  return ranked.find(section => !isNew(section)) ?? ranked[0]
}

export const isNew = ({ comparison }: Section): boolean => comparison?.reason === 'new-suite'

export const isCompared = (section: Section): section is ComparedSection => section.comparison !== null

/** The address of the files of the commit that a section measured; null where there is no run, or nobody else has them. */
export function sourceOf({ runUrl }: Pick<Report, 'runUrl'>, { comparison }: ComparedSection): string | null {
  const repository = runUrl?.replace(/\/actions\/runs\/.*$/, '')
  const revision = comparison.candidate.revision
  if (repository === undefined || repository === runUrl || !revision?.commit || revision.dirty === true)
    return null
  return `${repository}/blob/${revision.commit}`
}

/** Why a section could not be compared, in one line: a reason may have further lines, about where and what to do. */
export const problemText = ({ problem }: Section): string =>
  (problem ?? '')
    .split('\n')
    .filter(line => line.trim() !== '')
    .join('; ')

/** The section that is all of a report, with nothing missing or left out: it needs no overview. Else null. */
export function onlySection({ sections, problems, untouched = [] }: Report): ComparedSection | null {
  const [section, ...others] = sections
  const isAll = others.length === 0 && problems.length === 0 && untouched.length === 0
  return section && isAll && isCompared(section) ? section : null
}

/** Sections of suites that no changed file touches are only named, beside those of `others`, where there are several. */
export function withoutUntouched(sections: Section[], others: string[]) {
  const isTouched = ({ comparison }: Section) => comparison?.unmeasured?.reason !== 'unchanged-paths'
  if (sections.length + others.length < 2) return { sections, untouched: others }
  const untouched = sections.filter(each => !isTouched(each)).map(({ suite }) => suite)
  return { sections: sections.filter(isTouched), untouched: [...new Set([...untouched, ...others])] }
}

const MOST_UNTOUCHED = 20

/** The suites that were not measured, in one sentence; empty where all were. */
export function untouchedText({ untouched = [] }: Report): string {
  if (untouched.length === 0) return ''
  const names = firstOf(untouched, MOST_UNTOUCHED)
  const whose = untouched.length === 1 ? 'its' : 'their'
  return `${counted(untouched.length, 'suite')} not measured, since no file of ${whose} paths changed: ${names}.`
}

/** Notes on all sections are said once, on the first one that has a comparison. */
export function withNotes<S extends Section>(sections: S[], notes: Warning[]): S[] {
  const first = sections.find(isCompared)
  return sections.map(section =>
    section === first && isCompared(section)
      ? { ...section, comparison: withWarnings(section.comparison, notes) }
      : section,
  )
}

export const machinesText = ({ machines }: Section): string =>
  machines.length > 3 ? `${machines.length} machines` : machines.join(', ')

/** The sections whose rows a report tells, each by its title where there are several. */
export const toldIn = (report: Report, sections: ComparedSection[]) =>
  sections.map(section => ({
    suite: report.sections.length > 1 ? sectionTitle(section, report) : '',
    comparison: section.comparison,
  }))

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
