// The findings as Markdown tables.
import { digits, range, table } from '../rate-table.ts'
import {
  afterwards,
  type Cell,
  cleanLooks,
  cleanYears,
  creeps,
  endSteps,
  hardYears,
  LOOK,
  middleSteps,
  testbedAndSteps,
  testbeds,
  WAIT,
  waits,
} from './cells.ts'
import { STABLE_BENCH } from './engine.ts'
import { IDEAL } from './ideal.ts'
import { RIVALS } from './rivals.ts'
import { delayQuantile, type Score } from './score.ts'
import { type Find, rateOf, type Target } from './targets.ts'

const methods = [STABLE_BENCH, ...Object.values(RIVALS), IDEAL]

export type Column = { head: string; cell: Cell; show: (score: Score) => string }

/** One row per method that has anything to show. */
export function methodTable(find: Find, columns: Column[]): string {
  const rows = methods.map(method => {
    const shown = columns.map(({ cell, show }) => {
      const score = find(cell, method)
      return score ? show(score) : '—'
    })
    return [method, ...shown]
  })
  return table(
    ['', ...columns.map(column => column.head)],
    rows.filter(([, ...shown]) => shown.some(text => text !== '—')),
  )
}

/** A column with the share of one of the counts in a cell. */
export const column =
  (count: string, head: (cell: Cell) => string) =>
  (cell: Cell): Column => ({
    head: head(cell),
    cell,
    show: score => range(rateOf(score, count)),
  })

const sizeOf = ({ changes }: Cell) => `${100 * (changes.at(-1)?.size ?? 0)} %`
export const familyAndSize = (cell: Cell) => `${cell.family}, ${sizeOf(cell)}`

export function falseAlarms(find: Find): string {
  return methodTable(find, [
    ...cleanLooks.map(column('any', cell => `one look, ${cell.family}`)),
    ...cleanYears.map(column('any', cell => `a year, ${cell.family}`)),
  ])
}

/** Nights at the new level until the alert: median and 90 % quantile of all histories. */
export function nightsUntil(score: Score): string {
  const nights = (share: number) => `${delayQuantile(score, share) ?? `> ${WAIT.nights}`}`
  return `${nights(0.5)} / ${nights(0.9)}`
}

export function waitTable(find: Find): string {
  const show = (score: Score) => `${nightsUntil(score)} (${digits(rateOf(score, 'found').share)} %)`
  return methodTable(
    find,
    waits.map(cell => ({ head: familyAndSize(cell), cell, show })),
  )
}

/** How well stable-bench knows night and size of the steps it has found. */
export function precisionTable(find: Find): string {
  const rows = [...middleSteps, ...endSteps].flatMap(cell => {
    const score = find(cell)
    const located = score?.counts.located ?? 0
    if (!score || located < 30) return []
    const share = (count: string) => digits((score.counts[count] ?? 0) / located)
    const nights = ((score.counts.rangeNights ?? 0) / located).toFixed(1)
    const where = cell.changes[0]?.at === LOOK.end ? 'at the end' : 'in the middle'
    return [
      [`${familyAndSize(cell)}, ${where}`, `${located}`, share('rangeHolds'), nights, share('sizeHolds')],
    ]
  })
  return table(['', 'found', 'range holds the night', 'nights in it', 'interval holds the size'], rows)
}

export function shiftTable(find: Find): string {
  const rows = [...cleanLooks, ...creeps].flatMap(cell => {
    const score = find(cell)
    if (!score) return []
    const size = ((100 * (score.counts.shiftSize ?? 0)) / score.series).toFixed(2)
    const what = cell.changes.length === 0 ? 'clean' : 'creep of 5 %'
    return [[`${cell.family}, ${what}`, range(rateOf(score, 'shifts')), `${size} %`]]
  })
  return table(['', 'interval without 0', 'change on average'], rows)
}

/**
 * The methods that say anything about a creep. There is no night to name, so each change point is a stair of a
 * staircase.
 */
export function creepTable(find: Find): string {
  return methodTable(find, creeps.map(column('any', cell => `a change point, ${cell.family}`)))
}

export function afterTable(find: Find): string {
  const rows = afterwards.flatMap(cell => {
    const score = find(cell)
    if (!score) return []
    return [[cell.family, ...['announced', 'again', 'other'].map(count => range(rateOf(score, count)))]]
  })
  return table(['', 'announced', 'announced again', 'something else announced'], rows)
}

export function testbedTable(find: Find): string {
  const blame = column('any', cell => `a commit is blamed, ${cell.family}`)
  const found = column('found', cell => `2 % a month later found, ${cell.family}`)
  return methodTable(find, [...testbeds.map(blame), ...testbedAndSteps.map(found)])
}

export function targetTable(targets: Target[]): string {
  const rows = targets.map(({ state, name, limit, found }) => [state, name, limit, range(found)])
  return table(['', 'what', 'limit', 'found, % (95 % interval)'], rows)
}

/** The alerts in years of noise that has no promise. */
export function hardTable(find: Find): string {
  const rows = hardYears.flatMap(cell => {
    const score = find(cell)
    return score ? [[cell.family, range(rateOf(score, 'any'))]] : []
  })
  return table(['', 'an alert in a year'], rows)
}
