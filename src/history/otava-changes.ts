// What Apache Otava makes of a series, for those who come from it: raw values, missing nights filled with the night
// before, no spikes, no intervals, no autocorrelation. Testbed changes are marked afterwards; Otava knows none.

import { levelOf, segmentsOf } from '../stats/level-noise.ts'
import { otavaChangePoints } from '../stats/otava.ts'
import type { ChangePoint } from './change-point.ts'
import type { Segment } from './describe-changes.ts'
import { judgedNights, type Night } from './judged-nights.ts'
import type { TrendPolicy } from './trend-policy.ts'

/** The values with gaps filled from the left, those at the beginning from the right; empty without any value. */
function filled(nights: Night[]): Float64Array {
  const values = nights.map(night => night.value)
  let last = values.find(value => value !== null) ?? null
  if (last === null) return new Float64Array()
  return Float64Array.from(values, value => {
    last = value ?? last
    return last as number
  })
}

/** Values must be finite or null. */
export function otavaChanges(
  nights: Night[],
  policy: TrendPolicy,
): { changePoints: ChangePoint[]; segments: Segment[] } {
  const never = { halfWidth: policy.hampel.halfWidth, cutoff: Number.POSITIVE_INFINITY }
  const judged = judgedNights(nights, never)
  const testbeds = new Set(judged.testbedBreaks.map(at => judged.nights[at] as number))
  const values = filled(nights)
  const points = otavaChangePoints([...values], policy.otava)
  const segments = segmentsOf(
    values.length,
    points.map(point => point.at),
  ).map(([from, to]) => ({ from, to: to - 1, level: levelOf(values, from, to) }))
  const changePoints = points.map(({ at, p }, i): ChangePoint => {
    const [before, after] = [segments[i]?.level as number, segments[i + 1]?.level as number]
    return {
      night: at,
      lastNight: at - 1,
      range: [at, at],
      direction: after > before ? 'up' : 'down',
      before,
      after,
      size: before > 0 ? after / before - 1 : null,
      interval: null,
      p,
      adjustedP: null,
      testbedChanged: testbeds.has(at),
      nightsAfter: values.length - at,
    }
  })
  return { changePoints, segments: values.length === 0 ? [] : segments }
}
