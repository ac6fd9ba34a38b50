// A report as GitHub Markdown. Several sections get an overview, and the important ones come first, in full as long as there
// is room.
import { counted, firstLines } from '../../phrases.ts'
import { renderMarkdown, SMALLEST_REPORT, titleMarkdown } from '../markdown/comparison.ts'
import { codeSpan, escapeMarkdown, link, tableRow } from '../markdown/escape.ts'
import { topMarkdown } from '../markdown/facts.ts'
import { labelNote } from '../words/how-to-accept.ts'
import { splitWarnings } from '../words/top-warnings.ts'
import { isAcceptableReport, overallMark, resultSentence, sectionMark } from './outcome.ts'
import {
  byImportance,
  type ComparedSection,
  intoText,
  isCompared,
  machinesText,
  onlySection,
  outcomeOf,
  type Report,
  type Section,
  sectionTitle,
  selfReportedText,
  topOf,
  untouchedText,
  withoutTop,
} from './report.ts'

const mostProblems = 20

function resultText(section: Section, report: Report): string {
  const mark = sectionMark(section, report)
  if (!isCompared(section)) return `${mark} cannot be compared: ${escapeMarkdown(section.problem ?? '')}`
  return `${mark} ${titleMarkdown(section.comparison)}`
}

function overviewTable(report: Report): string {
  const { sections } = report
  if (sections.length === 0) return ''
  const rows = byImportance(sections).map(section => {
    const machines = escapeMarkdown(machinesText(section))
    return tableRow([codeSpan(section.suite), machines, resultText(section, report)])
  })
  return [tableRow(['Suite', 'Machine', 'Result']), tableRow(['---', '---', '---']), ...rows].join('\n')
}

function problemList({ problems }: Report): string {
  if (problems.length === 0) return ''
  return ['**Missing**', '', ...firstLines(problems.map(escapeMarkdown), mostProblems)].join('\n')
}

const forkNote = ({ selfReported }: Report) =>
  selfReported ? `> **Self-reported by a fork.** ${selfReportedText}` : ''

/**
 * The overview above the sections: the next step, the origin of the numbers, missing parts, and a line for each
 * section.
 */
const overviewParts = (report: Report): string[] => [
  `### ${overallMark(report)} ${escapeMarkdown(intoText(report.title, report))}: ${resultSentence(report)}`,
  forkNote(report),
  topMarkdown(topOf(report), true),
  problemList(report),
  overviewTable(report),
  escapeMarkdown(untouchedText(report)),
]

function runLink({ runUrl, pageUrl }: Report): string {
  if (runUrl === null) return ''
  const page = pageUrl === null ? null : link('Full report', pageUrl)
  const run = `${link('The run', runUrl) ?? codeSpan(runUrl)} has everything in its summary and artifacts.`
  return page === null ? run : `${page}. ${run}`
}

/** The one click that accepts all failures of a report with several sections. */
const acceptanceNote = (report: Report) =>
  isAcceptableReport(report) ? `To accept this for this commit, ${labelNote(codeSpan)}` : ''

/** GitHub shortens a bare commit and links to it. */
const headText = ({ head }: Report) =>
  head !== undefined && /^[0-9a-f]{40,64}$/.test(head) ? `The pull request’s commit is ${head}.` : ''

const folded = (title: string, text: string) =>
  `<details><summary>${title}</summary>\n\n${text.trimEnd()}\n\n</details>`

function sectionMarkdown(section: ComparedSection, report: Report, maxBytes: number): string {
  const { comparison, nightly = null, reproduce } = section
  const name = sectionTitle(section, report)
  const isOnly = onlySection(report) !== null
  const into = isOnly ? intoText(name, report) : name
  const title = report.selfReported ? `${into} (self-reported)` : into
  const fullReport = report.pageUrl ?? report.runUrl
  const labelled = isOnly && !report.selfReported && isAcceptableReport(report)
  const options = { maxBytes, title, fullReport, nightly, reproduce, labelled }
  const shown = isOnly ? comparison : withoutTop(comparison)
  const markdown = renderMarkdown(shown, options)
  // The summary line is HTML, where only text that cannot hold markup may go.
  const plain = /^[\w .,-]+$/.test(name) ? escapeMarkdown(name) : 'Details'
  const isCalm = splitWarnings(shown).top.length === 0
  const fold = report.sections.length > 1 && outcomeOf(section) === 'pass' && isCalm
  return fold ? folded(`${sectionMark(section, report)} ${plain}`, markdown) : markdown.trimEnd()
}

/** For the link to the run, and for what was left out. */
const bytesBelow = 1000
const foldBytes = 400

/** The sections that `maxBytes` have room for, in full or short, and how many are left out. */
function sectionsWithin(report: Report, maxBytes: number): { texts: string[]; missing: number } {
  const compared = byImportance(report.sections).filter(isCompared)
  let left = maxBytes
  const texts: string[] = []
  for (const [i, section] of compared.entries()) {
    // Reserve room for a short report of each later section, as far as there is any.
    const promised =
      Math.min(compared.length - i - 1, Math.floor(left / 2 / SMALLEST_REPORT)) * SMALLEST_REPORT
    const room = left - promised - foldBytes
    if (room < SMALLEST_REPORT) break
    const markdown = sectionMarkdown(section, report, room)
    texts.push(markdown)
    left -= Buffer.byteLength(markdown) + 2
  }
  return { texts, missing: compared.length - texts.length }
}

/**
 * The report as GitHub Markdown of at most `maxBytes` (at least 10,000). The sections share the space that the overview
 * leaves. Where it is too short for all, the least important sections are left out, and the report says so.
 */
export function reportMarkdown(report: Report, maxBytes: number): string {
  const only = onlySection(report)
  const head = headText(report)
  if (only && !report.selfReported) {
    const room = maxBytes - (head === '' ? 0 : Buffer.byteLength(head) + 2)
    return `${[sectionMarkdown(only, report, room), head].filter(Boolean).join('\n\n')}\n`
  }
  const above = (only ? [forkNote(report)] : overviewParts(report)).filter(Boolean)
  const { texts, missing } = sectionsWithin(
    report,
    maxBytes - Buffer.byteLength(above.join('\n\n')) - bytesBelow,
  )
  const rest = missing === 0 ? '' : `${counted(missing, 'section')} left out to keep this short.`
  const below = report.sections.length === 1 && !report.selfReported ? '' : runLink(report)
  return `${[...above, ...texts, rest, acceptanceNote(report), below, head].filter(Boolean).join('\n\n')}\n`
}
