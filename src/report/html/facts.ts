// The parts of the HTML report around its table: headline, facts, machines, warnings, how to read it.

import type { Comparison, Outcome, Row, Warning } from '../../model/index.ts'
import { capital } from '../../phrases.ts'
import { formatShare } from '../../units.ts'
import { answer, belowTitle, explanationText, isActedOn } from '../words/answer/answer.ts'
import { budgetTexts } from '../words/budgets.ts'
import { commitText, designText, intervalName } from '../words/design.ts'
import { onDemandPage } from '../words/documentation.ts'
import { listedFacts } from '../words/facts.ts'
import { acceptanceLines, howToAccept, labelNote, waivableRows } from '../words/how-to-accept.ts'
import { counted, formatCount } from '../words/numbers.ts'
import { orderRows } from '../words/rows/order.ts'
import { verdictText } from '../words/rows/row.ts'
import { leftOutTitle, splitWarnings, topText, topTitle } from '../words/top-warnings.ts'
import { escapeHtml, proseHtml } from './escape.ts'

/** The class that colours a headline. */
export const TONE = { '✓': 'good', '✗': 'bad', '!': 'unsure', '?': 'unsure' } as const

export const OUTCOME_TEXT: Record<Outcome, string> = {
  pass: 'Pass',
  regression: 'Regression',
  'not-established': 'Not established',
}

/** How deep a heading is: a comparison of several on a page is a level below the page. */
export type Depth = 1 | 2

