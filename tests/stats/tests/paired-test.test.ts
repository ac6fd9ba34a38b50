import { describe, expect, it } from '@jest/globals'
import { hodgesLehmannCentre, walshAverages } from '../../../src/stats/ranks/hodges-lehmann.ts'
import { wilcoxonSignedRank } from '../../../src/stats/ranks/signed-ranks.ts'
import { cauchyCombination } from '../../../src/stats/tests/cauchy-combination.ts'
import { pairedIntervals, pairedTest } from '../../../src/stats/tests/paired-test.ts'
import { oneSampleT } from '../../../src/stats/tests/t-tests.ts'
import { pairedInterval } from '../one-block.ts'
import { sample, shapes } from '../random-samples.ts'
import { seededRandom } from '../seeded-random.ts'

/** Pair differences of every shape, 2 to 20 pairs, often with a shift. */
function cases(perShape: number, only = Object.keys(shapes)): number[][] {
  const random = seededRandom(43)
  return only.flatMap(shape =>
    Array.from({ length: perShape }, () => {
      const pairs = 2 + random.integer(19)
      const [a, b] = [sample(random, shape, pairs), sample(random, shape, pairs, random.integer(5) / 128)]
      return b.map((value, i) => value - (a[i] as number))
    }),
  )
}

/** One end by bisection of the test itself, from the estimate to where it certainly rejects. */
function bisectedEnd(differences: number[], level: number, direction: number): number {
  let inside = hodgesLehmannCentre(differences)
  let outside = inside + direction
  while (pairedTest(differences, outside) > 1 - level) outside += outside - inside
  for (let step = 0; step < 60; step++) {
    const middle = (inside + outside) / 2
    if (pairedTest(differences, middle) > 1 - level) inside = middle
    else outside = middle
  }
  return inside
}

describe('the paired test', () => {
  it('combines t and signed ranks', () => {
    const differences = [0.011, 0.019, 0.024, 0.017, -0.003, 0.4]
    const [t, ranks] = [oneSampleT(differences).p, wilcoxonSignedRank(differences)]
    expect(t).toBeGreaterThan(0.2)
    expect(ranks).toBe(0.0625)
    expect(pairedTest(differences)).toBe(cauchyCombination([t, ranks]))
    expect(pairedTest(differences, 0.01)).toBe(
      cauchyCombination([oneSampleT(differences, 0.01).p, wilcoxonSignedRank(differences, 0.01)]),
    )
  })

  it('sees through one pair that is far out', () => {
    const differences = [0.018, 0.021, 0.019, 0.023, 0.02, 0.022, 0.017, 0.024, 0.016, 0.5]
    expect(oneSampleT(differences).p).toBeGreaterThan(0.1)
    expect(pairedTest(differences)).toBeLessThan(0.005)
  })

  it('changes nothing when the sides are swapped or all differences are scaled', () => {
    for (const differences of cases(100)) {
      const p = pairedTest(differences)
      expect(pairedTest(differences.map(value => -value))).toBeCloseTo(p, 12)
      expect(pairedTest(differences.map(value => 8 * value))).toBeCloseTo(p, 12)
    }
  })
})

describe('the interval of the paired test', () => {
  it('has zero inside exactly when the test does not reject, in 1,500 cases of every shape', () => {
    let [inside, outside] = [0, 0]
    const contradictions: unknown[] = []
    for (const differences of cases(300)) {
      const p = pairedTest(differences)
      for (const [i, [low, high]] of pairedIntervals(differences, [0.9, 0.99]).entries()) {
        const isRejected = p <= (i === 0 ? 1 - 0.9 : 1 - 0.99)
        const isInside = low < 0 && high > 0
        const isOutside = low > 0 || high < 0
        if (isInside) inside++
        if (isOutside) outside++
        if (isRejected ? isInside : isOutside) contradictions.push({ differences, p, low, high })
      }
    }
    expect(contradictions).toEqual([])
    expect(inside).toBeGreaterThan(700)
    expect(outside).toBeGreaterThan(300)
  })

  it('ends where bisection of the test ends', () => {
    for (const differences of cases(40, ['normal', 'skewed'])) {
      const [low, high] = pairedInterval(differences, 0.95)
      expect(low).toBeCloseTo(bisectedEnd(differences, 0.95, -1), 10)
      expect(high).toBeCloseTo(bisectedEnd(differences, 0.95, 1), 10)
    }
  })

  it('contains what the test accepts and nothing else, in 4,000 shifts of differences without ties', () => {
    const random = seededRandom(44)
    let [wronglyInside, wronglyOutside] = [0, 0]
    for (const differences of cases(200, ['normal', 'skewed'])) {
      const [low, high] = pairedInterval(differences, 0.9)
      for (let i = 0; i < 10; i++) {
        const shift = low + (high - low) * (2 * random.uniform() - 0.5)
        const isAccepted = pairedTest(differences, shift) > 0.1
        if (shift > low && shift < high && !isAccepted) wronglyInside++
        if ((shift < low || shift > high) && isAccepted) wronglyOutside++
      }
    }
    expect([wronglyInside, wronglyOutside]).toEqual([0, 0])
  })

  it('contains the estimate and the interval of a lower level, and changes its sign with the differences', () => {
    for (const differences of cases(100)) {
      const [inner, outer] = pairedIntervals(differences, [0.9, 0.99]) as [[number, number], [number, number]]
      const ends = [outer[0], inner[0], hodgesLehmannCentre(differences), inner[1], outer[1]]
      expect(ends).toEqual(ends.toSorted((x, y) => x - y))
      const [low, high] = pairedInterval(
        differences.map(value => -value),
        0.99,
      )
      expect([-high, -low]).toEqual([expect.closeTo(outer[0], 12), expect.closeTo(outer[1], 12)])
    }
  })

  it('is finite for two pairs and a point for constant differences', () => {
    const [low, high] = pairedInterval([0.01, 0.03], 0.99)
    expect(Number.isFinite(low) && Number.isFinite(high)).toBe(true)
    expect(low).toBeLessThan(0)
    expect(pairedInterval([0.5, 0.5, 0.5], 0.99)).toEqual([0.5, 0.5])
  })
})

describe('the Walsh averages', () => {
  it('are all means of two values, each also with itself, and their median is the centre', () => {
    expect(Array.from(walshAverages([4, 0, 1]))).toEqual([0, 0.5, 1, 2, 2.5, 4])
    expect(hodgesLehmannCentre([4, 0, 1])).toBe(1.5)
    expect(hodgesLehmannCentre([7])).toBe(7)
    expect(() => hodgesLehmannCentre([])).toThrow(RangeError)
  })
})
