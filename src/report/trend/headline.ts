// Writes the one sentence on top of the trend page: what happened lately to the series that gate.
import type { TooFewNights } from '../../model/index.ts'
import { counted } from '../words/numbers.ts'
import type { ChangeGroup, SeriesChange } from './groups.ts'
import { changesBySeries, type NetChange, netChange } from './net-change.ts'
import type { SeenSteps } from './seen-steps.ts'

export type TrendHeadline = { symbol: string; tone: 'bad' | 'good' | 'unsure'; title: string }

/** Says that the nights are too few to look for changes, in a sentence without its period. */
export function tooFewText({ nights, needed }: TooFewNights): string {
  return `${counted(nights, 'night')}: changes are looked for from ${needed} on`
}

/** Counts the benchmarks of these changes. One that moved on two machines or in two metrics counts once. */
const countOf = (changes: SeriesChange[]): number =>
  new Set(changes.map(({ series }) => series.benchmark)).size

/** The changes by the machine in a direction. */
const inDirection = (changes: SeriesChange[], direction: string): SeriesChange[] =>
  changes.filter(({ point }) => point.direction === direction)

/** The changes of the series whose level is now in this direction from where it was. */
function endingUp(changes: SeriesChange[], direction: NetChange['direction']): SeriesChange[] {
  const series = [...changesBySeries(changes).values()]
  return series.filter(own => netChange(own)?.direction === direction).flat()
}

const benchmarks = (count: number): string => counted(count, 'benchmark')

/**
 * Sums up the changes of the series that gate, the worst first. `within` names the time, such as `in the last 30
 * nights (since 20 May 2026)`. `tooFew` is set where the history is too short to look for changes. `seen` says which step would have been
 * found.
 */
export function trendHeadline(
  groups: ChangeGroup[],
  within: string,
  tooFew: TooFewNights | null = null,
  seen: SeenSteps | null = null,
): TrendHeadline {
  const gating = groups.flatMap(({ changes }) => changes).filter(({ series }) => series.gates)
  const byCode = gating.filter(({ point }) => !point.testbedChanged)
  const byMachine = gating.filter(({ point }) => point.testbedChanged)
  const [worse, better] = [countOf(endingUp(byCode, 'worse')), countOf(endingUp(byCode, 'better'))]
  if (worse > 0) {
    const title = `${benchmarks(worse)} got worse${better === 0 ? '' : `, ${better} better`} ${within}`
    return { symbol: '✗ Worse', tone: 'bad', title }
  }
  const [slower, quicker] = [
    countOf(inDirection(byMachine, 'worse')),
    countOf(inDirection(byMachine, 'better')),
  ]
  if (slower + quicker > 0) {
    const what = slower === 0 ? `${benchmarks(quicker)} got better` : `${benchmarks(slower)} got worse`
    return {
      symbol: '? Machine changed',
      tone: 'unsure',
      title: `${what} ${within} when the machine changed`,
    }
  }
  if (better > 0)
    return {
      symbol: '✓ Better',
      tone: 'good',
      title: `${benchmarks(better)} got better ${within}, none worse`,
    }
  const back = countOf(byCode)
  if (back > 0)
    return { symbol: '✓ Steady', tone: 'good', title: `${benchmarks(back)} changed and came back ${within}` }
  if (groups.length === 0 && tooFew !== null)
    return { symbol: '? Too early', tone: 'unsure', title: tooFewText(tooFew) }
  if (groups.length > 0)
    return { symbol: '✓ Steady', tone: 'good', title: `Nothing that gates changed ${within}` }
  const title = `No change found ${within}${seen === null ? '' : `; ${seen.text}`}`
  return seen?.blind
    ? { symbol: seen.blind, tone: 'unsure', title }
    : { symbol: '✓ Steady', tone: 'good', title }
}
