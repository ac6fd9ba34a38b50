// Writes the one sentence on top of the trend page: what happened lately to the series that gate.
import type { TooFewNights } from '../../model/index.ts'
import { counted } from '../words/numbers.ts'
import { type ChangeGroup, changesBySeries, type NetChange, netChange, type SeriesChange } from './groups.ts'
import type { SeenSteps } from './seen-steps.ts'

export type TrendHeadline = { symbol: string; tone: 'bad' | 'good' | 'unsure'; title: string }

/** Says that the nights are too few to look for changes, in a sentence without its period. */
export function tooFewText({ nights, needed }: TooFewNights): string {
  return `${counted(nights, 'night')}: changes are looked for from ${needed} on`
}

/** Counts the benchmarks of these changes. One that moved on two machines or in two metrics counts once. */
export const countOf = (changes: Pick<SeriesChange, 'series'>[]): number =>
  new Set(changes.map(({ series }) => series.benchmark)).size

/** What happened lately: changes by their nights, and creeps, which have none. */
export type Moves = { groups: ChangeGroup[]; creeps: SeriesChange[] }

/** The changes of series that gate: of those that are worse now than before, or better, all by the code, by the machine. */
export function movedLately({ groups, creeps }: Moves) {
  const all = [...groups.flatMap(({ changes }) => changes), ...creeps]
  const gating = all.filter(({ series }) => series.gates)
  const byCode = gating.filter(({ point }) => !point.testbedChanged)
  const series = [...changesBySeries(byCode).values()]
  const endingUp = (direction: NetChange['direction']) =>
    series.filter(own => netChange(own)?.direction === direction).flat()
  const byMachine = gating.filter(({ point }) => point.testbedChanged)
  return { worse: endingUp('worse'), better: endingUp('better'), byCode, byMachine }
}

const benchmarks = (count: number): string => counted(count, 'benchmark')

/** Sums up the changes of what gates. `within` names the time, `seen` says which step would have been found. */
export function trendHeadline(
  moves: Moves,
  within: string,
  tooFew: TooFewNights | null = null,
  seen: SeenSteps | null = null,
): TrendHeadline {
  const moved = movedLately(moves)
  const [worse, better] = [countOf(moved.worse), countOf(moved.better)]
  if (worse > 0) {
    const title = `${benchmarks(worse)} got worse${better === 0 ? '' : `, ${better} better`} ${within}`
    return { symbol: '✗ Worse', tone: 'bad', title }
  }
  if (moved.byMachine.length > 0) {
    const slower = countOf(moved.byMachine.filter(({ point }) => point.direction === 'worse'))
    const what = `${benchmarks(slower || countOf(moved.byMachine))} got ${slower === 0 ? 'better' : 'worse'}`
    const title = `${what} ${within} when the machine changed`
    return { symbol: '? Machine changed', tone: 'unsure', title }
  }
  if (better > 0) {
    const title = `${benchmarks(better)} got better ${within}, none worse`
    return { symbol: '✓ Better', tone: 'good', title }
  }
  const back = countOf(moved.byCode)
  const steady = (title: string): TrendHeadline => ({ symbol: '✓ Steady', tone: 'good', title })
  if (back > 0) return steady(`${benchmarks(back)} changed and came back ${within}`)
  if (moves.groups.length > 0) return steady(`Nothing that gates changed ${within}`)
  if (tooFew !== null) return { symbol: '? Too early', tone: 'unsure', title: tooFewText(tooFew) }
  const title = `No change found ${within}${seen === null ? '' : `; ${seen.text}`}`
  return seen?.blind ? { symbol: seen.blind, tone: 'unsure', title } : steady(title)
}
