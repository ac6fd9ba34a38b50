// Nights of one series as tests of the analysis need them: levels, noise, testbeds, gaps.

import type { NightLevel, SeriesLevels } from '../../src/history/analyse/judged-nights.ts'
import type { AnnouncedRange } from '../../src/history/analyse/same-change.ts'
import { seededRandom } from '../stats/seeded-random.ts'

type Given = { seed?: number; sd?: number; level?: number }

/** `steps` are [first night, change since the beginning as a fraction]; 1 % of noise around 100 unless told. */
export function nightlyValues(
  count: number,
  steps: [number, number][] = [],
  given: Given = {},
): NightLevel[] {
  const { seed = 1, sd = 0.01, level = 100 } = given
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, night) => {
    const change = steps.findLast(([at]) => night >= at)?.[1] ?? 0
    return { night, value: level * (1 + change) * Math.exp(sd * random.normal()), testbed: 'one' }
  })
}

/** The same nights, from night `at` on measured on another testbed. */
export const onOtherTestbed = (nights: NightLevel[], at: number): NightLevel[] =>
  nights.map((night, i) => (i >= at ? { ...night, testbed: 'another' } : night))

/** These nights as a series of times; `announced` are its announced changes. */
export const timesOf = (
  nights: NightLevel[],
  id = 'times',
  announced: AnnouncedRange[] = [],
): SeriesLevels => ({
  id,
  better: 'lower',
  nights,
  announced,
})

/** Nights on a testbed that is not known; null is a night without the series. */
export const nightsOf = (values: (number | null)[]): NightLevel[] =>
  values.flatMap((value, night) => (value === null ? [] : [{ night, value, testbed: null }]))
