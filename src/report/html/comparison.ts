// A comparison, or all those of a run, as one HTML file: for the artifact, for a colleague, for a laptop without
// network.
import type { Comparison, Outcome } from '../../model/index.ts'
import { explainedHtml, flameData } from '../explain/html.ts'
import type { Part } from '../markdown/comment-rows.ts'
import { type Answer, answer, explanationText } from '../words/answer/answer.ts'
import { counted } from '../words/numbers.ts'
import { orderRows } from '../words/rows/order.ts'
import { htmlPage } from './document.ts'
import { escapeHtml, proseHtml } from './escape.ts'
import {
  acceptanceHtml,
  budgetsHtml,
  type Depth,
  factsHtml,
  footerHtml,
  headlineHtml,
  messageList,
  summaryHtml,
  TONE,
  topHtml,
  warningsHtml,
} from './facts.ts'
import { pageAssets } from './page-assets.ts'
import { rowsTable, sectionData } from './rows.ts'
import { chartLimit } from './scale.ts'
import { evidenceHtml, machinesHtml } from './sides.ts'
import { REPORT_STYLE } from './style.ts'

/** A comparison on a page. Its `title` is that of its suite or machine, and `labelled` whether a label accepts what fails. */
type PageSection = Omit<Part, 'suite'> & { title?: string; labelled?: boolean }

/** A section as markup: its headline, everything below, and the numbers for the script. */
type RenderedSection = { head: string; body: string[]; data: object; flames: object[] }

const NO_SCRIPT =
  '<noscript><p>Charts, sorting and filters need JavaScript; the numbers do not.</p></noscript>'

/** The markup of a section at a depth of headings: the answer first, then the table, then how it came about. */
function renderSection(
  { comparison, title = 'stable-bench', nightly = null, labelled = false, source = null }: PageSection,
  section: number,
  depth: Depth,
): RenderedSection {
  const rows = orderRows(comparison.rows)
  const limit = chartLimit(rows, comparison.policy)
  const label = depth === 1 ? 'Results' : `Results of ${title}`
  const notes = [explanationText(comparison)].filter(Boolean)
  return {
    head: headlineHtml(answer(comparison), { outcome: comparison.outcome, title, notes, depth }),
    body: [
      topHtml(comparison, depth),
      summaryHtml(comparison),
      rowsTable(rows, { comparison, limit, section, label }),
      explainedHtml(comparison, { depth, source, section }),
      acceptanceHtml(comparison, labelled),
      budgetsHtml(comparison, depth),
      warningsHtml(comparison, depth),
      factsHtml(comparison),
      machinesHtml(comparison),
      evidenceHtml(comparison),
    ],
    data: sectionData(rows, limit, nightly),
    flames: flameData(comparison),
  }
}

type PageParts = { head: string[]; main: string[]; footer: string }

function sectionsPage(title: string, { head, main, footer }: PageParts, sections: RenderedSection[]): string {
  const body = [...head, '<main>', ...main, '</main>', footer]
  return htmlPage({
    title,
    style: REPORT_STYLE,
    script: pageAssets().reportScript,
    body: body.filter(text => text !== '').join('\n'),
    data: { tables: sections.map(({ data }) => data), flames: sections.map(({ flames }) => flames) },
  })
}

/** The comparison as a self-contained HTML document; without its script it lacks charts, sorting and filters. */
export function renderHtml(comparison: Comparison, options: Omit<PageSection, 'comparison'> = {}): string {
  const { title = 'stable-bench', reproduce } = options
  const section = renderSection({ ...options, comparison }, 1, 1)
  const main = [NO_SCRIPT, ...section.body]
  const parts = { head: [section.head], main, footer: footerHtml(comparison, reproduce) }
  return sectionsPage(`${title}: ${answer(comparison).title}`, parts, [section])
}

/** A run: its name, the outcome of all its comparisons together, and the answer. */
export type RunPage = {
  title: string
  outcome: Outcome
  answer: Answer
  /** Notes on the run, such as who measured it: a sentence or two each. */
  notes: string[]
  /** The comparisons that are missing or could not be made, each with its reason. */
  problems: string[]
  /** The comparisons, the important ones first. */
  sections: (PageSection & { title: string })[]
}

function contentsHtml({ sections }: RunPage): string {
  if (sections.length === 0) return ''
  const items = sections.map(({ comparison, title }, i) => {
    const { symbol, glyph, title: what } = answer(comparison)
    const name = `<a href="#part-${i + 1}"><bdi>${escapeHtml(title)}</bdi></a>`
    return `<li class="${TONE[symbol]}"><span>${glyph}</span>${name}: ${proseHtml(what)}</li>`
  })
  return `<nav aria-labelledby="contents"><h2 id="contents">${counted(sections.length, 'comparison')}</h2>
<ol>${items.join('\n')}</ol></nav>`
}

/** The page as a self-contained HTML document, as `renderHtml` makes them for one comparison. */
export function renderRunHtml(page: RunPage): string {
  const sections = page.sections.map((section, i) => renderSection(section, i + 1, 2))
  const [first] = page.sections
  const blocks = sections.map(({ head, body }, i) => {
    const label = escapeHtml(page.sections[i]?.title ?? '')
    return `<section class="part" id="part-${i + 1}" aria-label="${label}">\n${[head, ...body].filter(Boolean).join('\n')}\n</section>`
  })
  const head = [headlineHtml(page.answer, { ...page, depth: 1 }), contentsHtml(page)]
  const main = [messageList(page.problems, 'Missing', 1), NO_SCRIPT, ...blocks]
  const footer = first ? footerHtml(first.comparison, undefined) : ''
  return sectionsPage(`${page.title}: ${page.answer.title}`, { head, main, footer }, sections)
}
