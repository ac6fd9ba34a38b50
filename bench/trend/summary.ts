// The findings in short, as docs/change-points.md has them.
import { withRegion } from '../page-region.ts'
import { digits } from '../rate-table.ts'
import type { Cell } from './cells.ts'
import { cleanLooks, cleanYears, endSteps, FAMILIES, hardYears, middleSteps, SIZES, waits } from './cells.ts'
import type { Findings } from './markdown.ts'
import { type Column, column, methodTable, nightsUntil } from './tables.ts'
import { finder, rateOf } from './targets.ts'

const twoPercent = ({ changes }: Cell) => changes[0]?.size === SIZES[1]

/** Columns of one kind for the three families; only the first names the kind. */
const columns = (what: string, cells: Cell[], show: Column['show']): Column[] =>
  cells.map((cell, i) => ({ head: i === 0 ? `${what}: ${cell.family}` : cell.family, cell, show }))

/** Counted shares without their intervals, which results.md has. */
const share =
  (count: string): Column['show'] =>
  score =>
    digits(rateOf(score, count).share)

function hard({ scores }: Findings): string {
  const find = finder(scores)
  const shares = hardYears.flatMap(cell => {
    const score = find(cell)
    return score ? [`${digits(rateOf(score, 'any').share)} % (${cell.family})`] : []
  })
  return `With noise that has no promise, so many series have an alert in a year: ${shares.join(', ')}.`
}

/** Two tables and a sentence. */
export function summary(findings: Findings): string {
  const find = finder(findings.scores)
  const alarms = [
    ...cleanLooks.map(column('any', cell => `one look, ${cell.family}`)),
    ...cleanYears.map(column('any', cell => `a year, ${cell.family}`)),
  ]
  const found = [
    ...columns('in the middle', middleSteps.filter(twoPercent), share('found')),
    ...columns('five nights ago', endSteps.filter(twoPercent), share('found')),
    ...columns('nights until', waits.filter(twoPercent), nightsUntil),
  ]
  return `False alarms when nothing changed, % of series with their 95 % intervals:

${methodTable(find, alarms)}

Steps of 2 % found in one look, % of series, and nights at the new level until an alert, median / 90 % quantile
(${FAMILIES.join(', ')}). A method that alarms at anything finds early: read a row as a whole.

${methodTable(find, found)}

${hard(findings)}
`
}

/** `page` with the findings in its marked place. */
export const withFindings = (page: string, findings: Findings) =>
  withRegion(page, 'results', summary(findings))
