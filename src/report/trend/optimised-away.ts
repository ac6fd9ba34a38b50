// Says which series are not judged any more, since the newest nights did not measure any work.
import { isOptimisedAway, type Trend, type TrendSeries, useTheResult } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { formatCount } from '../words/numbers.ts'
import { visibleText } from '../words/visible-text.ts'
import { dayOfNight } from './dates.ts'

/** Nobody reads more names than this. */
const SHOWN = 5

/** The first of the newest nights without work; null where the newest night of the series did some. */
function withoutWorkSince(series: TrendSeries): number | null {
  const isAway = (i: number) => isOptimisedAway(series, median(series.runs[i] as number[]))
  let first = series.nights.length
  while (first > 0 && isAway(first - 1)) first--
  return series.nights[first] ?? null
}

/** A line about series whose work is optimised away now; null for none. */
export function optimisedAwayLine({ nights, series }: Trend): string | null {
  const away = series.flatMap(each => {
    const since = withoutWorkSince(each)
    if (since === null) return []
    const { benchmark, metric, machine } = each
    const name = visibleText(`${benchmark} (${metric}) on ${machine}`)
    return [`${name} since ${dayOfNight({ nights }, since)}`]
  })
  if (away.length === 0) return null
  const rest = away.length > SHOWN ? `, and ${formatCount(away.length - SHOWN)} more` : ''
  const are = away.length === 1 ? 'is' : 'are'
  const named = away.slice(0, SHOWN).join(', ')
  const fix = `${useTheResult.charAt(0).toUpperCase()}${useTheResult.slice(1)}.`
  return `${formatCount(away.length)} series ${are} not judged, the work was optimised away: ${named}${rest}. ${fix}`
}
