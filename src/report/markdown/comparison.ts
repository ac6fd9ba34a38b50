// A comparison as GitHub Markdown, for the comment on the pull request and the job summary.
import type { Comparison, Row, Verdict, Warning } from '../../model/index.ts'
import { explanationText, headline } from '../words/headline.ts'
import type { Nightly } from '../words/nightly.ts'
import { counted } from '../words/numbers.ts'
import { orderRows } from '../words/order-rows.ts'
import { countsText, hasManyMetrics } from '../words/rows.ts'
import { shortenMiddle } from '../words/shorten-middle.ts'
import { splitWarnings } from '../words/top-warnings.ts'
import { visibleText } from '../words/visible-text.ts'
import { codeSpan, escapeMarkdown, link } from './escape.ts'
import {
  acceptanceMarkdown,
  budgetsMarkdown,
  measuredMarkdown,
  topMarkdown,
  warningsMarkdown,
} from './facts.ts'
import { byteLength, fitRows } from './fit.ts'
import { markdownTable, type TableOptions } from './table.ts'

type MarkdownOptions = {
  /** Size limit in UTF-8 bytes, 65,000 by default: GitHub refuses comments above 65,536. */
  maxBytes?: number
  /** The suite, and the machine where a suite has several. */
  title?: string
  /** Shell command that repeats the comparison. */
  reproduce?: string | undefined
  /** Address of the complete report. */
  fullReport?: string
  /** The levels of the rows in the nights before. */
  nightly?: Nightly | null
}

/** The least `maxBytes`: room for a heading with three long names, its advice, and what was left out. */
export const SMALLEST_REPORT = 2000
const WARNINGS_WHEN_SHORT = 10
/** No row of a table takes fewer bytes. */
const SMALLEST_ROW = 20
const TITLE_WIDTH = 80

/** `slim` leaves out the nights of the folded rows. */
type ShownRows = { rows: Row[]; left: Row[]; warnings: Warning[]; detail: boolean; slim: boolean }

type Heading = { heading: string; advice: string }

function verdictTable(title: string, rows: Row[], options: TableOptions): string {
  return rows.length === 0 ? '' : `#### ${title}\n\n${markdownTable(rows, options)}`
}

function folded(rows: Row[], alone: boolean, options: TableOptions): string {
  if (rows.length === 0) return ''
  const summary = `${counted(rows.length, alone ? 'row' : 'other row')}: ${countsText(rows)}`
  return `<details><summary>${summary}</summary>\n\n${markdownTable(rows, options)}\n\n</details>`
}

function tables(
  rows: Row[],
  options: TableOptions,
  { slim, acceptance }: { slim: boolean; acceptance: string },
): string[] {
  const gating = (...verdicts: Verdict[]): Row[] =>
    rows.filter(row => row.gates && verdicts.includes(row.verdict))
  const regressions = gating('regression')
  const broken = gating('failed', 'removed', 'not-comparable')
  const improvements = gating('improvement')
  const prominent = new Set([...regressions, ...broken, ...improvements])
  return [
    verdictTable('Regressions', regressions, options),
    verdictTable('Not compared', broken, options),
    acceptance,
    verdictTable('Improvements', improvements, options),
    folded(
      rows.filter(row => !prominent.has(row)),
      prominent.size === 0,
      slim ? { ...options, nightly: null } : options,
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

function headOf(comparison: Comparison, options: MarkdownOptions): Heading {
  return { heading: heading(comparison, options), advice: advice(comparison) }
}

function body(comparison: Comparison, head: Heading, shown: ShownRows, options: MarkdownOptions): string {
  const { policy } = comparison
  const nightly = options.nightly ?? null
  const table = { policy, metrics: hasManyMetrics(comparison.rows), nightly }
  const explanation = shown.detail ? escapeMarkdown(explanationText(comparison)) : ''
  const acceptance = shown.detail ? acceptanceMarkdown(comparison) : ''
  const { top, others } = splitWarnings(comparison)
  const warningsLeft = others.length - shown.warnings.length
  const parts = [
    head.heading,
    topMarkdown(top, shown.detail),
    `${head.advice}${shown.left.length === 0 ? fullReport(options) : ''}`,
    explanation,
    ...tables(shown.rows, table, { slim: shown.slim, acceptance }),
    leftOut(shown.left, options),
    shown.detail ? budgetsMarkdown(comparison.budgets) : '',
    warningsMarkdown(shown.warnings, warningsLeft),
    shown.detail ? measuredMarkdown(comparison, options) : '',
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}

/**
 * The comparison as GitHub Markdown of at most `maxBytes`: the headline, the rows that need attention, the others folded.
 * Where that is too long, the nights of the folded rows go first, then the least important rows (the report says how many
 * of which verdict), then warnings, then the details. Throws a RangeError for a limit below SMALLEST_REPORT.
 */
export function renderMarkdown(comparison: Comparison, options: MarkdownOptions = {}): string {
  const maxBytes = options.maxBytes ?? 65_000
  if (maxBytes < SMALLEST_REPORT)
    throw new RangeError(`maxBytes must be at least ${SMALLEST_REPORT}, got ${maxBytes}`)
  const rows = orderRows(comparison.rows)
  const most = Math.min(rows.length, Math.floor(maxBytes / SMALLEST_ROW))
  // Once for all attempts: a hundred thousand rows take a while.
  const head = headOf(comparison, options)
  const attempt = (warnings: Warning[], detail: boolean): string | null => {
    const render = (kept: number): string => {
      const shown = { rows: rows.slice(0, kept), left: rows.slice(kept), warnings, detail, slim: true }
      return body(comparison, head, shown, options)
    }
    return fitRows(render, most, maxBytes)
  }
  const { others } = splitWarnings(comparison)
  const all = { rows, left: [], warnings: others, detail: true }
  for (const slim of most < rows.length ? [] : [false, true]) {
    const whole = body(comparison, head, { ...all, slim }, options)
    if (byteLength(whole) <= maxBytes) return whole
  }
  const fewWarnings = others.slice(0, WARNINGS_WHEN_SHORT)
  return (
    attempt(fewWarnings, true) ??
    attempt([], true) ??
    attempt([], false) ??
    // Only for names that are mostly combining marks, at four bytes each.
    `### ${headline(comparison).symbol} ${comparison.outcome}\n`
  )
}
