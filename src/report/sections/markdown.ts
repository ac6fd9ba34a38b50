// A report as GitHub Markdown: the rows of all its sections in one table, and what is said of each section in a fold.
import { firstLines } from '../../phrases.ts'
import { renderComment } from '../markdown/comment.ts'
import {
  codeSpan,
  escapeMarkdown,
  fullReportLink,
  keepPercents,
  link,
  tableRow,
  titledList,
} from '../markdown/escape.ts'
import { topMarkdown } from '../markdown/facts.ts'
import { acceptance, reportAnswer, sectionGlyph, sectionResult } from './answer.ts'
import { isAcceptableReport, reportFails } from './outcome.ts'
import {
  byImportance,
  isCompared,
  machinesText,
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

const mostProblems = 20

function resultText(section: Section, report: Report): string {
  const result = sectionResult(section, codeSpan)
  const text = isCompared(section) ? keepPercents(result) : escapeMarkdown(result)
  return `${sectionGlyph(section, report)} ${text}`
}

/** A line for each section, and those that were not measured; empty for a report of one. */
function suitesTable(report: Report): string {
  const { sections } = report
  if (sections.length === 0 || onlySection(report) !== null) return ''
  const rows = byImportance(sections).map(section => {
    const machines = escapeMarkdown(machinesText(section))
    return tableRow([codeSpan(section.suite), machines, resultText(section, report)])
  })
  const untouched = escapeMarkdown(untouchedText(report))
  const table = [tableRow(['Suite', 'Machine', 'Result']), tableRow(['---', '---', '---']), ...rows]
  return [table.join('\n'), untouched].filter(Boolean).join('\n\n')
}

/** What could not be measured or read: it is never folded. */
const problemList = ({ problems }: Report): string =>
  titledList('Missing', firstLines(problems.map(escapeMarkdown), mostProblems, ''))

const forkNote = ({ selfReported, sections, untouched = [] }: Report) =>
  selfReported && sections.length + untouched.length > 0
    ? `> **Self-reported by a fork.** ${selfReportedText}`
    : ''

/** GitHub shortens a bare commit and links to it. */
const isCommit = (text = '') => /^[0-9a-f]{40,64}$/.test(text)

const headText = ({ head, sameAs }: Report) =>
  isCommit(head) ? ` for ${head}${isCommit(sameAs) ? `, with the same verdicts as ${sameAs}` : ''}` : ''

function whereText(report: Report): string {
  const { runUrl, pageUrl, sections } = report
  const page = fullReportLink(pageUrl ?? (sections.length === 1 ? runUrl : null))
  const isSaid = runUrl === null || (pageUrl === null && sections.length === 1)
  const run = isSaid ? '' : (link('The run', runUrl) ?? codeSpan(runUrl))
  return `${[page, run].filter(Boolean).join(' · ')}${headText(report)}`.trim()
}

/** The report as Markdown of at most `maxBytes` (at least 10,000); what there is no room for is left out and counted. */
export function reportMarkdown(report: Report, maxBytes: number): string {
  const compared = byImportance(report.sections).filter(isCompared)
  const parts = compared.map(section => ({
    ...section,
    suite: report.sections.length > 1 ? sectionTitle(section, report) : '',
    // Once for all sections.
    comparison: withoutTop(section.comparison),
    source: sourceOf(report, section),
  }))
  const notes = topOf(report).filter(note => reportFails(report) || note !== acceptance(report))
  const above = [
    forkNote(report),
    topMarkdown(notes, true),
    problemList(report),
    report.sections.length === 0 ? escapeMarkdown(untouchedText(report)) : '',
  ]
  const comment = {
    answer: reportAnswer(report, codeSpan),
    parts,
    above: above.filter(Boolean),
    suites: suitesTable(report),
    labelled: isAcceptableReport(report),
    where: whereText(report),
  }
  return renderComment(comment, maxBytes)
}
