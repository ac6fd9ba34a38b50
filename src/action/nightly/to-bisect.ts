// Which change of the trend a night bisects: one for the worse that has an issue, of this machine, whose commit is not known.

import type { TrackingIssue } from '../../github/posts/tracking-issue.ts'
import type { TrendSeries } from '../../model/index.ts'
import { nightBefore } from '../../report/trend/nights.ts'
import type { TrendResult } from './analyse-night.ts'
import { issueOf } from './issues.ts'

/** The commits after `old` up to `last` credibly hold the one that made `benchmark` worse. */
export type ChangeToBisect = { issue: TrackingIssue; benchmark: string; old: string; last: string }

/** A history may name anything as a commit. */
const isCommit = (name: string | null | undefined): name is string => /^[0-9a-f]{40,64}$/.test(name ?? '')

/** The changes on `machine` that could be bisected, one of each open issue, the largest of it. */
export function changesToBisect(
  { result, issues }: { result: TrendResult; issues: TrackingIssue[] },
  machine: string,
): ChangeToBisect[] {
  const { trend, announcements } = result
  const found = announcements.current.flatMap(({ change, series, point }) => {
    const issue = issueOf(issues, change)
    if (!issue?.open || point === null || point.testbedChanged || change.machine !== machine) return []
    if (change.recovered !== null) return []
    const before = nightBefore((trend.series[series] as TrendSeries).nights, point.range[0])
    const [old, last] = [before, point.range[1]].map(night => trend.nights[night ?? -1]?.commit ?? null)
    if (!isCommit(old) || !isCommit(last) || old === last) return []
    return [{ issue, benchmark: change.benchmark, old, last, size: Math.abs(Math.log(point.ratio)) }]
  })
  found.sort((a, b) => b.size - a.size)
  const numbers = [...new Set(found.map(({ issue }) => issue.number))].sort((a, b) => a - b)
  return numbers.flatMap(number => {
    const largest = found.find(({ issue }) => issue.number === number)
    return largest ? [largest] : []
  })
}
