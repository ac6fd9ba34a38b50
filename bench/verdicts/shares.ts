// Looks up shares in the scores for the tables.
import { digits } from '../rate-table.ts'
import { type Cell, SHIFTS } from './cells.ts'
import type { Score, Tally } from './score.ts'

export type Find = (cell: string, method: string, shift: number) => Tally | undefined

export function finder(scores: Score[]): Find {
  const keyOf = (...parts: (string | number)[]) => JSON.stringify(parts)
  const index = new Map(scores.map(({ cell, method, shift, tally }) => [keyOf(cell, method, shift), tally]))
  return (cell, method, shift) => index.get(keyOf(cell, method, shift))
}

export const share = (count: number, of: number) => (of === 0 ? '—' : digits(count / of))

/** The largest share of cases in which a slower candidate is called faster, over all these cells and true changes. */
export function worstWrong(find: Find, cells: Cell[], method: string): string {
  const shares = cells.flatMap(cell =>
    SHIFTS.slice(1).flatMap(shift => {
      const tally = find(cell.key, method, shift)
      return tally ? [tally.faster / tally.cases] : []
    }),
  )
  return shares.length === 0 ? '—' : digits(Math.max(...shares))
}
