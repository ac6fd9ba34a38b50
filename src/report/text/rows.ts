// The rows of a comparison on a terminal: those that somebody has to look at, and how many others there are.
import { grouped } from '../../grouped.ts'
import type { Comparison, Row, Verdict } from '../../model/index.ts'
import { geometricMean } from '../../stats/describe/summary.ts'
import { isTime } from '../../units.ts'
import { intervalName } from '../words/design.ts'
import { counted, formatCount, formatInterval, formatP, NOTHING } from '../words/numbers.ts'
import { geomeans } from '../words/rows/geomean.ts'
import { orderRows } from '../words/rows/order.ts'
import {
  changeText,
  countsText,
  namesWithMetric,
  nameText,
  rowNotes,
  shortPair,
  verdictText,
} from '../words/rows/row.ts'
import { commonStart, shortenMiddle, visibleText } from '../words/visible-text.ts'
import type { Paint, Style } from './paint.ts'
import { type Column, left, right, spaced, textTable } from './table.ts'

/** So few rows are all shown. */
const FEW = 12
/** More rows of one kind than fit on a screen are counted. */
const MOST_OF_A_KIND = 20
const MOST_METRICS = 6
const LONGEST_NAME = 300

const KINDS: Verdict[][] = [
  ['regression'],
  ['failed', 'removed', 'not-comparable'],
  ['scattered'],
  ['improvement'],
]

const VERDICT_STYLE: Partial<Record<Verdict, Style>> = {
  regression: 'red',
  failed: 'red',
  removed: 'yellow',
  'not-comparable': 'yellow',
  improvement: 'green',
  inconclusive: 'yellow',
  scattered: 'yellow',
  'no-change': 'dim',
}

function styleOf({ verdict, gates, fails }: Row): Style | undefined {
  if (fails) return 'red'
  const moved = verdict === 'regression' || verdict === 'improvement'
  return moved && !gates ? undefined : VERDICT_STYLE[verdict]
}

/** The rows to show, in order: all if there are few or with `all`, else the gating ones that moved, are missing or fail. */
function shownRows(rows: Row[], all: boolean): Row[] {
  if (all || rows.length <= FEW) return rows
  const isFailing = ({ verdict, fails }: Row) => fails && verdict === 'inconclusive'
  const kinds = KINDS.map(verdicts => rows.filter(row => row.gates && verdicts.includes(row.verdict)))
  return [...kinds, rows.filter(isFailing)].flatMap(kind => kind.slice(0, MOST_OF_A_KIND))
}

/** `2.00 → 1.94 ms`: the unit once where both sides have the same. */
function valuesText(row: Row): string {
  const [from, to] = shortPair(row)
  return from === NOTHING && to === NOTHING ? NOTHING : `${from} → ${to}`
}

const columnsFor = (comparison: Comparison): Column[] => [
  ...left('benchmark'),
  { title: 'from → to', align: 'right', optional: 1 },
  ...right('change', intervalName(comparison.policy)),
  { title: 'p', align: 'right', optional: 2 },
  ...left('verdict'),
]

const notesOf = (row: Row): string[] => [...new Set(rowNotes(row))]

/** Notes that several rows share get a number and stand below the table once. */
function numberedNotes(rows: Row[]): Map<string, number> {
  const equal = [...grouped(rows.flatMap(notesOf), note => note)]
  const shared = equal.filter(([, { length }]) => length > 1)
  return new Map(shared.map(([note], i) => [note, i + 1]))
}

/** The start that the names of several benchmarks share, which goes without saying. Empty for a single benchmark. */
function sharedStart(rows: Row[], names: string[]): string {
  const benchmarks = new Set(rows.map(row => shortenMiddle(nameText(row), LONGEST_NAME)))
  const start = commonStart([...benchmarks])
  return names.every(name => name.startsWith(start)) ? start : ''
}

