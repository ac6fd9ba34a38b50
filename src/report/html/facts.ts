// The parts of the HTML report around its table: headline, facts, warnings, how to read it.
import type { Comparison, Outcome } from '../../model/index.ts'
import { capital, counted } from '../../phrases.ts'
import { formatShare } from '../../units.ts'
import { type Answer, belowTitle, isActedOn } from '../words/answer/answer.ts'
import { budgetTexts } from '../words/budgets.ts'
import { commitText, designText, intervalName, listedFacts } from '../words/design.ts'
import {
  acceptanceLines,
  howToAccept,
  labelNote,
  onDemandPage,
  waivableRows,
} from '../words/how-to-accept.ts'
import { orderRows } from '../words/rows/order.ts'
import { leftOutTitle, splitWarnings, topText, topTitle } from '../words/top-warnings.ts'
import { escapeHtml, factHtml, listHtml, proseHtml } from './escape.ts'

/** The class that colours a headline. */
export const TONE = { '✓': 'good', '✗': 'bad', '!': 'unsure', '?': 'unsure' } as const

const OUTCOME_TEXT: Record<Outcome, string> = {
  pass: 'Pass',
  regression: 'Regression',
  'not-established': 'Not established',
}

/** How deep a heading is: a comparison of several on a page is a level below the page. */
export type Depth = 1 | 2

/** A headline: how it ends, the name of the suite, machine or run, the answer, and `notes` below it. */
export function headlineHtml(
  told: Answer,
  { outcome, title, notes, depth }: { outcome: Outcome; title: string; notes: string[]; depth: Depth },
): string {
  const { symbol, glyph } = told
  const word = outcome === 'pass' && symbol === '?' ? 'Inconclusive' : OUTCOME_TEXT[outcome]
  return `<header class="${TONE[symbol]}">
<p class="outcome"><span>${glyph} ${word}</span> <bdi>${escapeHtml(title)}</bdi></p>
<h${depth}>${proseHtml(told.title)}</h${depth}>
<p class="advice">${proseHtml(belowTitle(told))}</p>
${notes.map(note => `<p>${proseHtml(note)}</p>`).join('\n')}
</header>`
}

/** One line: the two commits, the grade of the machine, the design and the band. */
export function summaryHtml(comparison: Comparison): string {
  const { baseline, candidate, policy } = comparison
  const commits = [baseline, candidate].map(({ revision }) => commitText(revision)).join(' → ')
  const grade = candidate.testbed === null ? [] : [`${candidate.testbed.grade} machine`]
  const texts = [commits, ...grade, designText(comparison), `no-change band ±${formatShare(policy.band)}`]
  return `<p class="summary">${texts.map(proseHtml).join(' · ')}</p>`
}

export function factsHtml(comparison: Comparison): string {
  const items = listedFacts(comparison).map(([name, text]) => factHtml(capital(name), proseHtml(text)))
  return `<dl class="facts">${items.join('')}</dl>`
}

const headingHtml = (depth: Depth, text: string): string => `<h${depth + 1}>${text}</h${depth + 1}>`

/** The budgets as a list, the broken ones first; empty for none. */
export function budgetsHtml({ budgets }: Comparison, depth: Depth): string {
  if (budgets.length === 0) return ''
  const heading = headingHtml(depth, counted(budgets.length, 'budget'))
  return `<section class="budgets">${heading}${listHtml(budgetTexts(budgets).map(proseHtml))}</section>`
}

/** How to accept a failure: with a label for this commit, where there is one, and with waivers. Empty where nothing failed. */
export function acceptanceHtml(comparison: Comparison, labelled: boolean): string {
  if (!isActedOn(comparison)) return ''
  const lines = acceptanceLines(comparison, waivableRows(orderRows(comparison.rows)))
  const label = `<p>For this commit: ${labelNote(name => `<code>${escapeHtml(name)}</code>`)}; it needs a <a href="${onDemandPage}">publish workflow</a>.</p>`
  return `<section class="acceptance">${labelled ? label : ''}
<p>${labelled ? 'For longer' : 'To accept it'}: ${proseHtml(howToAccept(lines.length > 0))}</p>
${lines.length === 0 ? '' : `<pre>${lines.map(escapeHtml).join('\n')}</pre>`}</section>`
}

/** A list of warnings under a title; empty for none. */
export function messageList(messages: string[], title: string, depth: Depth): string {
  if (messages.length === 0) return ''
  return `<section class="warnings">${headingHtml(depth, title)}${listHtml(messages.map(escapeHtml))}</section>`
}

/** The warnings that stand above everything else as a list; empty for none. */
export function topHtml(comparison: Comparison, depth: Depth): string {
  const texts = splitWarnings(comparison).top.map(warning => topText(warning))
  return messageList(texts, topTitle, depth)
}

/** The other warnings as a list, then a folded list of the output of tools that was left out; empty for none. */
export function warningsHtml(comparison: Comparison, depth: Depth): string {
  const { others, leftOut } = splitWarnings(comparison)
  const messages = others.map(({ message, code }) => message.trim() || code)
  const items = listHtml(leftOut.map(warning => escapeHtml(topText(warning))))
  const folded = `<details class="machines"><summary>${leftOutTitle}</summary>${items}</details>`
  return `${messageList(messages, counted(others.length, 'warning'), depth)}${leftOut.length === 0 ? '' : folded}`
}

/** How to read charts and verdicts, and how to repeat the comparison. */
export function footerHtml({ policy }: Comparison, reproduce: string | undefined): string {
  const lines = reproduce?.split('\n').map(escapeHtml).join('\n')
  const repeat = lines === undefined ? '' : `<h2>Repeat it</h2><pre>${lines}</pre>`
  return `<footer>
<h2>How to read this</h2>
<p><b>Change</b> is candidate against baseline. The bar is its ${intervalName(policy)}, on a logarithmic scale that all
rows share; the shade is the row’s no-change band, ±${formatShare(policy.band)} unless it says otherwise, and an arrow
means that the bar goes on. <b>Runs</b> shows one dot per fresh process, the <span class="key base">baseline above</span> and the <span class="key cand">candidate below</span>, with the
median of each as a tick; the scale is each row’s own.</p>
<p>A <b>regression</b> or <b>improvement</b> is significant on its own and among all rows. <b>No change</b> means shown to
lie within the band. <b>Inconclusive</b> is neither: the row says which change it would have found. <b>Informational</b>
rows are shown and do not decide.</p>
${repeat}
</footer>`
}
