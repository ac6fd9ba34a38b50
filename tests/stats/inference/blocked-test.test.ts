import { describe, expect, it } from '@jest/globals'
import { blockedMean } from '../../../src/stats/inference/blocked-mean.ts'
import { blockedShift, blockedTest } from '../../../src/stats/inference/blocked-test.ts'
import { cauchyCombination } from '../../../src/stats/inference/cauchy-combination.ts'
import { isMadeByOutliers } from '../../../src/stats/inference/shift-intervals.ts'
import { welch } from '../../../src/stats/inference/t-tests.ts'
import { stratifiedHodgesLehmann } from '../../../src/stats/ranks/hodges-lehmann.ts'
import { mannWhitney } from '../../../src/stats/ranks/rank-sum.ts'
import { type Block, stratifiedRankP, stratifiedRanks } from '../../../src/stats/ranks/stratified-ranks.ts'
import { blockedInterval, hodgesLehmann, moved } from '../one-block.ts'
import { sample, shapes } from '../random-samples.ts'
import { seededRandom } from '../seeded-random.ts'

type Wanted = { only?: string[]; fewest?: number; quiet?: number }

/**
 * Up to four blocks of every shape, levels of their own, often with a shift. Sizes differ every second time;
 * every third time the first block is ten times quieter than the others, unless `quiet` says otherwise.
 */
function cases(perShape: number, { only = Object.keys(shapes), fewest = 1, quiet = 0.1 }: Wanted = {}) {
  const random = seededRandom(71)
  return only.flatMap(shape =>
    Array.from({ length: perShape }, (_, i) => {
      const [runs, shift] = [2 + random.integer(9), random.integer(5) / 128]
      return Array.from({ length: fewest + random.integer(5 - fewest) }, (_, k): Block => {
        const [level, scale] = [random.integer(64), k === 0 && i % 3 === 0 ? quiet : 1]
        const side = (moved: number) => {
          const size = i % 2 === 0 ? runs : 2 + random.integer(9)
          return sample(random, shape, size).map(value => moved + scale * value)
        }
        return { a: side(level), b: side(level + shift) }
      })
    }),
  )
}

const swapped = (blocks: Block[]) => blocks.map(({ a, b }) => ({ a: b, b: a }))

/** One end by bisection of the test itself, from the estimate to where it certainly rejects. */
function bisectedEnd(blocks: Block[], level: number, direction: number): number {
  let inside = stratifiedHodgesLehmann(blocks)
  let outside = inside + direction
  const pOf = (shift: number) => blockedTest(blocks.map(({ a, b }) => ({ a, b: moved(b, shift) })))
  while (pOf(outside) > 1 - level) outside += outside - inside
  for (let step = 0; step < 60; step++) {
    const middle = (inside + outside) / 2
    if (pOf(middle) > 1 - level) inside = middle
    else outside = middle
  }
  return inside
}

describe('one block', () => {
  it("has the p of Welch's t and the Mann-Whitney test and the Hodges-Lehmann shift, to the last digit", () => {
    for (const [block] of cases(60) as [Block][]) {
      const { a, b } = block
      for (const side of [b, moved(b, 0.02)])
        expect(blockedTest([{ a, b: side }])).toBe(
          cauchyCombination([welch(a, side).p, mannWhitney(a, side)]),
        )
      expect(blockedShift([block]).shift).toBe(hodgesLehmann(a, b))
    }
  })
})

describe('the blocked test', () => {
  it('does not change when sides are swapped, blocks reordered, or a block or the scale moves', () => {
    for (const blocks of cases(30)) {
      const p = blockedTest(blocks)
      expect(blockedTest(swapped(blocks))).toBeCloseTo(p, 10)
      expect(blockedTest(blocks.toReversed())).toBeCloseTo(p, 10)
      const changed = blocks.map(({ a, b }, k) => {
        const change = (value: number) => 4 * (value - 64 * k)
        return { a: a.map(change), b: b.map(change) }
      })
      expect(blockedTest(changed)).toBeCloseTo(p, 8)
    }
  })

  it('finds a change of 3 % on machines whose levels differ by 30 %, which hide it without blocks', () => {
    const random = seededRandom(72)
    const blocks = [0, 0.3, -0.3].map(level => {
      return { a: sample(random, 'normal', 5, level), b: sample(random, 'normal', 5, level + 0.03) }
    })
    expect(blockedTest(blocks)).toBeLessThan(0.001)
    const [a, b] = [blocks.flatMap(block => block.a), blocks.flatMap(block => block.b)]
    expect(blockedTest([{ a, b }])).toBeGreaterThan(0.3)
  })

  it('is the p of the shift, which is the stratified Hodges-Lehmann estimate', () => {
    for (const blocks of cases(30)) {
      const expected = { shift: stratifiedHodgesLehmann(blocks), p: blockedTest(blocks) }
      expect(blockedShift(blocks)).toMatchObject(expected)
    }
  })

  it('sees through single runs that are far out', () => {
    const block = (outlier: number) => ({
      a: [0.001, 0.003, 0.002, 0.004, 0],
      b: [0.021, 0.023, 0.022, outlier, 0.02],
    })
    const blocks = [block(0.4), block(0.3)]
    expect(blockedMean(blocks).p).toBeGreaterThan(0.1)
    expect(blockedTest(blocks)).toBeLessThan(0.001)
    expect(stratifiedHodgesLehmann(blocks)).toBeLessThan(0.025)
  })
})

