// A comparison, or all those of a run, as one HTML file: for the artifact, for a colleague, for a laptop without
// network.
import type { Comparison } from '../../model/index.ts'
import { explainedHtml, flameData } from '../explain/html.ts'
import { answer } from '../words/answer/answer.ts'
import type { Nightly } from '../words/night-levels.ts'
import { orderRows } from '../words/rows/order.ts'
import { hasManyMetrics } from '../words/rows/row.ts'
import { htmlPage } from './document.ts'
import { evidenceHtml } from './evidence.ts'
import {
  acceptanceHtml,
  budgetsHtml,
  controlsHtml,
  type Depth,
  factsHtml,
  footerHtml,
  headlineHtml,
  machinesHtml,
  summaryHtml,
  topHtml,
  warningsHtml,
} from './facts.ts'
import { pageAssets } from './page-assets.ts'
import { rowsTable, sectionData } from './rows.ts'
import { chartLimit } from './scale.ts'
import { REPORT_STYLE } from './style.ts'

type HtmlOptions = {
  /** The name of this comparison where there are several reports: its suite, its machine. */
  title?: string
  /** Shell command that repeats the comparison. */
  reproduce?: string | undefined
  /** The levels of the rows in the nights before. */
  nightly?: Nightly | null
  /** Whether a label accepts what fails. */
  labelled?: boolean
  /** The address of the candidate's files; null where there is none. */
  source?: string | null
}

/** A comparison on a page. */
export type PageSection = { comparison: Comparison } & Pick<
  HtmlOptions,
  'title' | 'nightly' | 'labelled' | 'source'
>

/** A section as markup: its headline, everything below, and the numbers for the script. */
export type RenderedSection = { head: string; body: string[]; data: object; flames: object[] }

export const NO_SCRIPT =
  '<noscript><p>Charts, sorting and filters need JavaScript; the numbers do not.</p></noscript>'

/** The markup of a section at a depth of headings: the answer first, then the table, then how it came about. */
export function renderSection(
  { comparison, title, nightly, labelled = false, source = null }: PageSection,
  section: number,
  depth: Depth,
): RenderedSection {
  const rows = orderRows(comparison.rows)
  const limit = chartLimit(rows, comparison.policy)
  const label = depth === 1 ? 'Results' : `Results of ${title ?? section}`
  return {
    head: headlineHtml(comparison, title, depth),
    body: [
      topHtml(comparison, depth),
      summaryHtml(comparison),
      rows.length === 0 ? '' : controlsHtml(rows, section),
      rowsTable(rows, { comparison, metrics: hasManyMetrics(rows), limit, section, label }),
      explainedHtml(comparison, { depth, source, section }),
      acceptanceHtml(comparison, labelled),
      budgetsHtml(comparison, depth),
      warningsHtml(comparison, depth),
      factsHtml(comparison),
      machinesHtml(comparison),
      evidenceHtml(comparison),
    ],
    data: sectionData(rows, { limit, nightly: nightly ?? null }),
    flames: flameData(comparison),
  }
}

/** The page around markup of its sections. */
export function sectionsPage(title: string, body: string[], sections: RenderedSection[]): string {
  return htmlPage({
    title,
    style: REPORT_STYLE,
    script: pageAssets().reportScript,
    body: body.filter(text => text !== '').join('\n'),
    data: { tables: sections.map(({ data }) => data), flames: sections.map(({ flames }) => flames) },
  })
}

/**
 * The comparison as a self-contained HTML document: it loads nothing, runs only its own script, and shows
 * everything but charts, sorting and filters without it.
 */
export function renderHtml(comparison: Comparison, options: HtmlOptions = {}): string {
  const section = renderSection({ ...options, comparison }, 1, 1)
  const body = [
    section.head,
    '<main>',
    NO_SCRIPT,
    ...section.body,
    '</main>',
    footerHtml(comparison, options.reproduce),
  ]
  return sectionsPage(`${options.title ?? 'stable-bench'}: ${answer(comparison).title}`, body, [section])
}
