import { describe, expect, it } from '@jest/globals'
import { ranksByPiece } from '../../../src/stats/inference/blocked-test.ts'
import { insidePiece } from '../../../src/stats/inference/shift-intervals.ts'
import { pairwiseDifferences } from '../../../src/stats/ranks/hodges-lehmann.ts'
import { mannWhitney } from '../../../src/stats/ranks/rank-sum.ts'
import { choose } from '../../../src/stats/ranks/rank-sum-distribution.ts'
import { blockWeights, stratifiedRankP, stratifiedRanks } from '../../../src/stats/ranks/stratified-ranks.ts'
import { seededRandom } from '../seeded-random.ts'

type Block = { a: number[]; b: number[] }
const ascending = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i)
const pOf = (blocks: Block[], shift = 0) => stratifiedRankP(stratifiedRanks(blocks)(shift))

/** Blocks of whole numbers below `top`, so that a small one gives ties. */
function randomBlocks(random: ReturnType<typeof seededRandom>, top: number): Block[] {
  const draw = (count: number) => Array.from({ length: count }, () => random.integer(top))
  return Array.from({ length: 1 + random.integer(4) }, () => {
    return { a: draw(2 + random.integer(6)), b: draw(2 + random.integer(6)) }
  })
}

describe('the weights of blocks', () => {
  it('are 1 for equal sizes', () => {
    expect(blockWeights([20, 20, 20])).toEqual([1, 1, 1])
    expect(blockWeights([7])).toEqual([1])
  })

  it('are small integers within 5 % of 1/(runs + 1)', () => {
    expect(blockWeights([40, 20])).toEqual([1, 2])
    for (const runs of [
      [10, 12, 14],
      [10, 20, 40],
      [18, 20, 11],
    ]) {
      const weights = blockWeights(runs)
      const scaled = weights.map((weight, i) => weight * ((runs[i] as number) + 1))
      expect(Math.max(...scaled) / Math.min(...scaled)).toBeLessThan(1.11)
      expect(Math.max(...weights)).toBeLessThanOrEqual(12)
    }
  })

  it('are never zero, however large a block', () => {
    expect(blockWeights([4, 1000])).toEqual([12, 1])
  })
})

describe('the stratified Mann-Whitney test', () => {
  it('with one block is the Mann-Whitney test, to the last digit', () => {
    const random = seededRandom(51)
    for (const top of [5, 10_000]) {
      for (let i = 0; i < 100; i++) {
        const [block] = randomBlocks(random, top) as [Block]
        expect(pOf([block])).toBe(mannWhitney(block.a, block.b))
        expect(pOf([block], 2)).toBe(
          mannWhitney(
            block.a,
            block.b.map(value => value - 2),
          ),
        )
      }
    }
  })

  it('ranks one block without ties by counting pairs, as sorting its runs does', () => {
    const random = seededRandom(53)
    for (let i = 0; i < 100; i++) {
      const draw = () => Array.from({ length: 2 + random.integer(6) }, () => random.uniform())
      const block = { a: draw(), b: draw() }
      const steps = [...pairwiseDifferences(block.a, block.b)]
      const counted = ranksByPiece([block], steps)
      for (let piece = 0; piece <= steps.length; piece++) {
        expect(counted(piece)).toEqual(stratifiedRanks([block])(insidePiece(steps, piece)))
      }
    }
  })

  it('has the product of the floors when all blocks are separated in the same direction', () => {
    const separated = { a: ascending(5), b: ascending(5, 100) }
    const ways = choose(10, 5)
    expect(pOf([separated, separated])).toBeCloseTo(2 / ways ** 2, 15)
    expect(pOf([separated, separated, separated]) * ways ** 3).toBeCloseTo(2, 9)
    expect(pOf([separated, { a: separated.b, b: separated.a }])).toBe(1)
  })

  it('is symmetrical in the sides and does not care for the level of a block or the order of blocks', () => {
    const random = seededRandom(52)
    for (let i = 0; i < 200; i++) {
      const blocks = randomBlocks(random, i % 2 === 0 ? 6 : 10_000)
      const p = pOf(blocks)
      expect(pOf(blocks.map(({ a, b }) => ({ a: b, b: a })))).toBeCloseTo(p, 12)
      expect(pOf(blocks.toReversed())).toBeCloseTo(p, 12)
      const moved = blocks.map((block, k) => {
        return { a: block.a.map(value => value + 64 * k), b: block.b.map(value => value + 64 * k) }
      })
      expect(pOf(moved)).toBe(p)
    }
  })

  it('is 1 when all values of every block are the same', () => {
    expect(
      pOf([
        { a: [5, 5], b: [5, 5, 5] },
        { a: [7, 7], b: [7, 7] },
      ]),
    ).toBe(1)
  })

  it('sees what no block shows alone', () => {
    const block = { a: [1, 2, 4, 5, 7], b: [3, 6, 8, 9, 10] }
    expect(mannWhitney(block.a, block.b)).toBeGreaterThan(0.05)
    expect(pOf([block, block, block])).toBeLessThan(0.002)
  })

  it('the approximation takes over smoothly beyond 2,500 pairs, and beyond 400 with ties', () => {
    const untied = (count: number) => {
      const a = ascending(count).map(i => i / count)
      const block = { a, b: a.map(value => value + 0.1 + 1 / (3 * count)) }
      return pOf([block, block])
    }
    expect(untied(36) / untied(35)).toBeCloseTo(untied(35) / untied(34), 2)
    const tied = (count: number) => {
      const block = { a: ascending(10).map(i => i % 5), b: ascending(10).map(i => (i % 5) + (i < 5 ? 1 : 0)) }
      return pOf(ascending(count).map(() => block))
    }
    expect(tied(4)).toBeLessThan(0.2)
    expect(tied(5) / tied(4)).toBeCloseTo(tied(4) / tied(3), 1)
  })
})
