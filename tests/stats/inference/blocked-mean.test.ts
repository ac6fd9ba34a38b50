import { describe, expect, it } from '@jest/globals'
import { chiSquareQuantile } from '../../../src/stats/distributions/continuous.ts'
import { blockedMean, heterogeneity, sharedScale } from '../../../src/stats/inference/blocked-mean.ts'
import { welch } from '../../../src/stats/inference/t-tests.ts'
import { moved } from '../one-block.ts'
import { sample } from '../random-samples.ts'
import { seededRandom } from '../seeded-random.ts'

const quiet = { a: [1, 1.01, 0.99, 1.005, 0.995], b: [1.1, 1.11, 1.09, 1.105, 1.095] }
const noisy = { a: [5, 5.6, 4.4, 5.3, 4.7], b: [5.3, 5.9, 4.7, 5.6, 5] }

describe('the difference of means that blocks share', () => {
  it("with one block is Welch's test, to the last digit", () => {
    const random = seededRandom(61)
    for (let i = 0; i < 200; i++) {
      const block = { a: sample(random, 'skewed', 2 + random.integer(9)), b: sample(random, 'normal', 7) }
      const { blocks, ...shared } = blockedMean([block])
      expect(shared).toEqual(welch(block.a, block.b))
      expect(blocks[0]?.weight).toBe(1)
    }
  })

  it('is close to that of the block with the smallest variance', () => {
    const { difference, blocks } = blockedMean([quiet, noisy])
    expect(blocks[0]?.weight).toBeGreaterThan(0.99)
    expect(difference).toBeCloseTo(0.1, 3)
    expect(blocks[1]?.difference).toBeCloseTo(0.3, 12)
  })

  it('is less by as much as the second side of every block', () => {
    const lower = [quiet, noisy].map(({ a, b }) => ({ a, b: moved(b, 0.1) }))
    const [before, after] = [blockedMean([quiet, noisy]), blockedMean(lower)]
    expect(after.difference).toBeCloseTo(before.difference - 0.1, 14)
    expect(after.standardError).toBeCloseTo(before.standardError, 14)
  })

  it('gives two equal blocks equal weights and more certainty than one, but not twice as much', () => {
    const one = blockedMean([quiet])
    const two = blockedMean([quiet, quiet])
    expect(two.blocks.map(({ weight }) => weight)).toEqual([0.5, 0.5])
    expect(two.difference).toBeCloseTo(one.difference, 14)
    expect(two.standardError).toBeLessThan(one.standardError)
    // The uncertainty of the weights is paid for: more than √½ of the standard error remains.
    expect(two.standardError).toBeGreaterThan(one.standardError / Math.SQRT2)
    expect(two.df).toBeGreaterThan(one.df)
  })

  it('takes a block whose runs do not vary to vary as the others do', () => {
    const still = { a: [3, 3, 3, 3, 3], b: [3.2, 3.2, 3.2, 3.2, 3.2] }
    const { blocks, p } = blockedMean([still, quiet])
    expect(blocks[0]?.variance).toBeCloseTo(blocks[1]?.variance as number, 14)
    expect(blocks[0]?.weight).toBeCloseTo(0.5, 12)
    expect(p).toBeGreaterThan(0)
  })

  it('without any variance is equal or certainly different', () => {
    const still = { a: [3, 3], b: [3, 3] }
    expect(blockedMean([still, still])).toMatchObject({ difference: 0, standardError: 0, p: 1 })
    const risen = { a: [1, 1], b: [2, 2] }
    expect(blockedMean([risen, risen])).toMatchObject({ difference: 1, t: Number.POSITIVE_INFINITY, p: 0 })
  })

  it('refuses no blocks, and a block with a single run a side', () => {
    expect(() => blockedMean([])).toThrow('at least one block')
    expect(() => blockedMean([quiet, { a: [1], b: [2, 3] }])).toThrow('at least two runs a side, got 1')
  })
})

describe('the scale of a weighted mean', () => {
  it('is that of the only block, also when the others have no weight left', () => {
    const alone = { variance: 0.04, df: 7.5, weight: 1 }
    expect(sharedScale([alone])).toEqual({ variance: 0.04, df: 7.5 })
    const { variance, df } = sharedScale([alone, { variance: 1e30, df: 8, weight: 1e-30 }])
    expect(variance).toBeCloseTo(0.04, 14)
    expect(df).toBeCloseTo(7.5, 12)
  })

  it("adds Meier's correction with the reduced degrees of freedom of Cochran and Carroll", () => {
    const blocks = [8, 8, 8, 8].map(df => ({ variance: 1, df, weight: 1 / 4 }))
    const reduced = 8 - (8 / 3) * (3 / 4)
    expect(sharedScale(blocks).variance).toBeCloseTo((1 / 4) * (1 + (4 * 4 * (3 / 16)) / reduced), 14)
    expect(sharedScale(blocks).df).toBeCloseTo(4 * reduced, 12)
  })
})

describe('the heterogeneity of blocks', () => {
  it('is nothing in one block', () => {
    expect(heterogeneity(blockedMean([quiet]).blocks)).toMatchObject({ q: 0, p: 1 })
  })

  it("is Welch's test of the two differences where there are two blocks", () => {
    const random = seededRandom(62)
    for (let i = 0; i < 50; i++) {
      // With a constant side in each block the two differences are the means of two samples.
      const [x, y] = [sample(random, 'normal', 6), sample(random, 'skewed', 9)]
      const { blocks } = blockedMean([
        { a: [0, 0], b: x },
        { a: [0, 0], b: y },
      ])
      const test = heterogeneity(blocks)
      expect(test.p).toBeCloseTo(welch(x, y).p, 12)
      expect(test.df).toEqual([1, expect.closeTo(welch(x, y).df, 10)])
    }
  })

  it('is as improbable under equal differences as its p says, where chi-square at 0.1 % is wrong tenfold', () => {
    const random = seededRandom(63)
    let [at5, at1, byChiSquare] = [0, 0, 0]
    for (let i = 0; i < 4000; i++) {
      const blocks = [1, 3, 10].map(spread => {
        const draw = () => Array.from({ length: 5 }, () => spread * random.normal())
        return { a: draw(), b: draw() }
      })
      const { q, p } = heterogeneity(blockedMean(blocks).blocks)
      if (p <= 0.05) at5++
      if (p <= 0.01) at1++
      if (q >= chiSquareQuantile(0.999, 2)) byChiSquare++
    }
    expect(at5 / 4000).toBeGreaterThan(0.035)
    expect(at5 / 4000).toBeLessThan(0.06)
    expect(at1 / 4000).toBeLessThan(0.014)
    expect(byChiSquare / 4000).toBeGreaterThan(0.01)
  })

  it('is certain when the differences of blocks without any variance differ', () => {
    const [same, other] = [
      { a: [1, 1], b: [2, 2] },
      { a: [1, 1], b: [3, 3] },
    ]
    expect(heterogeneity(blockedMean([same, same]).blocks).p).toBe(1)
    expect(heterogeneity(blockedMean([same, other]).blocks).p).toBe(0)
  })
})