function shownTable(rows: Row[], comparison: Comparison, { width, paint }: Layout): string[] {
  const names = namesWithMetric(rows).map(name => shortenMiddle(name, LONGEST_NAME))
  const start = sharedStart(rows, names)
  const numbered = numberedNotes(rows)
  const marks = (row: Row) =>
    notesOf(row).flatMap(note => (numbered.has(note) ? [` [${numbered.get(note)}]`] : []))
  const columns = columnsFor(comparison)
  const cells = rows.map((row, i) => [
    (names[i] ?? '').slice(start.length),
    valuesText(row),
    changeText(row),
    formatInterval(row.interval, row.ratio),
    formatP(row.p),
    `${verdictText(row)}${marks(row).join('')}`,
  ])
  const paintCell = (text: string, row: number, column: number): string =>
    ['change', 'verdict'].includes(columns[column]?.title ?? '')
      ? paint(text, styleOf(rows[row] as Row))
      : text
  const table = textTable(columns, cells, width, paintCell)
  const ownNotes = (row: Row): string[] => notesOf(row).filter(note => !numbered.has(note))
  return [
    ...(start === '' ? [] : [`All names begin with ${start.trimEnd()}`, '']),
    paint(table.header, 'bold'),
    ...rows.flatMap((row, i) => [
      ...(table.rows[i] ?? []),
      ...ownNotes(row).map(note => paint(`    ${visibleText(note)}`, 'dim')),
    ]),
    ...Array.from(numbered, ([note, number]) => paint(`[${number}] ${visibleText(note)}`, 'dim')),
  ]
}

/** How many rows are not shown, and how to see them. */
function othersLine(rows: Row[], shown: Row[]): string[] {
  const others = rows.filter(row => !shown.includes(row))
  if (others.length === 0) return []
  const what = counted(others.length, shown.length === 0 ? 'row' : 'other row')
  return [`${what}: ${countsText(others, verdictText)} (--all shows them)`]
}

/** The geometric mean of each metric; of many metrics the first ones. */
function geomeanLines(rows: Row[], all: boolean): string[] {
  const lines = geomeans(rows).map(({ text }) => text)
  const shown = all ? lines : lines.slice(0, MOST_METRICS)
  const rest = lines.length - shown.length
  return rest === 0 ? lines : [...shown, `geomean of ${counted(rest, 'more metric')} (--all shows them)`]
}

/**
 * `1.14 × faster (geometric mean of 24 that changed)`; empty where fewer than two gating rows changed by a ratio. The count says
 * so where others grew from nothing or fell to it.
 */
function meanLine(rows: Row[]): string[] {
  const all = rows.filter(row => row.gates && ['regression', 'improvement'].includes(row.verdict))
  const changed = all.filter(({ ratio }) => ratio !== null && ratio > 0 && Number.isFinite(ratio))
  if (changed.length < 2) return []
  const mean = geometricMean(changed.map(row => (row.ratio ?? 1) ** (row.better === 'lower' ? -1 : 1)))
  const areTimes = changed.every(row => isTime(row.unit))
  const [more, less] = areTimes ? ['faster', 'slower'] : ['better', 'worse']
  const size = Math.max(mean, 1 / mean).toFixed(2)
  const count = [changed, all].map(({ length }) => formatCount(length))
  const which = [...new Set(count)].join(' of ')
  return [`${size} × ${mean >= 1 ? more : less} (geometric mean of ${which} that changed)`]
}

/** Columns of the terminal, Infinity where there is none; how text is coloured; whether every row is shown. */
type Layout = { width: number; paint: Paint; all: boolean }

/** The table of a comparison, with a line about the rows left out and an empty line at the end; nothing for no rows. */
export function rowLines(comparison: Comparison, layout: Layout): string[] {
  const rows = orderRows(comparison.rows)
  if (rows.length === 0) return []
  const shown = shownRows(rows, layout.all)
  const table = shown.length === 0 ? [] : shownTable(shown, comparison, layout)
  const below = [...othersLine(rows, shown), ...geomeanLines(rows, layout.all), ...meanLine(rows)]
  return [...spaced(table), ...spaced(below)]
}