describe('the interval of the blocked test', () => {
  it('has zero inside exactly when the test does not reject, in 1,000 cases of every shape', () => {
    let [inside, outside] = [0, 0]
    const contradictions: unknown[] = []
    for (const blocks of cases(200)) {
      const p = blockedTest(blocks)
      for (const [i, [low, high]] of [0.9, 0.99].map(blockedShift(blocks).intervalAt).entries()) {
        const isRejected = p <= (i === 0 ? 1 - 0.9 : 1 - 0.99)
        const isInside = low < 0 && high > 0
        const isOutside = low > 0 || high < 0
        if (isInside) inside++
        if (isOutside) outside++
        if (isRejected ? isInside : isOutside) contradictions.push({ blocks, p, low, high })
      }
    }
    expect(contradictions).toEqual([])
    expect(inside).toBeGreaterThan(400)
    expect(outside).toBeGreaterThan(400)
  })

  it('ends where bisection of the test ends, in blocks of equal sizes without ties', () => {
    for (const [i, blocks] of cases(40, { only: ['normal', 'skewed'], fewest: 2, quiet: 1 }).entries()) {
      if (i % 2 === 1) continue
      const [low, high] = blockedInterval(blocks, 0.95)
      expect(low).toBeCloseTo(bisectedEnd(blocks, 0.95, -1), 10)
      expect(high).toBeCloseTo(bisectedEnd(blocks, 0.95, 1), 10)
    }
  })

  it('contains the estimate and the interval of a lower level, and changes its sign with the sides', () => {
    for (const blocks of cases(40)) {
      const [inner, outer] = [0.9, 0.99].map(blockedShift(blocks).intervalAt) as [
        [number, number],
        [number, number],
      ]
      const ends = [outer[0], inner[0], stratifiedHodgesLehmann(blocks), inner[1], outer[1]]
      expect(ends).toEqual(ends.toSorted((x, y) => x - y))
      const [low, high] = blockedInterval(swapped(blocks), 0.99)
      expect([-high, -low]).toEqual([expect.closeTo(outer[0], 10), expect.closeTo(outer[1], 10)])
    }
  })

  it.each([20, 120])('reaches the mean where 9 of 20 of %d runs of one side are slower', runs => {
    const quiet = Array.from({ length: runs }, (_, run) => ((run * 7) % runs) / runs / 500)
    const twoSpeeds = quiet.map((value, run) => value + (run % 20 < 9 ? 0.1 : 0))
    const { shift, intervalAt } = blockedShift([{ a: quiet, b: twoSpeeds }])
    const [low, high] = intervalAt(0.9)
    expect(shift).toBeLessThan(0.01)
    expect(low).toBeLessThan(0.01)
    expect(high).toBeGreaterThan(0.04)
  })

  it('contains the weighted mean of several blocks, unless the ranks rule it out', () => {
    const means = { inside: 0, ruledOut: 0, beyond: 0 }
    for (const blocks of cases(100, { fewest: 2 })) {
      const { difference, standardError } = blockedMean(blocks)
      if (standardError === 0) continue
      const [low, high] = blockedInterval(blocks, 0.9)
      const rankP = stratifiedRankP(stratifiedRanks(blocks)(difference))
      // An end at zero may have been moved there to agree with the test of no shift.
      if (low === 0 || high === 0) continue
      if (low <= difference && difference <= high) means.inside++
      else if (isMadeByOutliers(rankP, 1 - 0.9)) means.ruledOut++
      else means.beyond++
    }
    expect(means.inside).toBeGreaterThan(300)
    expect(means.ruledOut).toBeGreaterThan(10)
    expect(means.beyond).toBe(0)
  })

  it('is narrower than that of each of two blocks alone', () => {
    const random = seededRandom(73)
    const block = () => ({ a: sample(random, 'normal', 8), b: sample(random, 'normal', 8, 0.02) })
    const blocks = [block(), block()]
    const width = (some: Block[]) => {
      const [low, high] = blockedInterval(some, 0.99)
      return high - low
    }
    const alone = blocks.map(one => width([one]))
    expect(width(blocks)).toBeLessThan(Math.min(...alone))
  })

  it('is the range of the differences when no run varies', () => {
    const still = (change: number) => ({ a: [1, 1], b: [1 + change, 1 + change] })
    expect(blockedInterval([still(0.25), still(0.25)], 0.99)).toEqual([0.25, 0.25])
    expect(blockedInterval([still(0.25), still(0.5)], 0.99)).toEqual([0.25, 0.5])
  })
})
