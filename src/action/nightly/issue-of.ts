// Which issue tracks a change. An open issue takes the changes of its nights; a closed one has those that were announced when its text
// was last brought up to date, and none that was found later.
import { issueAbout, type TrackingIssue } from '../../github/posts/tracking-issue.ts'
import type { AnnouncedChange, TrendHistory } from '../../model/index.ts'

const pattern = /^<!-- stable-bench as of: ([0-9a-f]{16}) -->$/m

/** A line of an issue's text that nobody sees: the newest night that the text knows. */
export const hiddenAsOf = (night: string): string => `<!-- stable-bench as of: ${night} -->`

/** Whether a closed issue may be about a change: nobody has seen one in it that was announced after its last text. */
function hasSeen({ body }: TrackingIssue, { told }: AnnouncedChange, { nights }: TrendHistory): boolean {
  const placeOf = (id: string | undefined) => nights.findIndex(night => night.id === id)
  const [asOf, announced] = [placeOf(pattern.exec(body)?.[1]), placeOf(told)]
  return asOf < 0 || announced <= asOf
}

/** The issue that tracks a change for the worse. */
export function issueOf(
  issues: TrackingIssue[],
  change: AnnouncedChange,
  trend: TrendHistory,
): TrackingIssue | undefined {
  if (change.direction !== 'worse') return undefined
  const remembered = issues.find(({ number }) => number === change.issue)
  const isAbout = (each: TrackingIssue) =>
    issueAbout([each], change.nights) !== undefined && (each.open || hasSeen(each, change, trend))
  return remembered ?? issues.find(isAbout)
}
