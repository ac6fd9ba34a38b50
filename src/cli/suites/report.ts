// The report on the suites of a configuration: made of their comparisons, shown, and kept in files.
import { interleavedRequest } from '../../compare/comparison-request.ts'
import { compareTogether } from '../../compare/verdict/compare-together.ts'
import { missingSuite, newSuite } from '../../compare/verdict/lone-suite.ts'
import type { FamilyMember, Policy, Session, Warning } from '../../model/index.ts'
import type { Config } from '../../policy/config-schema.ts'
import { exitCodeOf, exitCodes } from '../../policy/exit-codes.ts'
import { configChanges } from '../../policy/make-policy.ts'
import { describedSuites } from '../../policy/suites.ts'
import { renderReportDocument } from '../../report/documents.ts'
import { renderJunit } from '../../report/junit.ts'
import { reportAnswer } from '../../report/sections/answer.ts'
import { reportHtml } from '../../report/sections/html.ts'
import { reportMarkdown } from '../../report/sections/markdown.ts'
import { isCompared, type Report, type Section } from '../../report/sections/report.ts'
import { reportText } from '../../report/sections/text.ts'
import { answerLines } from '../../report/words/answer/answer.ts'
import { policyDoubts } from '../policy.ts'
import { type Emitting, type Rendered, textOptions } from '../reports.ts'
import type { SuitesSource } from './source.ts'

/** The sessions of a suite on both sides, or on the candidate alone. `warnings` are of measuring, not of comparing. */
export type SuiteSessions = { baseline: Session | null; candidate: Session; warnings: Warning[] }

/** What became of a suite. */
export type SuiteFate =
  | { name: string; fate: 'measured'; sessions: SuiteSessions }
  | { name: string; fate: 'failed'; problem: string }
  | { name: string; fate: 'missing' }

const machineOf = ({ sessions }: { sessions: SuiteSessions }) =>
  sessions.candidate.testbed?.facts.machine ?? 'this machine'

/** A section for each suite, in their order. The rows of all that were measured on both sides are one family. */
export function sectionsOf(suites: SuiteFate[], policy: Policy): Section[] {
  const both = suites.flatMap(suite => {
    if (suite.fate !== 'measured' || suite.sessions.baseline === null) return []
    const { baseline, candidate } = suite.sessions
    return [{ name: suite.name, request: interleavedRequest([baseline], [candidate], policy) }]
  })
  const members = compareTogether(both.map(({ request }) => request))
  const joined = new Map(both.map(({ name }, i) => [name, members[i] as FamilyMember]))
  return suites.map((suite): Section => {
    const machines = suite.fate === 'measured' ? [machineOf(suite)] : []
    const about = { suite: suite.name, machines, runs: [] }
    if (suite.fate === 'missing')
      return { ...about, comparison: missingSuite(suite.name, policy), problem: null }
    if (suite.fate === 'failed') return { ...about, comparison: null, problem: suite.problem }
    const { candidate, warnings } = suite.sessions
    const alone = { comparison: newSuite(candidate, policy), problem: null }
    const member = joined.get(suite.name) ?? alone
    if (member.comparison === null) return { ...about, ...member }
    const comparison = { ...member.comparison, warnings: [...member.comparison.warnings, ...warnings] }
    return { ...about, comparison, problem: null }
  })
}

/** The report on what was measured here. */
export const reportOn = (sections: Section[], policy: Policy, untouched: string[]): Report => ({
  title: 'stable-bench',
  sections,
  policy,
  problems: [],
  unmet: [],
  untouched,
  attemptsLost: false,
  selfReported: false,
  ofPull: false,
  into: null,
  accepted: null,
  runUrl: null,
  pageUrl: null,
})

/** The exit code: a regression comes before a suite that could not be measured, and that before one that decides nothing. */
export function exitCodeOfReport({ sections }: Report): number {
  const codes = sections.map(section =>
    isCompared(section) ? exitCodeOf(section.comparison) : exitCodes.measuringFailed,
  )
  const order = [exitCodes.regression, exitCodes.measuringFailed, exitCodes.notEstablished]
  return order.find(code => codes.includes(code)) ?? exitCodes.pass
}

const MOST_BYTES = 65_000

/** The forms of the report. */
export const reportForms = (report: Report, emitting: Emitting): Rendered => ({
  text: () => reportText(report, textOptions(emitting)),
  json: () => renderReportDocument(report),
  html: () => reportHtml(report),
  markdown: () => reportMarkdown(report, MOST_BYTES),
  junit: () => renderJunit(report.sections),
  verdict: () => answerLines(reportAnswer(report)),
})

/** What the candidate would change in how it is judged, and what the base commit does not say. */
export function judgingNotes(base: Config, { path, config }: SuitesSource): Warning[] {
  const changes = configChanges(base, config, path, 'the candidate')
  if (describedSuites(base).size > 0) return changes
  const message = `the base commit describes no suite, so it was measured as ${path} of the candidate says`
  return [{ code: 'suites-assumed', message }, ...changes]
}

/** Entries of the configuration that match no row of any suite, where all were measured; a calibration of elsewhere. */
export function suitesDoubts(
  sections: Section[],
  { policy, values, isAll }: { policy: Policy; values: { calibration: string }; isAll: boolean },
): Warning[] {
  const compared = sections.filter(isCompared)
  const [first] = compared
  if (first === undefined) return []
  const rows =
    isAll && compared.length === sections.length ? compared.flatMap(each => each.comparison.rows) : []
  return policyDoubts({ candidate: first.comparison.candidate, rows, policy }, values.calibration)
}
