// Writes the answers of stable-bench itself as Markdown tables, cell by cell.
import { table } from '../rate-table.ts'
import { type Cell, interleavedCells, realCell, SHIFTS, storedCells } from './cells.ts'
import type { Score, Tally } from './score.ts'
import { finder, share, worstWrong } from './shares.ts'
import { METHODS } from './simulate.ts'

/** The answers of stable-bench, a row per cell and method; a dash where a change was not tried. */
function ownTable(scores: Score[], cells: Cell[], methods: string[]): string {
  const find = finder(scores)
  const rows = cells.flatMap(cell =>
    methods.flatMap(method => {
      const at = (shift: number, show: (tally: Tally) => string) => {
        const tally = find(cell.key, method, shift)
        return tally ? show(tally) : '—'
      }
      const shareOf = (shift: number, pick: (tally: Tally) => number) =>
        at(shift, tally => share(pick(tally), tally.cases))
      const row = [
        shareOf(0, tally => tally.slower + tally.faster),
        shareOf(0, tally => tally.significant),
        shareOf(0, tally => tally.same),
        ...SHIFTS.slice(1).map(shift => shareOf(shift, tally => tally.slower)),
        worstWrong(find, [cell], method),
        shareOf(0.02, tally => tally.same),
        shareOf(0, tally => tally.open),
        shareOf(0.02, tally => tally.open),
        at(0, tally => share(tally.covered, tally.intervals)),
        at(0, tally => (tally.runs / tally.cases).toFixed(1)),
      ]
      return row[0] === '—' ? [] : [[cell.key, ...(methods.length > 1 ? [method] : []), ...row]]
    }),
  )
  const found = SHIFTS.slice(1).map(shift => `found +${100 * shift} %`)
  const first = ['cell', ...(methods.length > 1 ? ['method'] : [])]
  const last = [
    'wrong direction',
    '"no change" at +2 %',
    'inconclusive',
    'inconclusive at +2 %',
    'coverage',
    'runs a side',
  ]
  return table(
    [...first, 'false alarms', 'significant', '"no change"', ...found, ...last],
    rows,
    first.length,
  )
}

export const interleavedTable = (scores: Score[]) =>
  ownTable(scores, [...interleavedCells, realCell], [METHODS.oneLook, METHODS.looks])

export const storedTable = (scores: Score[]) => ownTable(scores, storedCells, [METHODS.stored])
