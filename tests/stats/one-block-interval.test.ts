import { describe, expect, it } from '@jest/globals'
import { welch } from '../../src/stats/inference/t-tests.ts'
import { casesOf } from '../simulated-cases.ts'
import { hodgesLehmann, oneBlockInterval, oneBlockIntervals, oneBlockTest } from './one-block.ts'
import { sample, shapes } from './random-samples.ts'
import { seededRandom } from './seeded-random.ts'

type Case = { shape: string; a: number[]; b: number[] }

/** Pairs of sides of every shape, 2 to 14 runs a side, often with a shift. */
function cases(perShape: number, only = Object.keys(shapes)): Case[] {
  const random = seededRandom(31)
  return only.flatMap(shape =>
    Array.from({ length: perShape }, () => {
      const [m, n] = [2 + random.integer(13), 2 + random.integer(13)]
      return { shape, a: sample(random, shape, m), b: sample(random, shape, n, random.integer(5) / 128) }
    }),
  )
}

/** One end by bisection of the test itself, from the estimate to where it certainly rejects. */
function bisectedEnd(a: number[], b: number[], level: number, direction: number): number {
  let inside = hodgesLehmann(a, b)
  let outside = inside + direction
  while (oneBlockTest(a, b, outside) > 1 - level) outside += outside - inside
  for (let step = 0; step < 60; step++) {
    const middle = (inside + outside) / 2
    if (oneBlockTest(a, b, middle) > 1 - level) inside = middle
    else outside = middle
  }
  return inside
}

