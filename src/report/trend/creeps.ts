// The series that creep: each as a change without a night of its own, and in words.
import type { Trend, TrendAnalysis } from '../../model/index.ts'
import { counted, firstOf } from '../../phrases.ts'
import { formatChange } from '../words/numbers.ts'
import { dayOfNight } from './dates.ts'
import { nameOnMachine, type SeriesChange } from './groups.ts'
import { countOf } from './headline.ts'
import { latelyOf, type Since } from './since.ts'

/** Nobody reads more names than this. */
const SHOWN = 5

/** The creeps that go on lately: changes whose night is the one from which they are counted. */
export function creepsLately(trend: Trend, analysis: TrendAnalysis, since: Since): SeriesChange[] {
  const { holds } = latelyOf(trend, since)
  return trend.series.flatMap((series, index) => {
    const creep = analysis.series[index]?.creep
    const last = series.nights.at(-1)
    if (creep === undefined || last === undefined || !holds(last)) return []
    const { since: night, ratio, interval } = creep
    const direction = ratio > 1 === (series.better === 'lower') ? 'worse' : 'better'
    const range: [number, number] = [night, last]
    return [
      {
        index,
        series,
        point: { night, lastGood: null, range, ratio, interval, direction, testbedChanged: false },
      },
    ]
  })
}

/** A sentence about the creeps of what gates; none where nothing creeps. */
export function creepTexts(trend: Trend, creeps: SeriesChange[]): string[] {
  const gating = creeps.filter(({ series }) => series.gates)
  if (gating.length === 0) return []
  const named = gating.map(
    ({ series, point }) =>
      `${nameOnMachine(series)}, ${formatChange(point.ratio)} ${point.direction} since ${dayOfNight(trend, point.night)}`,
  )
  const count = countOf(gating)
  return [
    `${counted(count, 'benchmark')} ${count === 1 ? 'creeps' : 'creep'}, so that no night is to blame: ${firstOf(named, SHOWN, '; ')}.`,
  ]
}
