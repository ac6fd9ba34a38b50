import { describe, expect, it } from '@jest/globals'
import { oneBlockTest } from './one-block.ts'
import { sample, shapes } from './random-samples.ts'
import { seededRandom } from './seeded-random.ts'

/** 1,000 pairs of sides of every shape, 2 to 12 runs a side. */
function* pairs() {
  const random = seededRandom(23)
  for (const shape of Object.keys(shapes)) {
    for (let i = 0; i < 200; i++) {
      const [m, n] = [2 + random.integer(11), 2 + random.integer(11)]
      yield [sample(random, shape, m), sample(random, shape, n, random.integer(3) / 128)] as const
    }
  }
}

describe('the test of one block', () => {
  it('gives a probability above zero, also for two runs a side', () => {
    for (const [a, b] of pairs()) {
      expect(oneBlockTest([...a], [...b])).toBeGreaterThan(0)
      expect(oneBlockTest([...a], [...b])).toBeLessThanOrEqual(1)
    }
  })

  it('swapping the sides or the order of runs changes nothing', () => {
    for (const [a, b] of pairs()) {
      const p = oneBlockTest([...a], [...b])
      expect(oneBlockTest([...b], [...a]) / p).toBeCloseTo(1, 10)
      expect(oneBlockTest(a.toReversed(), b.toReversed()) / p).toBeCloseTo(1, 10)
    }
  })

  it('the unit of the values does not matter: adding one constant to both sides on the log scale', () => {
    const random = seededRandom(24)
    for (let i = 0; i < 500; i++) {
      // Multiples of 1/1024 stay exact under the addition, so that ties stay ties.
      const draw = (count: number) => Array.from({ length: count }, () => random.integer(200) / 1024)
      const [a, b] = [draw(2 + random.integer(9)), draw(2 + random.integer(9))]
      const moved = (side: number[]) => side.map(value => value + 13.5)
      expect(oneBlockTest(moved(a), moved(b)) / oneBlockTest(a, b)).toBeCloseTo(1, 8)
    }
  })

  it('testing a shift is testing the shifted side', () => {
    const [a, b] = [
      [1, 2, 4, 8],
      [3, 5, 9, 6, 7],
    ]
    expect(oneBlockTest(a, b, 1.5)).toBeCloseTo(
      oneBlockTest(
        a,
        b.map(value => value - 1.5),
      ),
      14,
    )
  })

  it('decides for constant sides by equality', () => {
    expect(oneBlockTest([3, 3, 3], [3, 3])).toBe(1)
    expect(oneBlockTest([3, 3, 3], [4, 4])).toBe(0)
  })
})