describe('the interval of one block', () => {
  it('has zero inside exactly when the test does not reject, whatever the shape', () => {
    let [inside, outside] = [0, 0]
    const contradictions: unknown[] = []
    for (const { a, b } of cases(casesOf(300, 1000))) {
      const p = oneBlockTest(a, b)
      for (const [i, [low, high]] of oneBlockIntervals(a, b, [0.9, 0.99]).entries()) {
        const isRejected = p <= (i === 0 ? 1 - 0.9 : 1 - 0.99)
        const isInside = low < 0 && high > 0
        const isOutside = low > 0 || high < 0
        if (isInside) inside++
        if (isOutside) outside++
        if (isRejected ? isInside : isOutside) contradictions.push({ a, b, p, low, high })
      }
    }
    expect(contradictions).toEqual([])
    expect(inside).toBeGreaterThan(casesOf(600, 2000))
    expect(outside).toBeGreaterThan(casesOf(300, 1000))
  })

  it('ends at the estimate itself where the runs tie there and the test rejects everything around it', () => {
    const a = [0, 57, 0, 0, 0, 0, 0]
    const b = [1, 1, 1, 1, 2, 1, 11, 1]
    expect(hodgesLehmann(a, b)).toBe(1)
    expect(oneBlockTest(a, b)).toBeLessThan(0.01)
    expect(oneBlockTest(a, b, 0.999)).toBeLessThan(0.01)
    expect(oneBlockInterval(a, b, 0.99)[0]).toBe(1)
    expect(oneBlockInterval(b, a, 0.99)[1]).toBe(-1)
  })

  it('reaches for zero where the test does not reject it, though the piece around the estimate is elsewhere', () => {
    const a = [0, 11, 0, 0, 0]
    const b = [1, 3, 1, 1, 2, 3, 1, 10, 2]
    expect(oneBlockTest(a, b)).toBeCloseTo(0.2081, 4)
    expect(oneBlockTest(a, b, 0.9999)).toBeLessThan(0.2)
    expect(oneBlockInterval(a, b, 0.8)[0]).toBe(0)
    expect(oneBlockInterval(b, a, 0.8)[1]).toBe(0)
  })

  it('ends where bisection of the test ends', () => {
    for (const { a, b } of cases(100, ['normal', 'skewed'])) {
      const [low, high] = oneBlockInterval(a, b, 0.95)
      expect(low).toBeCloseTo(bisectedEnd(a, b, 0.95, -1), 10)
      expect(high).toBeCloseTo(bisectedEnd(a, b, 0.95, 1), 10)
    }
  })

  it('accepts just inside its ends and rejects just outside', () => {
    let ends = 0
    for (const { a, b } of cases(300)) {
      const [low, high] = oneBlockInterval(a, b, 0.9)
      const nudge = 1e-9
      if (high - low < 10 * nudge) continue
      for (const [end, outwards] of [
        [low, -nudge],
        [high, nudge],
      ] as const) {
        // An end at zero may have been moved there to agree with the test of no shift.
        if (end === 0) continue
        ends++
        expect(oneBlockTest(a, b, end - outwards)).toBeGreaterThan(0.1 * (1 - 1e-6))
        expect(oneBlockTest(a, b, end + outwards)).toBeLessThanOrEqual(0.1 * (1 + 1e-6))
      }
    }
    expect(ends).toBeGreaterThan(2500)
  })

  it('contains what the test accepts and nothing else, in 10,000 shifts of runs without ties', () => {
    const random = seededRandom(32)
    let [wronglyInside, wronglyOutside] = [0, 0]
    for (const { a, b } of cases(500, ['normal', 'skewed'])) {
      const [low, high] = oneBlockInterval(a, b, 0.9)
      for (let i = 0; i < 10; i++) {
        const shift = low + (high - low) * (2 * random.uniform() - 0.5)
        const isAccepted = oneBlockTest(a, b, shift) > 0.1
        if (shift > low && shift < high && !isAccepted) wronglyInside++
        if ((shift < low || shift > high) && isAccepted) wronglyOutside++
      }
    }
    expect([wronglyInside, wronglyOutside]).toEqual([0, 0])
  })

  it('leaves out a second piece around the difference of means only where a run is far out', () => {
    const a = [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07]
    const b = [0.2, 0.21, 0.22, 0.23, 0.24, 0.25, 0.26, 5]
    const [, high] = oneBlockInterval(a, b, 0.9)
    const meanShift = welch(a, b).difference
    expect(high).toBeLessThan(meanShift)
    expect(oneBlockTest(a, b, meanShift)).toBeGreaterThan(0.9)
    expect(oneBlockTest(a, b, (high + meanShift) / 2)).toBeLessThan(0.1)
  })

  it('contains the estimate and the interval of a lower level', () => {
    for (const { a, b } of cases(200)) {
      const [[low90, high90], [low99, high99]] = oneBlockIntervals(a, b, [0.9, 0.99]) as [
        number,
        number,
      ][] as [[number, number], [number, number]]
      const estimate = hodgesLehmann(a, b)
      expect(low99).toBeLessThanOrEqual(low90)
      expect(low90).toBeLessThanOrEqual(estimate)
      expect(estimate).toBeLessThanOrEqual(high90)
      expect(high90).toBeLessThanOrEqual(high99)
    }
  })

  it('changes its sign when the sides are swapped', () => {
    for (const { a, b } of cases(200)) {
      const [low, high] = oneBlockInterval(a, b, 0.95)
      const [swappedLow, swappedHigh] = oneBlockInterval(b, a, 0.95)
      expect(swappedLow).toBeCloseTo(-high, 12)
      expect(swappedHigh).toBeCloseTo(-low, 12)
    }
  })

  it('is finite for two runs a side, and a point for constant sides', () => {
    const [low, high] = oneBlockInterval([1, 1.01], [1.02, 1.04], 0.99)
    expect(Number.isFinite(low) && Number.isFinite(high)).toBe(true)
    expect(low).toBeLessThan(0)
    expect(oneBlockInterval([2, 2], [2.5, 2.5, 2.5], 0.99)).toEqual([0.5, 0.5])
  })

  it('one constant side is enough to vary', () => {
    const [low, high] = oneBlockInterval([2, 2, 2, 2, 2], [2.4, 2.5, 2.6, 2.7, 2.3], 0.99)
    expect(low).toBeGreaterThan(0)
    expect(low).toBeLessThan(0.5)
    expect(high).toBeGreaterThan(0.5)
  })
})
