// A comparison for a terminal: the table first and the headline last, where the eye is when the command returns.
import type { Comparison, Row, Verdict } from '../../model/index.ts'
import { ACCEPTANCE_TITLE, acceptanceLines } from '../words/acceptance.ts'
import { budgetTexts } from '../words/budgets.ts'
import { designText, intervalName, lookText, policyText, sideText } from '../words/design.ts'
import { evidenceLine } from '../words/evidence.ts'
import { explanationText, headline } from '../words/headline.ts'
import { formatInterval, formatP, formatPair } from '../words/numbers.ts'
import { orderRows } from '../words/order-rows.ts'
import { changeText, namesWithMetric, rowNotes, verdictText } from '../words/rows.ts'
import { settingsOfBoth } from '../words/settings.ts'
import { testbedOf } from '../words/testbed.ts'
import { splitWarnings, topText } from '../words/top-warnings.ts'
import { visibleText } from '../words/visible-text.ts'
import { type Column, textTable } from './table.ts'

export type TextOptions = {
  /** Whether to write ANSI colours. */
  colour: boolean
  /** Columns of the terminal; 100 when not given. */
  width?: number
}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
const ANSI: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 }
const VERDICT_STYLE: Partial<Record<Verdict, Style>> = {
  regression: 'red',
  failed: 'red',
  removed: 'yellow',
  'not-comparable': 'yellow',
  improvement: 'green',
  inconclusive: 'yellow',
  'no-change': 'dim',
}

type Paint = (text: string, style: Style | undefined) => string

function painter(colour: boolean): Paint {
  return (text, style) => (colour && style !== undefined ? `\u001b[${ANSI[style]}m${text}\u001b[0m` : text)
}

function styleOf(row: Row | undefined): Style | undefined {
  if (row === undefined) return undefined
  if (row.fails) return 'red'
  const moved = row.verdict === 'regression' || row.verdict === 'improvement'
  return moved && !row.gates ? undefined : VERDICT_STYLE[row.verdict]
}

function columnsFor(comparison: Comparison): Column[] {
  return [
    { title: 'benchmark', align: 'left' },
    { title: 'baseline', align: 'right' },
    { title: 'candidate', align: 'right' },
    { title: 'change', align: 'right' },
    { title: intervalName(comparison.policy), align: 'right', optional: 1 },
    { title: 'p', align: 'right', optional: 2 },
    { title: 'verdict', align: 'left' },
  ]
}

function cellsOf(row: Row, name: string): string[] {
  return [
    name,
    ...formatPair(row.baseline, row.candidate, row.unit),
    changeText(row),
    formatInterval(row.interval),
    formatP(row.p),
    verdictText(row),
  ]
}

function tableLines(comparison: Comparison, width: number, paint: Paint): string[] {
  const rows = orderRows(comparison.rows)
  if (rows.length === 0) return []
  const columns = columnsFor(comparison)
  const paintCell = (text: string, row: number, column: number): string => {
    const painted = ['change', 'verdict'].includes(columns[column]?.title ?? '')
    return painted ? paint(text, styleOf(rows[row])) : text
  }
  const names = namesWithMetric(rows)
  const cells = rows.map((row, i) => cellsOf(row, names[i] ?? ''))
  const [header = '', ...lines] = textTable(columns, cells, width, paintCell)
  const notes = (row: Row): string[] => rowNotes(row).map(note => paint(`    ${visibleText(note)}`, 'dim'))
  return [paint(header, 'bold'), ...rows.flatMap((row, i) => [lines[i] ?? '', ...notes(row)]), '']
}

function factLines(comparison: Comparison): string[] {
  const { baseline, candidate, policy } = comparison
  const explanation = explanationText(comparison)
  const decision = [policyText(policy), lookText(comparison)].filter(part => part !== null).join(', ')
  const [testbed, settings] = [testbedOf(comparison), settingsOfBoth(comparison)]
  const evidence = evidenceLine(comparison)
  return [
    `baseline   ${sideText(baseline)}`,
    `candidate  ${sideText(candidate)}`,
    ...(testbed === null ? [] : [`testbed    ${testbed}`]),
    ...(settings === null ? [] : [`settings   ${settings}`]),
    `design     ${designText(comparison)}`,
    `decision   ${decision}`,
    ...(evidence === null ? [] : [`evidence   ${evidence}`]),
    ...(explanation === '' ? [] : [`because    ${explanation}`]),
  ].map(visibleText)
}

/**
 * The comparison as text that ends with a line break: what stands on top, table, notes, warnings, facts, headline.
 * Control and invisible characters in names and messages are written out, so that they cannot reach the terminal.
 */
export function renderText(comparison: Comparison, options: TextOptions): string {
  const paint = painter(options.colour)
  const { top, others } = splitWarnings(comparison)
  const warned = (text: string) => `${paint('warning', 'yellow')}  ${text}`
  const above = top.map(warning => warned(topText(warning)))
  const warnings = others.map(warning => warned(visibleText(warning.message.trim() || warning.code)))
  const { symbol, title, advice } = headline(comparison)
  const style = ({ '✓': 'green', '✗': 'red', '?': 'yellow' } as const)[symbol]
  const budgets = budgetTexts(comparison.budgets).map(text => `budget     ${text}`)
  const accepting = acceptanceLines(comparison)
  const acceptance = accepting.length === 0 ? [] : [ACCEPTANCE_TITLE, '', ...accepting, '']
  return [
    ...(above.length === 0 ? [] : [...above, '']),
    ...tableLines(comparison, options.width ?? 100, paint),
    ...(warnings.length === 0 ? [] : [...warnings, '']),
    ...budgets,
    ...acceptance,
    ...factLines(comparison),
    '',
    `${paint(`${symbol} ${title};`, style)} ${advice}.`,
    '',
  ].join('\n')
}
