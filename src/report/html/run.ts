// All comparisons of a run on one page: the result of the run, a table of contents, and a block for each comparison.
// Each block is sorted and filtered by itself.
import type { Outcome } from '../../model/index.ts'
import { type Answer, answer } from '../words/answer/answer.ts'
import { counted } from '../words/numbers.ts'
import { NO_SCRIPT, type PageSection, renderSection, sectionsPage } from './comparison.ts'
import { escapeHtml, proseHtml } from './escape.ts'
import { footerHtml, headlineHtml, messageList, TONE } from './facts.ts'

export type RunPage = {
  /** The name of the run. */
  title: string
  /** The outcome of all comparisons together, and the answer. */
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
  const body = [
    headlineHtml(page.answer, { ...page, depth: 1 }),
    contentsHtml(page),
    '<main>',
    messageList(page.problems, 'Missing', 1),
    NO_SCRIPT,
    ...blocks,
    '</main>',
    first ? footerHtml(first.comparison, undefined) : '',
  ]
  return sectionsPage(`${page.title}: ${page.answer.title}`, body, sections)
}
