import { describe, expect, it } from '@jest/globals'
import { blockedDetectableEffect, blockedRunsNeeded } from '../../src/stats/blocked-plan.ts'
import { blockedTest } from '../../src/stats/blocked-test.ts'
import { detectableEffect } from '../../src/stats/detectable-effect.ts'
import { runsNeeded } from '../../src/stats/runs-needed.ts'
import { seededRandom } from './seeded-random.ts'

const plan = { alpha: 0.01, power: 0.8 }
const block = (sd: number, runs: number) => ({ sd, runsA: runs, runsB: runs })

describe('the effect that blocks can detect', () => {
  it('in one block is that of the unblocked test', () => {
    const input = { sd: 0.01, runsA: 5, runsB: 8 }
    expect(blockedDetectableEffect({ ...plan, blocks: [input] })).toBeCloseTo(
      detectableEffect({ ...plan, ...input }),
      15,
    )
  })

  it('shrinks with every block, and hardly with a noisy one', () => {
    const of = (...sds: number[]) =>
      blockedDetectableEffect({ ...plan, blocks: sds.map(sd => block(sd, 10)) })
    expect(of(0.01, 0.01)).toBeLessThan(0.8 * of(0.01))
    expect(of(0.01, 0.01, 0.01)).toBeLessThan(of(0.01, 0.01))
    expect(of(0.01, 1)).toBeCloseTo(of(0.01), 4)
  })

  it('is found with nearly the stated power: 70 to 83 % instead of 80 %', () => {
    const random = seededRandom(81)
    for (const [count, runs, alpha] of [
      [2, 5, 0.01],
      [3, 10, 0.01],
      [4, 5, 0.0025],
    ] as const) {
      const blocks = Array.from({ length: count }, () => block(0.01, runs))
      const effect = blockedDetectableEffect({ blocks, alpha, power: 0.8 })
      const draw = (shift: number) => Array.from({ length: runs }, () => shift + 0.01 * random.normal())
      const found = Array.from({ length: 1500 }, () => {
        return blockedTest(blocks.map(() => ({ a: draw(0), b: draw(effect) }))) <= alpha
      }).filter(Boolean).length
      expect(found / 1500).toBeGreaterThan(0.7)
      expect(found / 1500).toBeLessThan(0.83)
    }
  })

  it('is infinite where a block has no degree of freedom and zero without variance', () => {
    const of = (...blocks: ReturnType<typeof block>[]) => blockedDetectableEffect({ ...plan, blocks })
    expect(of(block(0.01, 1), block(0.01, 5))).toBe(Number.POSITIVE_INFINITY)
    expect(of(block(0, 5), block(0.01, 5))).toBe(0)
  })
})

describe('the runs that blocks need', () => {
  it('in one block are those of the unblocked test', () => {
    const input = { ...plan, df: 18, effect: Math.log1p(0.02) }
    for (const sd of [0.005, 0.01, 0.03]) {
      expect(blockedRunsNeeded({ ...input, sds: [sd] })).toBe(runsNeeded({ ...input, sd }))
    }
  })

  it('are fewer per block with more blocks, and null beyond the maximum', () => {
    const input = { ...plan, df: 36, effect: Math.log1p(0.01) }
    const one = blockedRunsNeeded({ ...input, sds: [0.01] }) as number
    const three = blockedRunsNeeded({ ...input, sds: [0.01, 0.01, 0.01] }) as number
    expect(three).toBeLessThan(one / 2)
    expect(three).toBeGreaterThan(one / 4)
    expect(blockedRunsNeeded({ ...input, sds: [0.01, 0.01], maximum: 3 })).toBeNull()
  })
})
