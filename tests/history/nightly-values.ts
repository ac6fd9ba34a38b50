// Nights of one series as tests of the analysis need them: levels, noise, testbeds, gaps.
import type { Night } from '../../src/history/analyse/judged-nights.ts'
import { seededRandom } from '../stats/seeded-random.ts'

type Given = { seed?: number; sd?: number; level?: number }

/** `steps` are [first night, change since the beginning as a fraction]; 1 % of noise around 100 unless told. */
export function nightlyValues(count: number, steps: [number, number][] = [], given: Given = {}): Night[] {
  const { seed = 1, sd = 0.01, level = 100 } = given
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, night) => {
    const change = steps.findLast(([at]) => night >= at)?.[1] ?? 0
    return { value: level * (1 + change) * Math.exp(sd * random.normal()), testbed: 'one' }
  })
}

/** The same nights, from night `at` on measured on another testbed. */
export const onOtherTestbed = (nights: Night[], at: number): Night[] =>
  nights.map((night, i) => (i >= at ? { ...night, testbed: 'another' } : night))
