// Whether sessions that are compared as if their runs had alternated did so: one of them ended before the other began
// where they did not, and then what differs between any two jobs counts as a change.
import type { Session, Warning } from '../../model/index.ts'

/** When the first and the last run of a session began; null where fewer than two say so. */
function spanOf({ evidence }: Session): { first: number; last: number } | null {
  const times = evidence.map(run => Date.parse(run.startedAt)).filter(Number.isFinite)
  if (times.length < 2) return null
  return {
    first: times.reduce((least, time) => Math.min(least, time)),
    last: times.reduce((most, time) => Math.max(most, time)),
  }
}

/** A warning for the first block whose sides were measured one after the other, else null. Block i is session i of both. */
export function notAlternated(baselines: Session[], candidates: Session[]): Warning | null {
  for (const [i, baseline] of baselines.entries()) {
    const candidate = candidates[i]
    const [before, after] = [spanOf(baseline), candidate ? spanOf(candidate) : null]
    if (!candidate || before === null || after === null) continue
    if (before.last >= after.first && after.last >= before.first) continue
    const message =
      `the runs of ${baseline.source} and ${candidate.source} did not alternate, one of them ended before the other ` +
      'began: what differs between any two jobs counts as a change here; compare them with order separate, or ' +
      'measure both in one job'
    return { code: 'not-alternated', message }
  }
  return null
}
