// The findings as Markdown tables.
import { range, rate, table } from '../rate-table.ts'
import { type Cell, HEADLINE_SD, realCell, rivalCells, SHIFTS } from './cells.ts'
import { rivalMethod } from './rival-scores.ts'
import { rivals } from './rivals/index.ts'
import type { Feed } from './rivals/rival.ts'
import type { Score, Tally } from './score.ts'
import { finder, share, worstWrong } from './shares.ts'
import { METHODS } from './simulate.ts'
import type { State, Target } from './target.ts'

/** A short name of a cell for the head of a column. */
function short({ noise, design }: Cell): string {
  if (noise === null) return 'real A/A'
  if (design === 'stored') return `stored, session sd ${100 * noise.sessionSd} %`
  return noise.runSd === HEADLINE_SD ? noise.family : `${noise.family}, run sd ${100 * noise.runSd} %`
}

type Column = { head: string; cell: Cell; shift: number; show: (tally: Tally, method: string) => string }

const ownMethods: string[] = [METHODS.oneLook, METHODS.looks, METHODS.stored, METHODS.welch]
const FEEDS = { shipped: 'as shipped', 'per process': 'one value per process' } as const
const feeds = Object.keys(FEEDS) as Feed[]

/** A row per method and feed: its name, what it reads, and a cell per column, a dash where it cannot be tried. */
function methodRows(scores: Score[], columns: Column[], fed: Feed[]): string[][] {
  const find = finder(scores)
  const row = (label: string, method: string, reads: string) => {
    const shown = columns.map(({ cell, shift, show }) => {
      const tally = find(cell.key, method, shift)
      return tally ? show(tally, method) : '—'
    })
    return shown.every(text => text === '—') ? [] : [[label, reads, ...shown]]
  }
  const own = ownMethods.flatMap(method => row(method, method, 'run medians'))
  const others = rivals.flatMap(rival =>
    fed.flatMap(feed => row(`${rival.name}, ${FEEDS[feed]}`, rivalMethod(rival, feed), rival.reads[feed])),
  )
  return [...own, ...others]
}

const methodTable = (scores: Score[], columns: Column[]) =>
  table(['', 'reads', ...columns.map(column => column.head)], methodRows(scores, columns, feeds), 2)

/** How often an alarm is raised although nothing changed. */
export function falseAlarmTable(scores: Score[]): string {
  const show = (tally: Tally) => range(rate(tally.slower + tally.faster, tally.cases))
  const columns = rivalCells.map(cell => ({ head: short(cell), cell, shift: 0, show }))
  return methodTable(scores, columns)
}

/** Methods without words for "nothing changed". */
const silent = new Set([
  METHODS.welch as string,
  ...rivals
    .filter(rival => !rival.claimsNoChange)
    .flatMap(rival => feeds.map(feed => rivalMethod(rival, feed))),
])

/** The other answers: to a small change, to a change as large as the band, and those of the intervals. */
function otherColumns(scores: Score[], cell: Cell): Column[] {
  const find = finder(scores)
  const wrong = (tally: Tally) => share(tally.faster, tally.cases)
  const claims = (tally: Tally, method: string) => (silent.has(method) ? '—' : share(tally.same, tally.cases))
  const open = (tally: Tally, method: string) => (silent.has(method) ? '—' : share(tally.open, tally.cases))
  const anywhere = (_: Tally, method: string) => worstWrong(find, rivalCells, method)
  const covers = (tally: Tally) => share(tally.covered, tally.intervals)
  return [
    { head: 'calls +1 % faster', cell, shift: 0.01, show: wrong },
    { head: 'calls any slowdown faster, worst', cell, shift: 0.02, show: anywhere },
    { head: 'calls +2 % no change', cell, shift: 0.02, show: claims },
    { head: 'leaves +2 % open', cell, shift: 0.02, show: open },
    { head: 'its interval holds the truth', cell, shift: 0, show: covers },
  ]
}

/** How often a slowdown is found and what else is said then. */
export function powerTable(scores: Score[]): string {
  const [clean, contaminated] = rivalCells as [Cell, Cell]
  const finds = (cell: Cell, shift: number): Column => ({
    head: `${short(cell)}, +${100 * shift} %`,
    cell,
    shift,
    show: tally => share(tally.slower, tally.cases),
  })
  return methodTable(scores, [
    ...SHIFTS.slice(1).map(shift => finds(clean, shift)),
    ...[0.02, 0.05, 0.1].map(shift => finds(contaminated, shift)),
    finds(realCell, 0.05),
    finds(rivalCells.at(-1) as Cell, 0.05),
    ...otherColumns(scores, clean),
  ])
}

/** The most telling columns of both tables, for docs/statistics.md: rivals as they are shipped. */
export function briefTable(scores: Score[]): string {
  const [clean, contaminated] = rivalCells as [Cell, Cell]
  const alarms = (tally: Tally) => range(rate(tally.slower + tally.faster, tally.cases))
  const found = (tally: Tally) => share(tally.slower, tally.cases)
  const columns: Column[] = [
    ...[clean, contaminated, realCell, rivalCells.at(-1) as Cell].map((cell, i) => ({
      head: `${i === 0 ? 'alarms: ' : ''}${short(cell)}`,
      cell,
      shift: 0,
      show: alarms,
    })),
    { head: 'found: +2 %, clean', cell: clean, shift: 0.02, show: found },
    { head: '+5 %, contaminated', cell: contaminated, shift: 0.05, show: found },
  ]
  const rows = methodRows(scores, columns, ['shipped']).filter(([name]) => name !== METHODS.welch)
  return table(
    ['', ...columns.map(column => column.head)],
    rows.map(([name = '', , ...cells]) => [name, ...cells]),
  )
}

const WORDS: Record<State, string> = { met: 'met', unclear: 'unclear', missed: '**missed**' }
const UNPROMISED: Record<State, string> = { met: 'holds', unclear: 'unclear', missed: 'does not hold' }

/** Every promise and whether it is kept, line by line. */
export function targetTable(targets: Target[]): string {
  const rows = targets.map(({ name, limit, found: worst, where, state, promised }) => [
    (promised ? WORDS : UNPROMISED)[state],
    name,
    limit,
    range(worst),
    where,
  ])
  return table(['', 'what', 'limit', 'worst found, % (95 % interval)', 'where'], rows, 5)
}
