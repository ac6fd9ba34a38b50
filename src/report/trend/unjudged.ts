// Says what of a trend is not judged: nights on which the machine was disturbed, series whose newest nights did no work.
import {
  type DisturbedNight,
  isOptimisedAway,
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
import { latelyOf, type Since } from './since.ts'

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

/** The first of the newest nights without work; null where the newest night of the series did some. */
function withoutWorkSince(series: TrendSeries): number | null {
  const isAway = (i: number) => isOptimisedAway(series, median(series.runs[i] as number[]))
  let first = series.nights.length
  while (first > 0 && isAway(first - 1)) first--
  return series.nights[first] ?? null
}

function withoutWorkText(trend: Trend): string[] {
  const away = trend.series.flatMap(series => {
    const since = withoutWorkSince(series)
    if (since === null) return []
    const { benchmark, metric, machine } = series
    return [`${visibleText(`${benchmark} (${metric}) on ${machine}`)} since ${dayOfNight(trend, since)}`]
  })
  if (away.length === 0) return []
  const what = `${formatCount(away.length)} series ${away.length === 1 ? 'is' : 'are'} not judged`
  return [`${what}, the work was optimised away: ${firstOf(away, SHOWN)}. ${capital(useTheResult)}.`]
}

/** A sentence or two for each kind: the disturbed nights since a night, and the series without work. */
export function unjudgedTexts(trend: Trend, { disturbed }: TrendAnalysis, since: Since): string[] {
  const { holds } = latelyOf(trend, since)
  const shown = disturbed.filter(({ night }) => holds(night))
  return [...disturbedText(trend, shown), ...withoutWorkText(trend)]
}
