import { describe, expect, it } from '@jest/globals'
import { roundCoin } from '../../../src/stats/distributions/round-coins.ts'
import { seededRandom } from '../seeded-random.ts'

const jobs = 2000

/** The coins of the first rounds of many jobs. */
function coinsOf(rounds: number): boolean[][] {
  const random = seededRandom(71)
  return Array.from({ length: jobs }, () => {
    const tossed = Array.from({ length: rounds }, () => random.integer(2) === 0)
    return tossed.map((_, round) => roundCoin(i => tossed[i] as boolean, round))
  })
}

describe('the coins of the rounds', () => {
  it('never follow load that slows every second run, or every second pair of runs, in three rounds', () => {
    for (const [first, second, third] of coinsOf(3)) {
      expect([first, second, third]).not.toEqual([first, first, first])
      expect([first, second, third]).not.toEqual([first, !first, first])
    }
  })

  it('are fair in each round, and free in all but the third', () => {
    const coins = coinsOf(6)
    const share = (holds: (coin: boolean[]) => boolean) => coins.filter(holds).length / jobs
    for (let round = 0; round < 6; round++) {
      expect(Math.abs(share(coin => coin[round] === true) - 0.5)).toBeLessThan(0.05)
      for (let other = 0; other < round; other++) {
        const alike = share(coin => coin[round] === coin[other])
        if (round === 2 && other === 0) expect(alike).toBe(0)
        else expect(Math.abs(alike - 0.5)).toBeLessThan(0.05)
      }
    }
  })
})
