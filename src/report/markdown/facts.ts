// The Markdown report around its tables: warnings, how it was measured, how to repeat it.
import type { BudgetResult, Comparison, Row, Warning } from '../../model/index.ts'
import { capital, counted, firstLines, formatCount } from '../../phrases.ts'
import { formatShare } from '../../units.ts'
import { answer, isActedOn } from '../words/answer/answer.ts'
import { budgetTexts } from '../words/budgets.ts'
import { commitText, intervalName, listedFacts, mistakesText, type SideWriting } from '../words/design.ts'
import { evidenceLine, evidenceTable } from '../words/evidence.ts'
import type { Nightly } from '../words/night-levels.ts'
import { geomeans } from '../words/rows/geomean.ts'
import { leftOutTitle, topText, topTitle } from '../words/top-warnings.ts'
import type { Part } from './comment-rows.ts'
import { codeBlock, codeSpan, escapeMarkdown, keepPercents, tableRow, titledList } from './escape.ts'
import { LEAST_SPAN } from './sparkline.ts'

const COMMIT = /^[0-9a-f]{40}$/

/** A message of a benchmark begins with its name, which is a code span as a whole. */
function messageMarkdown({ message, code }: Warning, names: Set<string>): string {
  for (let end = message.indexOf(': '); end >= 0; end = message.indexOf(': ', end + 1)) {
    const name = message.slice(0, end)
    if (names.has(name)) return `${codeSpan(name)}: ${escapeMarkdown(message.slice(end + 2))}`
  }
  return escapeMarkdown(message) || codeSpan(code)
}

/** The warnings above the tables; without `detail` only the first, shortened. Empty text for none. */
export function topMarkdown(top: Warning[], detail: boolean): string {
  if (top.length === 0) return ''
  const texts = top.map(warning => escapeMarkdown(topText(warning, !detail)))
  const items = firstLines(texts, detail ? texts.length : 1, '> - ')
  return ['> [!WARNING]', `> **${topTitle}**`, '>', ...items].join('\n')
}

/** The other warnings as a list under their count, of which `left` are not shown. Empty text for none. */
export function warningsMarkdown(warnings: Warning[], left: number, names: Set<string>): string {
  const total = counted(warnings.length + left, 'warning')
  if (warnings.length === 0) return left === 0 ? '' : `**${total}** left out here.`
  const items = warnings.map(warning => messageMarkdown(warning, names))
  return titledList(total, left === 0 ? items : [...items, `and ${formatCount(left)} more`])
}

/** A list of what tools wrote and no row shows. Empty text for nothing. */
export const leftOutMarkdown = (leftOut: Warning[]): string =>
  titledList(
    leftOutTitle,
    leftOut.map(warning => escapeMarkdown(topText(warning, true))),
  )

/** The budgets as a list, the broken ones first. Empty text for none. */
export const budgetsMarkdown = (budgets: BudgetResult[]): string =>
  titledList('Budgets', budgetTexts(budgets, { name: codeSpan, prose: escapeMarkdown }))

const sidesMarkdown: SideWriting = {
  // GitHub shortens a bare full id and links to it. Anything else is no commit id and stays text.
  commit: revision => {
    const commit = revision?.commit ?? ''
    return COMMIT.test(commit) ? commit : commit === '' ? commitText(null) : codeSpan(commitText(revision))
  },
  prose: escapeMarkdown,
}

/** The evidence of both sides; no lines where there is none. */
function evidenceMarkdown(comparison: Comparison): string[] {
  const lines = evidenceTable(comparison)
  if (lines.length === 0) return []
  const cells = ({ name, baseline, candidate }: (typeof lines)[0]) =>
    tableRow([name, baseline, candidate].map(escapeMarkdown))
  return [
    '',
    `Evidence: ${evidenceLine(comparison) ?? 'no run was disturbed'}`,
    '',
    '| median of the runs (lowest to highest) | baseline | candidate |',
    '|---|--:|--:|',
    ...lines.map(cells),
  ]
}

/** How to read the nights; no line where there are none. */
function nightlyMarkdown(nightly: Nightly | null | undefined): string[] {
  if (!nightly || nightly.rows.size === 0) return []
  const most = Math.max(...[...nightly.rows.values()].map(levels => levels.length))
  const scale = `each row on a scale of its own of at least ±${formatShare(LEAST_SPAN / 2)}`
  const where = escapeMarkdown(`of the default branch on ${nightly.machine}`)
  return [
    keepPercents(`- Nightly: up to ${counted(most, 'night')} ${where}, the newest at the right, ${scale}`),
  ]
}

const MOST_METRICS = 3

/** The geometric means of the metrics that gate; of many metrics the first ones. */
function geomeanItems(rows: Row[]): string[] {
  const gating = geomeans(rows).filter(({ gates }) => gates)
  return gating.slice(0, MOST_METRICS).map(({ text }) => `- ${escapeMarkdown(capital(text))}`)
}

/** The facts, how to read intervals and nights, the means, the commands that repeat the comparison, and the evidence. */
export function measuredMarkdown({ comparison, reproduce, nightly }: Part): string {
  const { policy } = comparison
  const { also } = answer(comparison)
  // The ways to accept it have the commands, too.
  const isRepeated = reproduce !== undefined && !isActedOn(comparison)
  return [
    ...(also === '' ? [] : [`- What else would help: ${escapeMarkdown(also)}`]),
    ...listedFacts(comparison, sidesMarkdown).map(
      ([name, text]) =>
        `- ${capital(name)}: ${text}${name === 'decision' ? `; ${mistakesText(policy)}` : ''}`,
    ),
    `- Below each change: its ${keepPercents(intervalName(policy))}`,
    ...geomeanItems(comparison.rows),
    ...nightlyMarkdown(nightly),
    ...(isRepeated ? ['', 'To reproduce it:', '', codeBlock(reproduce)] : []),
    ...evidenceMarkdown(comparison),
  ].join('\n')
}
