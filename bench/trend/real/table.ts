// The findings in real histories as docs/change-points.md has them.
import type { Score } from './score.ts'
import type { Kept } from './taken-back.ts'
import type { Told } from './told.ts'

/**
 * The findings of one method. `announced` and `told` are null where it has no announcements. `seconds`: a large look.
 */
export type Findings = {
  score: Score
  all: Kept
  announced: Kept | null
  told: Told | null
  seconds: number | null
}

const count = (value: number) => value.toLocaleString('en')
const of = (some: number, all: number) => `${count(some)} of ${count(all)}`
const share = (some: number, all: number) => `${of(some, all)} (${((100 * some) / all).toFixed(1)} %)`
const kept = (each: Kept | null) => (each ? of(each.takenBack, each.found) : '–')
const shown = (told: Told | null, which: (told: Told) => number) => (told ? of(which(told), told.told) : '–')

const ROWS: [string, (findings: Findings) => string][] = [
  ['gross steps found', ({ score }) => share(score.grossFound, score.gross)],
  ['those where the series does not alternate', ({ score }) => share(score.steadyFound, score.steady)],
  ['series that lose one', ({ score }) => `${score.losing}`],
  ['and that do not alternate there', ({ score }) => `${score.losingSteady}`],
  ['marked steps found', ({ score }) => of(score.markedFound, score.marked)],
  ['change points in the marked series where nothing is marked', ({ score }) => count(score.unmarked)],
  ['change points in all', ({ score }) => count(score.changePoints)],
  ['taken back within 30 sessions', ({ all }) => kept(all)],
  ['of those that an announcement named', ({ announced }) => kept(announced)],
  ['gross steps announced', ({ told }) => (told ? of(told.grossTold, told.gross) : '–')],
  ['announced, and on the last page only as a ring', ({ told }) => shown(told, ({ rings }) => rings)],
  [
    'announced, and not on the last page',
    ({ told }) => shown(told, each => each.told - each.drawn - each.rings),
  ],
  [
    'one look at 1,000 series of 400 sessions, CPU time',
    ({ seconds }) => (seconds === null ? '–' : `${seconds.toFixed(0)} s`),
  ],
]

/** A table with a column for each method. */
export function historiesTable(us: Findings, otava: Findings): string {
  const rows = ROWS.map(([what, show]) => `| ${what} | ${show(us)} | ${show(otava)} |`)
  return ['| | stable-bench | Apache Otava |', '| --- | ---: | ---: |', ...rows].join('\n')
}
