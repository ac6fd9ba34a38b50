// A report as one HTML page. A report of one section is the page of its comparison.
import { renderHtml, renderRunHtml } from '../html/comparison.ts'
import { labelNote } from '../words/how-to-accept.ts'
import { reportAnswer, sectionResult } from './answer.ts'
import { isAcceptableReport, overallOutcome } from './outcome.ts'
import {
  byImportance,
  type ComparedSection,
  isCompared,
  onlySection,
  type Report,
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
  const labelled = isAcceptableReport(report)
  const onPage = (section: ComparedSection) => ({
    ...section,
    title: `${sectionTitle(section, report)}${mark}`,
    source: sourceOf(report, section),
  })
  const only = onlySection(report)
  if (only !== null) return renderHtml(only.comparison, { ...onPage(only), labelled })
  const notes = [
    ...(selfReported ? [selfReportedText] : []),
    ...topOf(report).map(({ message }) => message),
    untouchedText(report),
    ...(labelled ? [`For this commit: ${labelNote(name => `'${name}'`)}`] : []),
  ]
  const uncompared = sections.filter(section => !isCompared(section))
  const texts = uncompared.map(section => `${sectionTitle(section, report)} ${sectionResult(section)}`)
  return renderRunHtml({
    title: `${report.title}${mark}`,
    outcome: overallOutcome(report),
    answer: reportAnswer(report),
    notes: notes.filter(Boolean),
    problems: [...problems, ...texts],
    sections: byImportance(sections)
      .filter(isCompared)
      .map(section => ({ ...onPage(section), comparison: withoutTop(section.comparison) })),
  })
}
