// Entries whose time cannot be a measurement, on either side: the work was optimised away. Such a row is not judged. It
// fails where the base did real work.
import {
  isOptimisedAway,
  optimisedAwayText,
  type Sample,
  useTheResult,
  type Verdict,
} from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'

/** Why an entry is not judged; `isLost` where the base has a real number and the candidate has none. */
export type OptimisedAway = { verdict: Verdict; why: string; isLost: boolean }

const levelOf = ({ runs }: Sample) => median(runs.map(median))

/** What is wrong with the time of a sample whose work was optimised away; null for any other sample. */
export function impossibleTime(sample: Sample, better = sample.better): string | null {
  const level = levelOf(sample)
  return isOptimisedAway({ ...sample, better }, level) ? optimisedAwayText(sample, level) : null
}

type Side = (Sample | null)[]

const found = (side: Side, better: Sample['better'] | undefined) =>
  side.filter(each => each !== null).map(each => impossibleTime(each, better))

/** Null where both sides did work. `baselines` are the base now. One candidate without work counts: others must not hide it. */
export function optimisedAway(
  { baselines, candidates }: { baselines: Side; candidates: Side },
  better: Sample['better'] | undefined,
): OptimisedAway | null {
  const [before, after] = [found(baselines, better), found(candidates, better)]
  const candidate = after.find(each => each !== null) ?? null
  const baseline = before.every(each => each !== null) ? (before[0] ?? null) : null
  if (candidate === null && baseline === null) return null
  if (after.length === 0) return { verdict: 'removed', why: 'the candidate has no such entry', isLost: true }
  if (candidate === null) {
    const why = `in the baseline ${baseline}, so there is nothing to compare with yet`
    return { verdict: 'new', why, isLost: false }
  }
  if (before.length === 0) return { verdict: 'new', why: `${candidate}; ${useTheResult}`, isLost: false }
  const why = baseline === null ? candidate : `on both sides ${candidate}`
  return { verdict: 'not-comparable', why: `${why}; ${useTheResult}`, isLost: baseline === null }
}
