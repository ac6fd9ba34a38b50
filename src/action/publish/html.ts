// The report on all legs of a run as one HTML page; of a single comparison it is that comparison's own.
import { renderHtml } from '../../report/html/comparison.ts'
import { renderRunHtml } from '../../report/html/run.ts'
import {
  byImportance,
  onlyComparison,
  overallOutcome,
  overallSymbol,
  type RunReport,
  resultSentence,
  sectionTitle,
  selfReportedText,
  topOf,
  withoutTop,
} from './overview.ts'

/** The page; the sections that could be compared stand in it, the important ones first. At least one is needed. */
export function runHtml(report: RunReport): string {
  const { sections, selfReported, problems } = report
  const mark = selfReported ? ' (self-reported by a fork)' : ''
  const parts = byImportance(sections).flatMap(section => {
    const { comparison, nightly = null } = section
    return comparison === null
      ? []
      : [{ comparison, nightly, title: `${sectionTitle(section, sections)}${mark}` }]
  })
  const only = onlyComparison(report)
  if (only !== null) return renderHtml(only, parts[0])
  const refused = sections.flatMap(section =>
    section.comparison === null
      ? [`${sectionTitle(section, sections)} cannot be compared: ${section.problem}`]
      : [],
  )
  return renderRunHtml({
    title: `${report.title}${mark}`,
    outcome: overallOutcome(report),
    symbol: overallSymbol(report),
    result: resultSentence(report),
    notes: [...(selfReported ? [selfReportedText] : []), ...topOf(report).map(({ message }) => message)],
    problems: [...problems, ...refused],
    parts: parts.map(part => ({ ...part, comparison: withoutTop(part.comparison) })),
  })
}
