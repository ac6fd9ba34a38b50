// The rows that decide, and how an answer counts and names them.
import { type Comparison, comparedVerdicts, type Row, type Verdict } from '../../../model/index.ts'
import { counted, formatCount, NOTHING } from '../numbers.ts'
import { orderRows } from '../rows/order.ts'
import { changeText, nameText } from '../rows/row.ts'
import { commonStart, shortenMiddle, visibleText } from '../visible-text.ts'
import { movedWord } from './marks.ts'

/** Writes a name for the medium: everything else in an answer is our own words and numbers. */
export type WriteName = (name: string) => string

export const plainWriting: WriteName = name => name

/** A comparison with the name of its suite, which is empty where there is one suite. */
export type Told = { suite: string; comparison: Comparison }

/**
 * The gating rows by importance; `noun` is the word for one, `start` what all their long names begin with. `aside`: how many other
 * benchmarks there are, of which no row can fail.
 */
export type GatedRows = {
  rows: Row[]
  compared: Row[]
  aside: number
  noun: 'benchmark' | 'result'
  start: string
  suiteOf: Map<Row, string>
  write: WriteName
}

const NAME_WIDTH = 60

/** The gating rows of these comparisons. A benchmark with several of them makes each a "result". */
export function gatedRows(told: Told[], write: WriteName = plainWriting): GatedRows {
  const suiteOf = new Map<Row, string>()
  const [own, all] = [new Set<string>(), new Set<string>()]
  for (const { suite, comparison } of told)
    for (const row of comparison.rows) {
      const key = JSON.stringify([suite, row.benchmark])
      all.add(key)
      if (!row.gates) continue
      suiteOf.set(row, suite)
      own.add(key)
    }
  const rows = orderRows([...suiteOf.keys()])
  const names = rows.map(nameText)
  return {
    rows,
    compared: having(rows, ...comparedVerdicts),
    aside: all.size - own.size,
    noun: own.size < rows.length ? 'result' : 'benchmark',
    start: names.some(name => name.length > NAME_WIDTH) ? commonStart(names) : '',
    suiteOf,
    write,
  }
}

/** The rows with one of these verdicts. */
export const having = (rows: Row[], ...verdicts: Verdict[]): Row[] =>
  rows.filter(row => verdicts.includes(row.verdict))

/** `2 of 14 benchmarks`, `both benchmarks`: a part of those that were compared. */
export function shareText(part: number, { compared, noun }: GatedRows): string {
  if (part === compared.length && part > 1) return part === 2 ? `both ${noun}s` : `all ${counted(part, noun)}`
  return `${formatCount(part)} of ${counted(compared.length, noun)}`
}

/** The name of a row, with its metric and its suite where these tell it from others. */
export function nameOf(row: Row, { noun, write, start, suiteOf }: GatedRows): string {
  const metric = noun === 'result' && row.metric !== '' ? ` (${visibleText(row.metric)})` : ''
  const name = write(shortenMiddle(`${nameText(row).slice(start.length)}${metric}`, NAME_WIDTH))
  const suite = suiteOf.get(row) ?? ''
  return suite === '' || suite === row.benchmark
    ? name
    : `${name} in ${write(shortenMiddle(visibleText(suite), NAME_WIDTH))}`
}

/** `5.1 %` of `+5.1 %`, `3.4×`; null where a row has no such size, as it grew from nothing. */
export function sizeText(row: Row): string | null {
  const change = changeText(row)
  return change === NOTHING || change === 'from 0' ? null : change.replace(/^[+−±]/, '')
}

/** What became of a row: `is 5.1 % slower`, `grew from 0`. */
export function movedText(row: Row): string {
  if (changeText(row) === 'from 0') return 'grew from 0'
  const size = sizeText(row)
  return `is ${size === null ? '' : `${size} `}${movedWord(row)}`
}

/** One word for all these rows: theirs where they share one that says whether it is good, else `other`. */
export function sharedWord(rows: Row[], other: string): string {
  const words = new Set(rows.map(movedWord))
  const [word = other, ...others] = words
  return others.length > 0 || word === 'higher' || word === 'lower' ? other : word
}
