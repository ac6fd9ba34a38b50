import { describe, expect, it } from '@jest/globals'
import { signedRankP } from '../../../src/stats/ranks/signed-rank.ts'

/** The signed-rank sums of all ways to give n ranks a sign. */
function allBalances(n: number): number[] {
  return Array.from({ length: 2 ** n }, (_, signs) =>
    Array.from({ length: n }, (_, i) => ((signs >> i) & 1 ? i + 1 : -i - 1)).reduce(
      (sum, rank) => sum + rank,
    ),
  )
}

describe('the signed-rank test', () => {
  it.each([1, 2, 5, 10])('has the share of all signs of %i ranks that are as uneven, or more', n => {
    const [all, most] = [allBalances(n), (n * (n + 1)) / 2]
    for (let above = 0; above <= most; above++) {
      const asUneven = all.filter(balance => Math.abs(balance) >= Math.abs(2 * above - most)).length
      expect(signedRankP(above, most - above, n)).toBeCloseTo(asUneven / all.length, 12)
    }
  })

  it('is not surer where some means of two are zero', () => {
    for (let above = 0; above < 54; above++) {
      expect(signedRankP(above, 54 - above, 10)).toBeGreaterThanOrEqual(signedRankP(above, 55 - above, 10))
      expect(signedRankP(above, 54 - above, 10)).toBeGreaterThanOrEqual(
        signedRankP(above + 1, 54 - above, 10),
      )
    }
    expect(signedRankP(0, 0, 10)).toBe(1)
  })

  it('stays positive with a hundred ranks', () => {
    expect(signedRankP(5050, 0, 100) * 2 ** 99).toBeCloseTo(1, 9)
  })
})
