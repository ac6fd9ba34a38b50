import { describe, expect, it } from '@jest/globals'
import { walshAverages } from '../../../src/stats/ranks/hodges-lehmann.ts'
import { signedRanks, wilcoxonSignedRank } from '../../../src/stats/ranks/signed-ranks.ts'
import { seededRandom } from '../seeded-random.ts'

const ascending = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('the signed ranks', () => {
  it('are doubled midranks with signs, and zeros are ranked but have no sign', () => {
    expect(signedRanks([3, -1, 2])).toEqual({ doubled: [2, 4, 6], balance: 8, isTied: false })
    expect(signedRanks([2, -2, 5])).toEqual({ doubled: [3, 3, 6], balance: 6, isTied: true })
    expect(signedRanks([0, 0, -7])).toEqual({ doubled: [6], balance: -6, isTied: true })
    expect(signedRanks([4, 6], 4)).toEqual({ doubled: [4], balance: 4, isTied: true })
  })

  it('balance the Walsh averages above zero against those below, with any ties', () => {
    const random = seededRandom(41)
    for (let i = 0; i < 500; i++) {
      const differences = Array.from({ length: 1 + random.integer(12) }, () => random.integer(9) - 4)
      const signs = Array.from(walshAverages(differences), Math.sign)
      expect(signedRanks(differences).balance / 2).toBe(signs.reduce((sum, sign) => sum + sign, 0))
    }
  })
})

describe('the Wilcoxon signed-rank test', () => {
  it('has the floor 2^(1 − n) when all differences have one sign', () => {
    for (const n of [1, 2, 5, 10, 20, 60, 200]) {
      expect(wilcoxonSignedRank(ascending(n)) / 2 ** (1 - n)).toBeCloseTo(1, 12)
    }
  })

  it('sees no more in the sign of zeros than there is', () => {
    expect(wilcoxonSignedRank([0, 0, 0])).toBe(1)
    expect(wilcoxonSignedRank([0, 0, 5])).toBe(1)
    expect(wilcoxonSignedRank([0, 3, 5])).toBe(0.5)
  })

  it('changes nothing when all signs, or the order, change', () => {
    const random = seededRandom(42)
    for (let i = 0; i < 300; i++) {
      const differences = Array.from({ length: 1 + random.integer(15) }, () => random.integer(15) - 6)
      const p = wilcoxonSignedRank(differences)
      expect(wilcoxonSignedRank(differences.map(value => -value))).toBe(p)
      expect(wilcoxonSignedRank(differences.toReversed())).toBe(p)
      expect(wilcoxonSignedRank(differences.map(value => 3 * value))).toBe(p)
    }
  })

  it('is uniform under fair signs: no level is exceeded, in all 4,096 signs of 12 tied values', () => {
    const sizes = [1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 6]
    const all = Array.from({ length: 4096 }, (_, mask) =>
      wilcoxonSignedRank(sizes.map((size, i) => ((mask >> i) & 1 ? size : -size))),
    )
    for (const level of [0.01, 0.05, 0.2, 0.5]) {
      expect(all.filter(p => p <= level).length / 4096).toBeLessThanOrEqual(level)
      expect(all.filter(p => p <= level).length / 4096).toBeGreaterThan(0.8 * level)
    }
  })

  it('the approximations take over smoothly beyond 200 differences, and beyond 60 with ties', () => {
    const untied = (count: number) => wilcoxonSignedRank(ascending(count).map(i => (i % 7 < 3 ? -i : i)))
    expect(untied(203) / untied(196)).toBeCloseTo(untied(196) / untied(189), 2)
    const tied = (count: number) =>
      wilcoxonSignedRank(ascending(count).map(i => (i % 3 === 0 ? -1 : 1) * (1 + (i % 5))))
    expect(tied(60)).toBeLessThan(0.05)
    expect(tied(75) / tied(60)).toBeCloseTo(tied(60) / tied(45), 1)
  })

  it('refuses values that have no rank, and none at all', () => {
    expect(() => wilcoxonSignedRank([1, Number.NaN])).toThrow('all finite, got NaN')
    expect(() => wilcoxonSignedRank([])).toThrow('at least one value')
  })
})
