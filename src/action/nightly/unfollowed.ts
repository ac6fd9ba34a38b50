// Changes that no night can follow any more: nobody knows whether their level is back. The issue of such a change is closed, and
// opened again where a night measures its benchmark once more.
import type { TrackingIssue } from '../../github/posts/tracking-issue.ts'
import type { AnnouncedChange, TrendHistory, TrendSeries } from '../../model/index.ts'
import { firstLines } from '../../phrases.ts'
import { seriesName } from '../../report/markdown/changes.ts'
import { escapeMarkdown } from '../../report/markdown/escape.ts'
import { dayOfNight } from '../../report/trend/dates.ts'
import { latelyOf, RECENT_NIGHTS } from '../../report/trend/since.ts'

/** A line of an issue's text that nobody sees: a night has closed it, though the level is not known to be back. */
export const hiddenUnfollowed = '<!-- stable-bench unfollowed -->'

/** Whether a night, and no person, has closed the issue of changes that it could not follow. */
export const isSetAside = ({ body }: TrackingIssue): boolean => body.includes(`\n${hiddenUnfollowed}`)

function whyOfSeries(
  trend: TrendHistory,
  series: TrendSeries,
  isLately: (night: number) => boolean,
): string | null {
  const name = escapeMarkdown(seriesName(series))
  const last = series.nights.at(-1)
  if (last === undefined || !isLately(last)) {
    const machine = escapeMarkdown(series.machine)
    return `${name} was measured last on ${dayOfNight(trend, last ?? null)}, on ${machine}.`
  }
  return series.gates ? null : `${name} only informs now, and no change of it is announced.`
}

/** Why each change is not followed, in a sentence; null of one that is. */
export function unfollowedIn(trend: TrendHistory): (change: AnnouncedChange) => string | null {
  const { holds } = latelyOf(trend, RECENT_NIGHTS)
  return ({ benchmark, metric, machine }) => {
    const own = trend.series.filter(
      each => each.benchmark === benchmark && each.metric === metric && each.machine === machine,
    )
    const reasons = own.map(each => whyOfSeries(trend, each, holds))
    return reasons.includes(null) ? null : (reasons.at(-1) ?? null)
  }
}

/** The comment that closes an issue whose changes are not followed, for these reasons. */
export const unfollowedText = (reasons: string[]): string =>
  [
    'No night measures this any more, or it does not gate, so nobody can tell whether the level is back:',
    firstLines(reasons, 30).join('\n'),
    'stable-bench opens this issue again when a night can tell.',
  ].join('\n\n')

/** The comment on an issue that is opened again. */
export const followedText =
  'Nights follow this change again. stable-bench closes this issue when the level is back.'
