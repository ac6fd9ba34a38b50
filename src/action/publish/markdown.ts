// The report on all legs of a run: an overview, then a section for each, the important ones first and in full as long
// as there is room.
import type { Comparison } from '../../model/index.ts'
import { renderMarkdown, SMALLEST_REPORT } from '../../report/markdown/comparison.ts'
import { codeSpan, escapeMarkdown, link } from '../../report/markdown/escape.ts'
import { byteLength } from '../../report/markdown/fit.ts'
import { counted } from '../../report/words/numbers.ts'
import { splitWarnings } from '../../report/words/top-warnings.ts'
import type { Section } from './compare.ts'
import {
  byImportance,
  onlyComparison,
  outcomeOf,
  overviewParts,
  type RunReport,
  sectionTitle,
  withoutTop,
} from './overview.ts'

function runLink({ runUrl }: RunReport): string {
  return `${link('The run', runUrl) ?? codeSpan(runUrl)} has everything in its summary and artifacts.`
}

const folded = (title: string, text: string) =>
  `<details><summary>${title}</summary>\n\n${text.trimEnd()}\n\n</details>`

function sectionMarkdown(
  section: Section & { comparison: Comparison },
  report: RunReport,
  maxBytes: number,
): string {
  const name = sectionTitle(section, report.sections)
  const title = report.selfReported ? `${name} (self-reported)` : name
  const options = { maxBytes, title, fullReport: report.runUrl, nightly: section.nightly ?? null }
  const shown = onlyComparison(report) ? section.comparison : withoutTop(section.comparison)
  const markdown = renderMarkdown(shown, options)
  // The summary line is HTML, where only text that cannot hold markup may go.
  const plain = /^[\w .,-]+$/.test(name) ? escapeMarkdown(name) : 'Details'
  const isCalm = splitWarnings(shown).top.length === 0
  const fold = report.sections.length > 1 && outcomeOf(section) === 'pass' && isCalm
  return fold ? folded(`✓ ${plain}`, markdown) : markdown.trimEnd()
}

const foldBytes = 400

/**
 * The report as GitHub Markdown of at most `maxBytes` (at least 10,000). The sections share what the overview leaves;
 * those that get less than a short report needs are left out, the least important ones, and it says so.
 */
export function runMarkdown(report: RunReport, maxBytes: number): string {
  const above = overviewParts(report).filter(Boolean)
  const compared = byImportance(report.sections).filter(
    (section): section is Section & { comparison: Comparison } => section.comparison !== null,
  )
  let left = maxBytes - byteLength(above.join('\n\n')) - 1000
  const sections: string[] = []
  for (const [i, section] of compared.entries()) {
    // Whoever comes later is promised a short report, as long as there is room for one.
    const promised =
      Math.min(compared.length - i - 1, Math.floor(left / 2 / SMALLEST_REPORT)) * SMALLEST_REPORT
    const room = left - promised - foldBytes
    if (room < SMALLEST_REPORT) break
    const markdown = sectionMarkdown(section, report, room)
    sections.push(markdown)
    left -= byteLength(markdown) + 2
  }
  const missing = compared.length - sections.length
  const rest = missing === 0 ? '' : `${counted(missing, 'section')} left out to keep this short.`
  const below = report.sections.length === 1 && !report.selfReported ? '' : runLink(report)
  return `${[...above, ...sections, rest, below].filter(Boolean).join('\n\n')}\n`
}
