// The error rates of the blocked design, by simulation with fixed seeds. A rate fails when its
// 99.9 % Wilson interval lies above what is promised, or when it is so low that the test must have lost its
// power.
import { describe, expect, it } from '@jest/globals'
import { blockedShift, blockedTest } from '../../src/stats/inference/blocked-test.ts'
import { wilsonInterval } from '../../src/stats/inference/proportions.ts'
import { sample } from './random-samples.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

const atLeast = (count: number, cases: number) => wilsonInterval(count, cases, 0.999)[0]
const share = (cases: number, isSo: () => boolean) =>
  Array.from({ length: cases }, isSo).filter(Boolean).length / cases

/** How many of the cases have a p of at most 1 % and 5 %. */
function alarms(cases: number, pOf: () => number): { at1: number; at5: number } {
  const all = Array.from({ length: cases }, pOf)
  return { at1: all.filter(p => p <= 0.01).length, at5: all.filter(p => p <= 0.05).length }
}

/** How many of the cases have `shift` in their 99 % and 90 % intervals. */
function covered(cases: number, shift: number, intervalsOf: () => [number, number][]) {
  let [in99, in90] = [0, 0]
  for (let i = 0; i < cases; i++) {
    const [covers99, covers90] = intervalsOf().map(([low, high]) => low <= shift && shift <= high)
    if (covers99) in99++
    if (covers90) in90++
  }
  return { in99: in99 / cases, in90: in90 / cases }
}

/**
 * Blocks of `runs` a side, each with its own level; `sds` are the sd of each block's runs in units of 1 %.
 */
function blocksOf(random: SeededRandom, shape: string, runs: number, sds: number[], shift = 0, ratio = 1) {
  return sds.map(sd => {
    const level = random.normal()
    return {
      a: sample(random, shape, runs).map(value => level + sd * value),
      b: sample(random, shape, runs).map(value => level + ratio * sd * value + shift),
    }
  })
}

describe('the blocked design', () => {
  const cases = 4_000
  it.each([
    ['normal', 5, [1, 1]],
    ['normal', 5, [1, 1, 1, 1]],
    ['normal', 5, [0.1, 1, 1, 1]],
    ['normal', 10, [1, 3.16, 3.16]],
    ['contaminated', 5, [1, 1, 1]],
    ['contaminated', 10, [1, 1]],
    ['coarse', 5, [1, 1, 1]],
  ])(
    'has at most 1 %% and 5 %% false alarms for %s runs, %i a side, with block sds %j',
    (shape, runs, sds) => {
      const random = seededRandom(204)
      const { at1, at5 } = alarms(cases, () => blockedTest(blocksOf(random, shape, runs, sds)))
      expect(atLeast(at1, cases)).toBeLessThanOrEqual(0.01)
      expect(atLeast(at5, cases)).toBeLessThanOrEqual(0.05)
      expect(at1 / cases).toBeGreaterThan(0.003)
    },
  )

  it('has little more than without blocks when the candidate has ten times the variance: about 1.7 % and 6.5 %', () => {
    const random = seededRandom(205)
    const { at1, at5 } = alarms(cases, () => blockedTest(blocksOf(random, 'normal', 5, [1, 1, 1], 0, 3.16)))
    expect(at1 / cases).toBeLessThan(0.021)
    expect(at5 / cases).toBeLessThan(0.072)
  })

  it.each([
    ['normal', 5, [1, 1]],
    ['normal', 5, [0.1, 1, 1, 1]],
    ['contaminated', 10, [1, 1, 1]],
  ])(
    'covers the truth by its intervals at 99 %% and 90 %%, for %s runs, %i a side, %j',
    (shape, runs, sds) => {
      const random = seededRandom(206)
      const { in99, in90 } = covered(1000, 0.03, () =>
        [0.99, 0.9].map(blockedShift(blocksOf(random, shape, runs, sds, 0.03)).intervalAt),
      )
      expect(in99).toBeGreaterThanOrEqual(0.985)
      expect(in90).toBeGreaterThanOrEqual(0.88)
      expect(in90).toBeLessThan(0.96)
    },
  )

  it('gains power from every machine, and next to nothing is lost by one that is ten times noisier', () => {
    const random = seededRandom(207)
    const power = (sds: number[]) =>
      share(1500, () => blockedTest(blocksOf(random, 'normal', 10, sds, 0.013)) <= 0.01)
    const [one, two, noisy] = [power([1]), power([1, 1]), power([1, 10])]
    expect(two).toBeGreaterThan(one + 0.25)
    expect(noisy).toBeGreaterThan(one - 0.1)
  })
})
