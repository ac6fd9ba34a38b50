import { describe, expect, it } from '@jest/globals'
import { mannWhitney } from '../../../src/stats/ranks/rank-sum.ts'
import { choose } from '../../../src/stats/ranks/rank-sum-distribution.ts'
import { seededRandom } from '../seeded-random.ts'

const ascending = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i)

/** The p-value by enumerating every assignment and comparing U itself, pair by pair. */
function enumerated(a: number[], b: number[]): number {
  const pooled = [...a, ...b]
  let [all, extreme] = [0, 0]
  const deviation = (isA: boolean[]) => {
    let doubledU = 0
    pooled.forEach((x, i) => {
      pooled.forEach((y, j) => {
        if (isA[i] && !isA[j]) doubledU += 1 + Math.sign(y - x)
      })
    })
    return Math.abs(doubledU - a.length * b.length)
  }
  const seen = deviation(pooled.map((_, i) => i < a.length))
  for (let mask = 0; mask < 2 ** pooled.length; mask++) {
    const isA = pooled.map((_, i) => ((mask >> i) & 1) === 1)
    if (isA.filter(Boolean).length !== a.length) continue
    all++
    if (deviation(isA) >= seen) extreme++
  }
  return extreme / all
}

describe('the Mann-Whitney test', () => {
  it('has the floor 2/C(2M, M) when the sides are separated', () => {
    const floors = { 2: 1 / 3, 4: 0.0285714, 5: 0.0079365, 6: 0.0021645, 8: 0.0001554, 10: 0.0000108 }
    for (const [runs, floor] of Object.entries(floors)) {
      const m = Number(runs)
      expect(mannWhitney(ascending(m), ascending(m, 100))).toBeCloseTo(floor, 7)
      expect(mannWhitney(ascending(m), ascending(m, 100))).toBeCloseTo(2 / choose(2 * m, m), 15)
    }
    expect(mannWhitney(ascending(50), ascending(50, 100)) / (2 / choose(100, 50))).toBeCloseTo(1, 12)
    expect(mannWhitney(ascending(2500), [9999])).toBeCloseTo(2 / 2501, 14)
    expect(mannWhitney([9999], ascending(2500))).toBeCloseTo(2 / 2501, 14)
  })

  it('is exact with ties: 200 small samples against enumeration', () => {
    const random = seededRandom(17)
    for (let i = 0; i < 200; i++) {
      const draw = (count: number) => Array.from({ length: count }, () => random.integer(4))
      const [a, b] = [draw(1 + random.integer(4)), draw(1 + random.integer(5))]
      expect(mannWhitney(a, b)).toBeCloseTo(enumerated(a, b), 14)
    }
  })

  it('swapping the sides changes nothing, with ties and unequal sizes', () => {
    const random = seededRandom(18)
    for (let i = 0; i < 500; i++) {
      const draw = (count: number) => Array.from({ length: count }, () => random.integer(12))
      const [a, b] = [draw(2 + random.integer(10)), draw(2 + random.integer(10))]
      expect(mannWhitney(b, a)).toBeCloseTo(mannWhitney(a, b), 14)
    }
  })

  it('sees ranks only: order of runs and monotone transforms change nothing', () => {
    const [a, b] = [
      [3, 9, 1, 7, 4],
      [8, 6, 12, 10, 11, 2],
    ]
    const p = mannWhitney(a, b)
    expect(mannWhitney(a.toReversed(), b.toSorted())).toBe(p)
    expect(mannWhitney(a.map(Math.exp), b.map(Math.exp))).toBe(p)
  })

  it('is 1 when all values are the same, however many there are', () => {
    expect(mannWhitney([5, 5, 5], [5, 5])).toBe(1)
    expect(mannWhitney(Array(30).fill(5), Array(30).fill(5))).toBe(1)
  })

  it('the approximation takes over smoothly beyond 2,500 pairs', () => {
    const skewed = (count: number) => Array.from({ length: count }, (_, i) => 2 * i + (i > 20 ? 30 : 0))
    const exact = mannWhitney(
      skewed(50),
      ascending(50).map(i => 2 * i + 1),
    )
    const approximate = mannWhitney(
      skewed(51),
      ascending(51).map(i => 2 * i + 1),
    )
    expect(exact).toBeGreaterThan(0.001)
    expect(exact).toBeLessThan(0.2)
    expect(approximate / exact).toBeGreaterThan(0.8)
    expect(approximate / exact).toBeLessThan(1.25)
  })

  it('refuses values that have no rank, and empty sides', () => {
    expect(() => mannWhitney([1, Number.NEGATIVE_INFINITY], [2, 3])).toThrow('all finite, got -Infinity')
    expect(() => mannWhitney([1, 2], [Number.NaN, 3])).toThrow('got NaN')
    expect(() => mannWhitney([1, 2], [])).toThrow('at least one value')
  })
})
