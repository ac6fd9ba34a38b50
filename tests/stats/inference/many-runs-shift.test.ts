import { describe, expect, it } from '@jest/globals'
import { blockedShift } from '../../../src/stats/inference/blocked-test.ts'
import { manyRunsShift } from '../../../src/stats/inference/many-runs-shift.ts'
import { sample } from '../random-samples.ts'
import { seededRandom } from '../seeded-random.ts'

describe('the shift of many runs', () => {
  it.each(['normal', 'contaminated', 'skewed', 'bimodal'])('is that of all pairs: %s', shape => {
    const random = seededRandom(91)
    for (const [m, n] of [
      [60, 60],
      [70, 65],
      [100, 99],
    ] as const) {
      const [a, b] = [sample(random, shape, m), sample(random, shape, n, 0.004)]
      const [exact, found] = [blockedShift([{ a, b }]), manyRunsShift({ a, b })]
      expect(found.shift).toBeCloseTo(exact.shift, 12)
      expect(found.p).toBeCloseTo(exact.p, 12)
      for (const level of [0.9, 0.99]) {
        const ends = exact.intervalAt(level)
        expect(found.intervalAt(level)).toEqual(ends.map(end => expect.closeTo(end, 10)))
      }
    }
  })

  it('has zero on the side of its p, also for a coarse clock', () => {
    const random = seededRandom(92)
    for (let i = 0; i < 20; i++) {
      const [a, b] = [sample(random, 'coarse', 120), sample(random, 'coarse', 120, 0.002 * i)]
      const { shift, p, intervalAt } = blockedShift([{ a, b }])
      const [low, high] = intervalAt(0.99)
      expect(low <= shift && shift <= high).toBe(true)
      expect(low < 0 && high > 0).toBe(p > 0.01)
    }
  })

  it('takes thousands of looks at a thousand runs a side, not a million differences', () => {
    const random = seededRandom(93)
    let reads = 0
    const counted = (values: number[]) =>
      new Proxy(values, {
        get: (target, key) => {
          reads++
          return Reflect.get(target, key)
        },
      })
    const [a, b] = [sample(random, 'normal', 1000), sample(random, 'normal', 1000, 0.002)]
    const { intervalAt } = blockedShift([{ a: counted(a), b: counted(b) }])
    intervalAt(0.99)
    expect(reads).toBeLessThan(100_000)
  })
})
