// Says what of a trend is not judged: nights on which the machine was disturbed, series whose newest nights have no time, or
// that are not measured any more.
import {
  type DisturbedNight,
  isNoTime,
  type Trend,
  type TrendAnalysis,
  type TrendSeries,
  useTheResult,
} from '../../model/index.ts'
import { capital, counted, firstOf, formatCount } from '../../phrases.ts'
import { median } from '../../stats/describe/summary.ts'
import { formatShare } from '../../units.ts'
import { visibleText } from '../words/visible-text.ts'
import { dayOfNight, nightDate } from './dates.ts'
import { nameOnMachine } from './groups.ts'
import { countOf } from './headline.ts'
import { nightsByMachine } from './nights.ts'
import { latelyOf, RECENT_NIGHTS, type Since } from './since.ts'

/** Nobody reads more nights or names than this. */
const SHOWN = 5

const nightText = ({ nights }: Trend, { night, ratio, series }: DisturbedNight): string => {
  const { date = '', machine = '' } = nights[night] ?? {}
  const change = `${formatShare(Math.abs(ratio - 1), 3)} ${ratio > 1 ? 'worse' : 'better'}`
  return `${nightDate(date)} on ${visibleText(machine)} (${change} in the median of ${counted(series, 'benchmark')})`
}

/** The nights, the newest first. */
function disturbedText(trend: Trend, disturbed: DisturbedNight[]): string[] {
  if (disturbed.length === 0) return []
  const named = disturbed.toReversed().map(night => nightText(trend, night))
  const [are, they] = named.length === 1 ? ['is', 'It is'] : ['are', 'They are']
  const why = 'most benchmarks moved together and moved back, so the machine was disturbed'
  return [`${counted(named.length, 'night')} ${are} not judged: ${why}. ${they} ${firstOf(named, SHOWN)}.`]
}

const levelOf = ({ runs }: TrendSeries, i: number) => median(runs[i] as number[])

/** The first of the newest nights without a time; null where the newest night of the series has one. */
function withoutTimeSince(series: TrendSeries): number | null {
  let first = series.nights.length
  while (first > 0 && isNoTime(series, levelOf(series, first - 1))) first--
  return series.nights[first] ?? null
}

const NO_TIME = [
  { unseen: false, why: 'the work was optimised away', advice: useTheResult },
  { unseen: true, why: 'the clock saw no time', advice: 'measure more iterations at a time' },
]

/** A sentence or two about those whose newest night has a time of 0, and those of which it is too short. */
const withoutTimeTexts = (trend: Trend): string[] =>
  NO_TIME.flatMap(({ unseen, why, advice }) => {
    const found = trend.series.flatMap(series => {
      const since = withoutTimeSince(series)
      if (since === null || (levelOf(series, series.nights.length - 1) === 0) !== unseen) return []
      return [`${nameOnMachine(series)} since ${dayOfNight(trend, since)}`]
    })
    if (found.length === 0) return []
    const what = `${formatCount(found.length)} series ${found.length === 1 ? 'is' : 'are'} not judged`
    return [`${what}, ${why}: ${firstOf(found, SHOWN)}. ${capital(advice)}.`]
  })

/** A sentence about the series that gate and ended lately: their machine has measured without them. */
function endedTexts(trend: Trend): string[] {
  const { nights, series } = trend
  const { holds } = latelyOf(trend, RECENT_NIGHTS)
  const machines = nightsByMachine(nights)
  const found = series.flatMap(each => {
    const last = each.nights.at(-1) ?? -1
    const without = machines.get(each.machine)?.find(night => night > last)
    return each.gates && without !== undefined && holds(without) ? [{ series: each, last }] : []
  })
  if (found.length === 0) return []
  const named = found.map(
    each => `${nameOnMachine(each.series)}, last on ${dayOfNight({ nights }, each.last)}`,
  )
  const count = countOf(found)
  const were = `${counted(count, 'benchmark')} ${count === 1 ? 'was' : 'were'}`
  return [`${were} not measured in the last night: ${firstOf(named, SHOWN, '; ')}.`]
}

/** A sentence or two for each kind: the disturbed nights since a night, the series without a time, and those that ended. */
export function unjudgedTexts(trend: Trend, { disturbed }: TrendAnalysis, since: Since): string[] {
  const { holds } = latelyOf(trend, since)
  const shown = disturbed.filter(({ night }) => holds(night))
  return [...disturbedText(trend, shown), ...withoutTimeTexts(trend), ...endedTexts(trend)]
}
