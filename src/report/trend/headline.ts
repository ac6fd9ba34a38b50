// The one sentence of the trend page: what happened lately to what gates.
import type { TooFewNights } from '../../model/trend-analysis.ts'
import { counted } from '../words/numbers.ts'
import type { Change, ChangeGroup } from './groups.ts'

export type TrendHeadline = { symbol: string; tone: 'bad' | 'good' | 'unsure'; title: string }

/** "No change" would be no finding where nobody looked. A sentence without its period. */
export function tooFewText({ nights, needed }: TooFewNights): string {
  return `${counted(nights, 'night')}: changes are looked for from ${needed} on`
}

/** How many benchmarks: two machines or metrics of one are one. */
function benchmarks(changes: Change[], direction: string): string | null {
  const found = changes.filter(({ point }) => point.direction === direction)
  const names = new Set(found.map(({ series }) => series.benchmark))
  return names.size === 0 ? null : counted(names.size, 'benchmark')
}

/**
 * What to say of the changes in the last `lately` nights: the worst of what gates. `tooFew` where the history is too
 * short for changes to be looked for.
 */
export function trendHeadline(
  groups: ChangeGroup[],
  lately: number,
  tooFew: TooFewNights | null = null,
): TrendHeadline {
  const within = `in the last ${counted(lately, 'night')}`
  const gating = groups.flatMap(({ changes }) => changes).filter(({ series }) => series.gates)
  const byCode = gating.filter(({ point }) => !point.testbedChanged)
  const byMachine = gating.filter(({ point }) => point.testbedChanged)
  const worse = benchmarks(byCode, 'worse')
  if (worse !== null) return { symbol: '✗ Worse', tone: 'bad', title: `${worse} got worse ${within}` }
  const [slower, quicker] = [benchmarks(byMachine, 'worse'), benchmarks(byMachine, 'better')]
  if (slower !== null || quicker !== null) {
    const title = `${slower ?? quicker} got ${slower === null ? 'better' : 'worse'} ${within} when the machine changed`
    return { symbol: '? Machine changed', tone: 'unsure', title }
  }
  const better = benchmarks(byCode, 'better')
  if (better !== null)
    return { symbol: '✓ Better', tone: 'good', title: `${better} got better ${within}, none worse` }
  if (groups.length === 0 && tooFew !== null)
    return { symbol: '? Too early', tone: 'unsure', title: tooFewText(tooFew) }
  const nothing = groups.length > 0 ? 'Nothing that gates changed' : 'No change'
  return { symbol: '✓ Steady', tone: 'good', title: `${nothing} ${within}` }
}
