// The commits that may have made a change for the worse: a night bisects them, and the issue names them.
import { isCommit } from '../../github/api/commit-range.ts'
import type { TrackingIssue } from '../../github/posts/tracking-issue.ts'
import type { Announcement } from '../../history/announce/announcements.ts'
import type { TrendHistory, TrendSeries } from '../../model/index.ts'

/** One of the commits after `old` up to `last` credibly made the benchmark worse on this machine. */
export type SuspectRange = { suite: string; benchmark: string; machine: string; old: string; last: string }

function rangeOf({ suite, nights, series }: TrendHistory, { change, series: index, point }: Announcement) {
  if (point === null || point.testbedChanged || change.direction !== 'worse' || change.recovered !== null)
    return null
  const before = (series[index] as TrendSeries).nights.findLast(night => night < point.range[0])
  const [old, last] = [before, point.range[1]].map(night => nights[night ?? -1]?.commit)
  // A history may name anything as a commit.
  if (!isCommit(old) || !isCommit(last) || old === last) return null
  const { benchmark, machine } = change
  return { range: { suite, benchmark, machine, old, last }, size: Math.abs(Math.log(point.ratio)) }
}

/** Of `changes`, the range of the largest whose commit is not known; null where there is none. */
export function largestRange(trend: TrendHistory, changes: Announcement[]): SuspectRange | null {
  const found = changes.flatMap(each => rangeOf(trend, each) ?? [])
  found.sort((a, b) => b.size - a.size)
  return found[0]?.range ?? null
}

const rangePattern = /^<!-- stable-bench range: (\S{1,4000}) -->$/m

/** A line of an issue's text that nobody sees. */
export const hiddenRange = (range: SuspectRange): string =>
  `<!-- stable-bench range: ${encodeURIComponent(JSON.stringify(range)).replaceAll('-', '%2D')} -->`

/** The range that the text of an issue names; null where it names none. */
export function rangeInIssue({ body }: Pick<TrackingIssue, 'body'>): SuspectRange | null {
  try {
    const range = JSON.parse(decodeURIComponent(rangePattern.exec(body)?.[1] ?? ''))
    const names = [range.suite, range.benchmark, range.machine]
    const isWhole =
      names.every(each => typeof each === 'string') && isCommit(range.old) && isCommit(range.last)
    return isWhole ? range : null
  } catch {
    return null
  }
}
