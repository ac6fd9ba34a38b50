import { describe, expect, it } from '@jest/globals'
import {
  levelOfT,
  smallestBlockedRankP,
  smallestRankP,
  smallestSignedRankP,
} from '../../../src/stats/plan/factors.ts'
import { mannWhitney } from '../../../src/stats/ranks/rank-sum.ts'
import { wilcoxonSignedRank } from '../../../src/stats/ranks/signed-ranks.ts'
import { stratifiedRankP, stratifiedRanks } from '../../../src/stats/ranks/stratified-ranks.ts'
import { cauchyCombination } from '../../../src/stats/tests/cauchy-combination.ts'

const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

describe('the smallest p of the ranks', () => {
  it('is that of sides that do not overlap', () => {
    for (const [runsA, runsB] of [
      [2, 2],
      [5, 5],
      [6, 9],
    ] as const) {
      const p = mannWhitney(from(0, runsA), from(100, runsB))
      expect(smallestRankP({ runsA, runsB })).toBeCloseTo(p, 12)
    }
  })

  it('is that of blocks whose sides do not overlap in any of them', () => {
    const sizes = [2, 3, 4].map(runs => ({ runsA: runs, runsB: runs + 1 }))
    const blocks = sizes.map(({ runsA, runsB }) => ({ a: from(0, runsA), b: from(100, runsB) }))
    expect(smallestBlockedRankP(sizes)).toBeCloseTo(stratifiedRankP(stratifiedRanks(blocks)(0)), 12)
  })

  it('is that of pairs that all differ in one direction', () => {
    for (const pairs of [2, 5, 9])
      expect(smallestSignedRankP(pairs)).toBeCloseTo(wilcoxonSignedRank(from(1, pairs)), 12)
  })
})

describe('the level that t has to reach', () => {
  it('is alpha where the ranks can reach it, else what combines with their smallest p to alpha', () => {
    expect(levelOfT(0.01, 0.005)).toBe(0.01)
    expect(cauchyCombination([levelOfT(0.01, 0.1), 0.1])).toBeCloseTo(0.01, 12)
  })
})