/** The headline with its explanation. `title` names the suite or machine where there are several reports. */
export function headlineHtml(comparison: Comparison, title: string | undefined, depth: Depth): string {
  const told = answer(comparison)
  const { symbol, glyph, title: what } = told
  const outcome =
    comparison.outcome === 'pass' && symbol === '?' ? 'Inconclusive' : OUTCOME_TEXT[comparison.outcome]
  const explanation = explanationText(comparison)
  return `<header class="${TONE[symbol]}">
<p class="outcome"><span>${glyph} ${outcome}</span> <bdi>${escapeHtml(title ?? 'stable-bench')}</bdi></p>
<h${depth}>${proseHtml(what)}</h${depth}>
<p class="advice">${proseHtml(belowTitle(told))}</p>
${explanation === '' ? '' : `<p>${proseHtml(explanation)}</p>`}
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
  const items = listedFacts(comparison).map(
    ([name, text]) => `<div><dt>${capital(name)}</dt><dd>${proseHtml(text)}</dd></div>`,
  )
  return `<dl class="facts">${items.join('')}</dl>`
}

/** The facts of both machines side by side, folded; empty where none are known. */
export function machinesHtml({ baseline, candidate }: Comparison): string {
  const [before, after] = [baseline, candidate].map(
    ({ testbed }) => new Map(Object.entries(testbed?.facts ?? {})),
  ) as [Map<string, string>, Map<string, string>]
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  if (names.length === 0) return ''
  const both = baseline.testbed !== null && candidate.testbed !== null
  const rows = names.map(name => {
    const cells = [before.get(name), after.get(name)].map(value => `<td>${escapeHtml(value ?? '–')}</td>`)
    const differs = both && before.get(name) !== after.get(name)
    return `<tr${differs ? ' class="differs"' : ''}><th scope="row">${escapeHtml(name)}</th>${cells.join('')}</tr>`
  })
  const differing = names.filter(name => before.get(name) !== after.get(name)).length
  const result = differing === 0 ? ': the same on both sides' : `: ${counted(differing, 'difference')}`
  return `<details class="machines"><summary>Machine${both ? result : ''}</summary>
<table><thead><tr><th scope="col">Fact</th><th scope="col">Baseline</th><th scope="col">Candidate</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></details>`
}

/** A heading below that of a comparison. */
const headingHtml = (depth: Depth, text: string): string => `<h${depth + 1}>${text}</h${depth + 1}>`

/** The budgets as a list, the broken ones first; empty for none. */
export function budgetsHtml({ budgets }: Comparison, depth: Depth): string {
  if (budgets.length === 0) return ''
  const items = budgetTexts(budgets).map(text => `<li>${proseHtml(text)}</li>`)
  const heading = headingHtml(depth, counted(budgets.length, 'budget'))
  return `<section class="budgets">${heading}<ul>${items.join('')}</ul></section>`
}

/**
 * Says how to accept a failure: with a label for this commit, where there is one, and with waivers for a while. Empty
 * where nothing failed.
 */
export function acceptanceHtml(comparison: Comparison, labelled: boolean): string {
  if (!isActedOn(comparison)) return ''
  const lines = acceptanceLines(comparison, waivableRows(orderRows(comparison.rows)))
  const label = `<p>For this commit: ${labelNote(name => `<code>${escapeHtml(name)}</code>`)}; it needs a <a href="${onDemandPage}">publish workflow</a>.</p>`
  return `<section class="acceptance">${labelled ? label : ''}
<p>For longer: ${proseHtml(howToAccept(lines.length > 0))}</p>
${lines.length === 0 ? '' : `<pre>${lines.map(escapeHtml).join('\n')}</pre>`}</section>`
}

function messageList(messages: string[], title: string, depth: Depth): string {
  if (messages.length === 0) return ''
  const items = messages.map(message => `<li>${escapeHtml(message)}</li>`)
  return `<section class="warnings">${headingHtml(depth, title)}<ul>${items.join('')}</ul></section>`
}

/** The warnings that stand above everything else as a list; empty for none. */
export function topHtml(comparison: Comparison, depth: Depth): string {
  return messageList(
    splitWarnings(comparison).top.map(warning => topText(warning)),
    topTitle,
    depth,
  )
}

/** The other warnings as a list, then a folded list of the output of tools that was left out; empty for none. */
export function warningsHtml(comparison: Comparison, depth: Depth): string {
  const { others, leftOut } = splitWarnings(comparison)
  const messages = others.map(({ message, code }) => message.trim() || code)
  return `${messageList(messages, counted(others.length, 'warning'), depth)}${leftOutHtml(leftOut)}`
}

function leftOutHtml(leftOut: Warning[]): string {
  if (leftOut.length === 0) return ''
  const items = leftOut.map(warning => `<li>${escapeHtml(topText(warning))}</li>`)
  return `<details class="machines"><summary>${leftOutTitle}</summary><ul>${items.join('')}</ul></details>`
}

/**
 * Search field, one button per verdict, and how many rows are shown, of the comparison with this number on the page.
 * Hidden until the script runs.
 */
export function controlsHtml(rows: Row[], section: number): string {
  const verdicts = [...new Set(rows.map(verdictText))]
  const chips = verdicts.map(verdict => {
    const count = rows.filter(row => verdictText(row) === verdict).length
    const label = `${verdict} <b>${formatCount(count)}</b>`
    return `<button type="button" data-verdict="${verdict}" aria-pressed="false">${label}</button>`
  })
  const all = counted(rows.length, 'row')
  return `<div class="controls" id="controls-${section}" hidden>
<label for="search-${section}" class="unseen">Filter by benchmark or metric</label>
<input class="search" id="search-${section}" type="search" placeholder="Filter by name" autocomplete="off" spellcheck="false">
<p class="count" role="status" data-all="${all}">${all}</p>
<div class="chips" role="group" aria-label="Filter by verdict">${chips.join('\n')}</div>
</div>`
}

/** How to read charts and verdicts, and how to repeat the comparison. */
export function footerHtml({ policy }: Comparison, reproduce: string | undefined): string {
  const repeat =
    reproduce === undefined
      ? ''
      : `<h2>Repeat it</h2><pre>${reproduce.split('\n').map(escapeHtml).join('\n')}</pre>`
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
