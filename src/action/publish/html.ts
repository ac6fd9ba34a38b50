// A report as one HTML page. A report of one section is the page of its comparison.
import { renderHtml } from '../../report/html/comparison.ts'
import { renderRunHtml } from '../../report/html/run.ts'
import {
  byImportance,
  isCompared,
  onlySection,
  overallOutcome,
  overallSymbol,
  type Report,
  resultSentence,
  type Section,
  sectionTitle,
  selfReportedText,
  topOf,
  withoutTop,
} from './report.ts'

const refusalText = (section: Section, report: Report): string[] =>
  isCompared(section) ? [] : [`${sectionTitle(section, report)} cannot be compared: ${section.problem}`]

/** The page with all sections that could be compared, the important ones first. At least one is needed. */
export function reportHtml(report: Report): string {
  const { sections, selfReported, problems } = report
  const mark = selfReported ? ' (self-reported by a fork)' : ''
  const titleOf = (section: Section) => `${sectionTitle(section, report)}${mark}`
  const only = onlySection(report)
  if (only !== null) {
    const { comparison, nightly = null, reproduce } = only
    return renderHtml(comparison, { title: titleOf(only), nightly, reproduce })
  }
  return renderRunHtml({
    title: `${report.title}${mark}`,
    outcome: overallOutcome(report),
    symbol: overallSymbol(report),
    result: resultSentence(report),
    notes: [...(selfReported ? [selfReportedText] : []), ...topOf(report).map(({ message }) => message)],
    problems: [...problems, ...sections.flatMap(section => refusalText(section, report))],
    parts: byImportance(sections)
      .filter(isCompared)
      .map(section => ({
        comparison: withoutTop(section.comparison),
        nightly: section.nightly ?? null,
        title: titleOf(section),
      })),
  })
}
