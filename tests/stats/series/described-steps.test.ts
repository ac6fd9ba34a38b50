import { describe, expect, it } from '@jest/globals'
import { describedSteps } from '../../../src/stats/series/described-steps.ts'
import { seededRandom } from '../seeded-random.ts'

const described = (values: number[], breaks: number[] = []) =>
  describedSteps(Float64Array.from(values), breaks, 3)

/** Noise that carries on `share` of its value, with levels: [first index, level]. */
function levels(
  n: number,
  { seed, share = 0 }: { seed: number; share?: number },
  ...steps: [number, number][]
) {
  const random = seededRandom(seed)
  let carried = random.normal()
  return Array.from({ length: n }, (_, i) => {
    carried = share * carried + Math.sqrt(1 - share ** 2) * random.normal()
    return carried + (steps.findLast(([at]) => i >= at)?.[1] ?? 0)
  })
}

// Sessions 150 to 299 of a public history (time_pad of numpy), in thousandths of the logarithm.
// biome-ignore format: the values fill their lines
const pad = [
  0, 13, -4, 2, 7, -7, 4, 90, 123, 97, 96, 113, 96, 96, 97, 91, 93, 91, 101, 97, 89, 90, 92, 97, 98, 100, 103, -4, 7, 3,
  -3, 5, 2, 3, 94, 94, 109, 102, 11, 9, 10, 8, 4, 5, 5, 0, 7, -3, 3, 19, 104, 97, 97, 90, 92, 100, 94, 100, 2, 3, 2, 7,
  -2, 3, 1, 109, 94, 94, 99, 101, 96, 89, 106, 103, 99, 94, 94, 97, 104, 132, 101, 96, 103, 94, 105, 96, 98, 100, 101,
]

describe('the cheapest description', () => {
  it('has levels of a few values that hide each other, as a real benchmark had them', () => {
    expect(described(pad)).toEqual(expect.arrayContaining([7, 27, 34, 38, 50, 58, 65]))
  })

  it('has a level of a few values in the middle of many', () => {
    for (let seed = 0; seed < 20; seed++) {
      expect(described(levels(400, { seed }, [200, 6], [205, 0]))).toEqual([200, 205])
    }
  })

  it('has no step in noise, whether it carries on or not', () => {
    for (const share of [0, 0.5]) {
      const wrong = Array.from({ length: 100 }, (_, seed) => described(levels(120, { seed, share })))
      expect(wrong.filter(steps => steps.length > 0).length).toBeLessThanOrEqual(5)
    }
  })

  it('keeps known breaks, and adds what they leave', () => {
    const values = levels(120, { seed: 2 }, [60, 6], [90, 12])
    expect(described(values, [60])).toEqual([60, 90])
    expect(described(values, [1, 2, 60, 119])).toEqual([1, 2, 60, 90, 119])
  })

  it('of exact levels is exact, and of one level or too few values has no step', () => {
    expect(described(Array.from({ length: 40 }, (_, i) => (i >= 25 ? 0.1 : i >= 12 ? 0.3 : 0.2)))).toEqual([
      12, 25,
    ])
    expect(described(new Array(30).fill(3))).toEqual([])
    expect(described([1, 2, 5, 7, 9])).toEqual([])
    expect(described([])).toEqual([])
  })
})
