// A report as one HTML page. A report of one section is the page of its comparison.
import { renderHtml } from '../html/comparison.ts'
import { renderRunHtml } from '../html/run.ts'
import { labelNote } from '../words/how-to-accept.ts'
import { reportAnswer, sectionResult } from './answer.ts'
import { isAcceptableReport, overallOutcome } from './outcome.ts'
import {
  byImportance,
  isCompared,
  onlySection,
  type Report,
  type Section,
  sectionTitle,
  selfReportedText,
  sourceOf,
  topOf,
  untouchedText,
  withoutTop,
} from './report.ts'

/** The page with all sections that could be compared, the important ones first. */
export function reportHtml(report: Report): string {
  const { sections, selfReported, problems } = report
  const mark = selfReported ? ' (self-reported by a fork)' : ''
  const titleOf = (section: Section) => `${sectionTitle(section, report)}${mark}`
  const only = onlySection(report)
  if (only !== null) {
    const { comparison, nightly = null, reproduce } = only
    const labelled = isAcceptableReport(report)
    return renderHtml(comparison, {
      title: titleOf(only),
      nightly,
      reproduce,
      labelled,
      source: sourceOf(report, only),
    })
  }
  return renderRunHtml({
    title: `${report.title}${mark}`,
    outcome: overallOutcome(report),
    answer: reportAnswer(report),
    notes: [
      ...(selfReported ? [selfReportedText] : []),
      ...topOf(report).map(({ message }) => message),
      ...(untouchedText(report) === '' ? [] : [untouchedText(report)]),
      ...(isAcceptableReport(report) ? [`For this commit: ${labelNote(name => `'${name}'`)}`] : []),
    ],
    problems: [
      ...problems,
      ...sections
        .filter(section => !isCompared(section))
        .map(section => `${sectionTitle(section, report)} ${sectionResult(section)}`),
    ],
    sections: byImportance(sections)
      .filter(isCompared)
      .map(section => ({
        comparison: withoutTop(section.comparison),
        nightly: section.nightly ?? null,
        title: titleOf(section),
        source: sourceOf(report, section),
      })),
  })
}
