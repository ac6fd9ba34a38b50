// A comparison as GitHub Markdown, for the comment on the pull request and the job summary.
import type { Comparison, Row, Warning } from '../../model/index.ts'
import { countsLine } from '../words/counts.ts'
import { intervalName } from '../words/design.ts'
import { capital, explanationText, headline } from '../words/headline/headline.ts'
import type { Nightly } from '../words/night-levels.ts'
import { counted } from '../words/numbers.ts'
import { mirrorOf } from '../words/rows/derived-throughput.ts'
import { geomeans } from '../words/rows/geomean.ts'
import { orderRows } from '../words/rows/order.ts'
import { countsText, nameText } from '../words/rows/row.ts'
import { commonStart, shortenMiddle } from '../words/shorten-middle.ts'
import { splitWarnings } from '../words/top-warnings.ts'
import { visibleText } from '../words/visible-text.ts'
import { codeSpan, escapeMarkdown, keepPercents } from './escape.ts'
import { budgetsMarkdown, leftOutMarkdown, measuredMarkdown, topMarkdown, warningsMarkdown } from './facts.ts'
import { fitRows } from './fit.ts'
import { unseenText } from './notes.ts'
import { sectionsMarkdown, shownRows } from './sections.ts'
import type { RowOptions } from './table.ts'
import { fullReportLink, type Ways, whatNowMarkdown } from './what-now.ts'

/** `reproduce` are shell commands that repeat the comparison, `fullReport` is the address of the complete report. */
type MarkdownOptions = Ways & {
  /** Size limit in UTF-8 bytes, 65,000 by default: GitHub refuses comments above 65,536. */
  maxBytes?: number
  /** The suite, and the machine where a suite has several. */
  title?: string
  /** The levels of the rows in the nights before. */
  nightly?: Nightly | null
}

/** The least `maxBytes`: room for a heading with three long names, its advice, and a line about what was left out. */
export const SMALLEST_REPORT = 2000
const WARNINGS_WHEN_SHORT = 10
/** Nobody reads more rows in a comment. */
const MOST_ROWS = 50
const MOST_METRICS = 3
/** Names up to this length fit. For longer ones the start that all share is written once above them. */
const FITTING_NAME = 40
const TITLE_WIDTH = 80

/** `slim` leaves out the nights of the folded rows. */
type ShownRows = { rows: Row[]; left: Row[]; warnings: Warning[]; detail: boolean; slim: boolean }

/** The parts that stay the same however much fits: the heading, the advice, and the line about all rows. */
type Head = {
  heading: string
  advice: string
  counts: string
  names: Set<string>
  mirrored: number
  unseen: string
  geomeans: string
  table: RowOptions
}

function leftOut(rows: Row[], options: MarkdownOptions): string {
  if (rows.length === 0) return ''
  const count = `${counted(rows.length, 'more row')}, the least important ones, to keep this short`
  return `${count}: ${countsText(rows)}.${fullReport(options)}`
}

function fullReport({ fullReport }: MarkdownOptions): string {
  const where = fullReportLink(fullReport)
  return where === null ? '' : ` ${where}.`
}

/** The headline's title, with each name as one code span. */
export function titleMarkdown(comparison: Comparison): string {
  return keepPercents(headline(comparison, codeSpan).title)
}

function heading(comparison: Comparison, options: MarkdownOptions): string {
  const { symbol } = headline(comparison)
  const name = options.title === undefined ? '' : shortenMiddle(visibleText(options.title), TITLE_WIDTH)
  const prefix = name === '' ? '' : `${escapeMarkdown(name)}: `
  return `### ${symbol} ${prefix}${titleMarkdown(comparison)}`
}

function advice(comparison: Comparison): string {
  return escapeMarkdown(`${capital(headline(comparison).advice)}.`)
}

/** The metric that goes without saying: that of most rows that gate. */
function usualMetric(rows: Row[]): string {
  const gating = rows.filter(row => row.gates && row.metric !== '')
  const counts = new Map<string, number>()
  for (const { metric } of gating) counts.set(metric, (counts.get(metric) ?? 0) + 1)
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])[0]
}

