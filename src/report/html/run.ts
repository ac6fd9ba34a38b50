// All comparisons of a run on one page: the result of the run, a table of contents, and a block for each comparison.
// Each block is sorted and filtered by itself.
import type { Outcome } from '../../model/index.ts'
import { type Answer, answer, belowTitle } from '../words/answer/answer.ts'
import { counted } from '../words/numbers.ts'
import {
  NO_SCRIPT,
  type PageSection,
  type RenderedSection,
  renderSection,
  sectionsPage,
} from './comparison.ts'
import { escapeHtml, proseHtml } from './escape.ts'
import { footerHtml, OUTCOME_TEXT, TONE } from './facts.ts'

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

function headerHtml({ title, outcome, answer, notes }: RunPage): string {
  const lines = notes.map(note => `<p>${proseHtml(note)}</p>`)
  return `<header class="${TONE[answer.symbol]}">
<p class="outcome"><span>${answer.glyph} ${OUTCOME_TEXT[outcome]}</span> <bdi>${escapeHtml(title)}</bdi></p>
<h1>${proseHtml(answer.title)}</h1>
<p class="advice">${proseHtml(belowTitle(answer))}</p>
${lines.join('\n')}
</header>`
}

function problemsHtml({ problems }: RunPage): string {
  if (problems.length === 0) return ''
  const items = problems.map(problem => `<li>${escapeHtml(problem)}</li>`)
  return `<section class="warnings"><h2>Missing</h2><ul>${items.join('')}</ul></section>`
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

function blockHtml({ head, body }: RenderedSection, title: string, section: number): string {
  const inside = [head, ...body].filter(text => text !== '').join('\n')
  return `<section class="part" id="part-${section}" aria-label="${escapeHtml(title)}">\n${inside}\n</section>`
}

/** The page as a self-contained HTML document, as `renderHtml` makes them for one comparison. */
export function renderRunHtml(page: RunPage): string {
  const sections = page.sections.map((section, i) => renderSection(section, i + 1, 2))
  const [first] = page.sections
  const body = [
    headerHtml(page),
    contentsHtml(page),
    '<main>',
    problemsHtml(page),
    NO_SCRIPT,
    ...sections.map((section, i) => blockHtml(section, page.sections[i]?.title ?? '', i + 1)),
    '</main>',
    first ? footerHtml(first.comparison, undefined) : '',
  ]
  return sectionsPage(`${page.title}: ${page.answer.title}`, body, sections)
}
