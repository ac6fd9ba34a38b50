// A comparison as GitHub Markdown, for the comment on the pull request and the job summary.
import type { Comparison, Row, Verdict, Warning } from '../model.ts'
import { codeSpan, escapeMarkdown, link } from './escape-markdown.ts'
import { explanationText, headline } from './headline.ts'
import { budgetsMarkdown, measuredMarkdown, warningsMarkdown } from './markdown-facts.ts'
import { byteLength, fitParts } from './markdown-fit.ts'
import { markdownTable, type TableOptions } from './markdown-table.ts'
import { counted, formatCount } from './numbers.ts'
import { orderRows } from './order-rows.ts'
import { hasManyMetrics, verdictText } from './row-text.ts'
import { shortenMiddle } from './shorten-middle.ts'
import { visibleText } from './visible-text.ts'

export type MarkdownOptions = {
  /** Size limit in UTF-8 bytes; 65,000 when not given (GitHub refuses comments above 65,536). */
  maxBytes?: number
  /** What is compared, when one page shows several reports: a suite, a machine. */
  title?: string
  /** Shell command that repeats the comparison. */
  reproduce?: string
  /** Address of the complete report. */
  fullReport?: string
}

/** The least that `maxBytes` may be: a heading with three long names, its advice and what was left out. */
export const SMALLEST_REPORT = 2000
const WARNINGS_WHEN_SHORT = 10
const TITLE_WIDTH = 80

type Shown = { rows: Row[]; left: Row[]; warnings: Warning[]; detail: boolean }

/** How many rows there are of each verdict, in the order of the rows. */
function countsText(rows: Row[]): string {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(verdictText(row), (counts.get(verdictText(row)) ?? 0) + 1)
  return Array.from(counts, ([verdict, count]) => `${formatCount(count)} ${verdict}`).join(', ')
}

function section(title: string, rows: Row[], options: TableOptions): string {
  return rows.length === 0 ? '' : `#### ${title}\n\n${markdownTable(rows, options)}`
}

function folded(rows: Row[], alone: boolean, options: TableOptions): string {
  if (rows.length === 0) return ''
  const summary = `${counted(rows.length, alone ? 'row' : 'other row')}: ${countsText(rows)}`
  return `<details><summary>${summary}</summary>\n\n${markdownTable(rows, options)}\n\n</details>`
}

function tables(rows: Row[], options: TableOptions): string[] {
  const gating = (...verdicts: Verdict[]): Row[] =>
    rows.filter(row => row.gates && verdicts.includes(row.verdict))
  const regressions = gating('regression')
  const broken = gating('failed', 'removed', 'not-comparable')
  const improvements = gating('improvement')
  const prominent = new Set([...regressions, ...broken, ...improvements])
  return [
    section('Regressions', regressions, options),
    section('Not compared', broken, options),
    section('Improvements', improvements, options),
    folded(
      rows.filter(row => !prominent.has(row)),
      prominent.size === 0,
      options,
    ),
  ]
}

function leftOut(rows: Row[], options: MarkdownOptions): string {
  if (rows.length === 0) return ''
  const count = `${counted(rows.length, 'row')} left out to keep this short, the least important ones`
  return `${count}: ${countsText(rows)}.${fullReport(options)}`
}

function fullReport(options: MarkdownOptions): string {
  const { fullReport } = options
  if (fullReport === undefined) return ''
  return ` ${link('Full report', fullReport) ?? `Full report: ${codeSpan(fullReport)}`}.`
}

function heading(comparison: Comparison, options: MarkdownOptions): string {
  const { symbol, title } = headline(comparison)
  const name = options.title === undefined ? '' : shortenMiddle(visibleText(options.title), TITLE_WIDTH)
  const prefix = name === '' ? '' : `${escapeMarkdown(name)}: `
  return `### ${symbol} ${prefix}${escapeMarkdown(title)}`
}

function advice(comparison: Comparison): string {
  const { advice } = headline(comparison)
  return escapeMarkdown(`${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`)
}

function body(comparison: Comparison, shown: Shown, options: MarkdownOptions): string {
  const table = { policy: comparison.policy, metrics: hasManyMetrics(comparison.rows) }
  const explanation = shown.detail ? escapeMarkdown(explanationText(comparison)) : ''
  const warningsLeft = comparison.warnings.length - shown.warnings.length
  const parts = [
    heading(comparison, options),
    `${advice(comparison)}${shown.left.length === 0 ? fullReport(options) : ''}`,
    explanation,
    ...tables(shown.rows, table),
    leftOut(shown.left, options),
    shown.detail ? budgetsMarkdown(comparison.budgets) : '',
    warningsMarkdown(shown.warnings, warningsLeft),
    shown.detail ? measuredMarkdown(comparison, options.reproduce) : '',
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}

/**
 * The comparison as GitHub Markdown of at most `maxBytes`: headline, what needs a look, the rest folded. When it
 * is too long, rows go first (the least important ones, and it says how many of which kind), then warnings, then
 * the fine print.
 * Throws a RangeError for a limit below SMALLEST_REPORT.
 */
export function renderMarkdown(comparison: Comparison, options: MarkdownOptions = {}): string {
  const maxBytes = options.maxBytes ?? 65_000
  if (maxBytes < SMALLEST_REPORT)
    throw new RangeError(`maxBytes must be at least ${SMALLEST_REPORT}, got ${maxBytes}`)
  const rows = orderRows(comparison.rows)
  const attempt = (warnings: Warning[], detail: boolean): string | null => {
    const render = (kept: number): string =>
      body(comparison, { rows: rows.slice(0, kept), left: rows.slice(kept), warnings, detail }, options)
    return fitParts(render, rows.length, maxBytes)
  }
  const whole = body(comparison, { rows, left: [], warnings: comparison.warnings, detail: true }, options)
  if (byteLength(whole) <= maxBytes) return whole
  const fewWarnings = comparison.warnings.slice(0, WARNINGS_WHEN_SHORT)
  return (
    attempt(fewWarnings, true) ??
    attempt([], true) ??
    attempt([], false) ??
    // Only names that are mostly combining marks, at four bytes each, get here.
    `### ${headline(comparison).symbol} ${comparison.outcome}\n`
  )
}
