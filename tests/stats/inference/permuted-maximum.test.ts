import { describe, expect, it } from '@jest/globals'
import { permutedMaximumP, type Quantity } from '../../../src/stats/inference/permuted-maximum.ts'
import { casesOf } from '../../simulated-cases.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'

const apart: Quantity = { a: [1, 2, 3, 4, 5], b: [11, 12, 13, 14, 15], leastVariance: 0 }
const mixed: Quantity = { a: [1, 3, 5, 7, 9], b: [2, 4, 6, 8, 10], leastVariance: 0 }
const same: Quantity = { a: [7, 7, 7, 7, 7], b: [7, 7, 7, 7, 7], leastVariance: 0 }

describe('the p-values of many differences', () => {
  it('count the ways to deal the runs in which the largest difference is as sure', () => {
    // Of 252 ways only this one and its mirror image.
    expect(permutedMaximumP([apart])[0]).toBeCloseTo(2 / 252, 9)
    expect(permutedMaximumP([same])).toEqual([1])
    expect(permutedMaximumP([])).toEqual([])
    const few = { a: [1, 2, 3], b: [11, 12, 13], leastVariance: 0 }
    expect(permutedMaximumP([few])[0]).toBeCloseTo(2 / 20, 9)
  })

  it('find what is less sure after what is surest, and hold nothing against it', () => {
    const other = { ...apart, b: [7, 8, 9, 10, 11] }
    const [first = 1, second = 1, third = 1] = permutedMaximumP([apart, other, mixed])
    expect(first).toBeLessThan(0.01)
    expect(second).toBeLessThan(0.02)
    expect(third).toBeGreaterThan(0.5)
  })

  it('are large where the difference is less than a run varies at least', () => {
    const agreeing = { a: [1, 1, 1, 1, 1], b: [1.1, 1.1, 1.1, 1.1, 1.1], leastVariance: 0 }
    const noisy = { a: [0, 9, 3, 5, 1], b: [4, 2, 8, 6, 3], leastVariance: 0 }
    expect(permutedMaximumP([agreeing, noisy])[0]).toBeLessThan(0.01)
    expect(permutedMaximumP([{ ...agreeing, leastVariance: 1 }, noisy])[0]).toBeGreaterThan(0.1)
  })

  it('take a sample of the ways where these are many, and then are the same each time', () => {
    const long = (from: number) => Array.from({ length: 20 }, (_, i) => from + (i % 7))
    const quantity = { a: long(0), b: long(20), leastVariance: 0 }
    const [p = 1] = permutedMaximumP([quantity])
    expect(p).toBeLessThan(0.002)
    expect(permutedMaximumP([quantity])).toEqual([p])
  })

  it.each([
    ['in two modes', (random: SeededRandom) => Math.round(random.uniform()) + 0.01 * random.normal()],
    ['with long tails', (random: SeededRandom) => Math.exp(2 * random.normal())],
    ['mostly zero', (random: SeededRandom) => Math.max(0, random.normal() - 1)],
  ])('are at most 1 %% for one of twenty equal quantities in at most 1 %% of cases: %s', (_, draw) => {
    const trials = casesOf(300, 3000)
    const random = seededRandom(7)
    const runs = () => Array.from({ length: 5 }, () => draw(random))
    const wrong = Array.from({ length: trials }, () => {
      const quantities = Array.from({ length: 20 }, () => ({ a: runs(), b: runs(), leastVariance: 0 }))
      return Math.min(...permutedMaximumP(quantities)) <= 0.01
    }).filter(Boolean).length
    // Three standard errors above 1 %.
    expect(wrong).toBeLessThanOrEqual(0.01 * trials + 3 * Math.sqrt(0.01 * 0.99 * trials))
  })
})