/** The geometric means of the metrics that gate, a sentence each; of many metrics the first ones. */
function geomeansMarkdown(rows: Row[]): string {
  const gating = geomeans(rows)
    .filter(({ gates }) => gates)
    .slice(0, MOST_METRICS)
  return gating
    .map(({ text }) => escapeMarkdown(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`))
    .join(' ')
}

function headOf(comparison: Comparison, rows: Row[], options: MarkdownOptions): Head {
  const names = rows.map(nameText)
  return {
    heading: heading(comparison, options),
    advice: advice(comparison),
    counts: countsLine(rows),
    names: new Set(comparison.rows.map(row => row.benchmark)),
    mirrored: comparison.rows.length - rows.length,
    unseen: unseenText(comparison),
    geomeans: geomeansMarkdown(rows),
    table: {
      metric: usualMetric(rows),
      start: names.some(name => name.length > FITTING_NAME) ? commonStart(names) : '',
      interval: keepPercents(intervalName(comparison.policy)),
      nightly: options.nightly ?? null,
    },
  }
}

/**
 * A line about all rows: the start of their names, and how many throughputs are not shown because they mirror the time.
 */
function aboutRows({ table, mirrored }: Head): string {
  const parts = [
    table.start === '' ? '' : `All names begin with ${codeSpan(table.start)}.`,
    mirrored === 0
      ? ''
      : `Not shown: the throughput of ${counted(mirrored, 'benchmark')}, which only mirrors the time.`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** Says why nothing could be established. Empty where rows are missing: the sections name them. */
function explanation(comparison: Comparison): string {
  return comparison.reason === 'benchmarks-missing' ? '' : escapeMarkdown(explanationText(comparison))
}

function body(comparison: Comparison, head: Head, shown: ShownRows, options: MarkdownOptions): string {
  const { top, others, leftOut: skipped } = splitWarnings(comparison)
  const { detail } = shown
  const parts = [
    head.heading,
    topMarkdown(top, detail),
    head.counts,
    `${head.advice}${shown.left.length === 0 ? fullReport(options) : ''}`,
    detail ? explanation(comparison) : '',
    detail ? whatNowMarkdown(comparison, options) : '',
    aboutRows(head),
    ...sectionsMarkdown(shown.rows, head.table, { unseen: head.unseen, slim: shown.slim }),
    leftOut(shown.left, options),
    detail ? head.geomeans : '',
    detail ? budgetsMarkdown(comparison.budgets) : '',
    warningsMarkdown(shown.warnings, others.length - shown.warnings.length, head.names),
    detail ? leftOutMarkdown(skipped) : '',
    detail ? measuredMarkdown(comparison, options) : '',
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}

/**
 * The comparison as GitHub Markdown of at most `maxBytes`: the headline, the rows that need attention, the others
 * folded, and the number of rows without a change. It has fifty rows at most. Where that is too long, it first leaves
 * out the nights of the folded rows. Then go the least important rows (the report counts them by verdict), warnings,
 * and the details. Throws a RangeError for a limit below SMALLEST_REPORT.
 */
export function renderMarkdown(comparison: Comparison, options: MarkdownOptions = {}): string {
  const maxBytes = options.maxBytes ?? 65_000
  if (maxBytes < SMALLEST_REPORT)
    throw new RangeError(`maxBytes must be at least ${SMALLEST_REPORT}, got ${maxBytes}`)
  const mirrors = mirrorOf(comparison.rows)
  const telling = orderRows(comparison.rows.filter(row => !mirrors.has(row)))
  const rows = shownRows(telling)
  const most = Math.min(rows.length, MOST_ROWS)
  // Once for all attempts: a hundred thousand rows take a while.
  const head = headOf(comparison, telling, options)
  const render = (kept: number, warnings: Warning[], { detail = true, slim = true } = {}): string =>
    body(
      comparison,
      head,
      { rows: rows.slice(0, kept), left: rows.slice(kept), warnings, detail, slim },
      options,
    )
  const { others } = splitWarnings(comparison)
  for (const slim of [false, true]) {
    const whole = render(most, others, { slim })
    if (Buffer.byteLength(whole) <= maxBytes) return whole
  }
  const fewWarnings = others.slice(0, WARNINGS_WHEN_SHORT)
  return (
    fitRows(kept => render(kept, fewWarnings), most, maxBytes) ??
    fitRows(kept => render(kept, []), most, maxBytes) ??
    fitRows(kept => render(kept, [], { detail: false }), most, maxBytes) ??
    // Only for names that are mostly combining marks, at four bytes each.
    `### ${headline(comparison).symbol} ${comparison.outcome}\n`
  )
}
