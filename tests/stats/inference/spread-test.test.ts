import { describe, expect, it } from '@jest/globals'
import { wilsonInterval } from '../../../src/stats/inference/proportions.ts'
import { spreadTest } from '../../../src/stats/inference/spread-test.ts'
import type { Block } from '../../../src/stats/ranks/stratified-ranks.ts'
import { casesOf } from '../../simulated-cases.ts'
import { seededRandom } from '../seeded-random.ts'

const random = seededRandom(4077)
const side = (runs: number, sd: number) => Array.from({ length: runs }, () => sd * random.normal())
const scaled = (values: number[], factor: number) => values.map(value => factor * value)

describe('the test of the spread', () => {
  it('leaves out the distance that the median itself makes small', () => {
    const { ratio, p, distance } = spreadTest([{ a: [1, 2, 3, 4, 5], b: [10, 30, 40, 60, 90] }])
    // Distances 1, 1, 2, 2 and 10, 20, 30, 50.
    expect(ratio).toBeCloseTo(27.5 / 1.5, 12)
    expect(distance).toBeCloseTo(27.5, 12)
    expect(p).toBeLessThan(0.05)
    expect(p).toBeGreaterThan(0.01)
  })

  it('does not depend on the level of either side, and turns round with the sides', () => {
    const [a, b] = [side(10, 0.01), side(10, 0.1)]
    const [there, moved] = [spreadTest([{ a, b }]), spreadTest([{ a, b: b.map(value => value + 0.7) }])]
    expect(moved.ratio).toBeCloseTo(there.ratio, 9)
    expect(moved.p).toBeCloseTo(there.p, 9)
    const back = spreadTest([{ a: b, b: a }])
    expect(back.ratio).toBeCloseTo(1 / there.ratio, 9)
    expect(back.p).toBeCloseTo(1 - there.p, 9)
  })

  it('knows sides of which one or both never vary', () => {
    const still = new Array<number>(10).fill(2)
    expect(spreadTest([{ a: still, b: still }])).toMatchObject({ ratio: 1, p: 0.5 })
    const found = spreadTest([{ a: still, b: side(10, 0.1) }])
    expect(found.ratio).toBe(Number.POSITIVE_INFINITY)
    expect(found.p).toBeLessThan(0.001)
    expect(spreadTest([{ a: side(10, 0.1), b: still }])).toMatchObject({ ratio: 0 })
  })

  it('finds in several blocks together what each of them shows, also on a noisy machine', () => {
    const blockOf = (noise: number): Block => ({ a: side(10, noise), b: side(10, 10 * noise) })
    const { ratio, p } = spreadTest([blockOf(0.001), blockOf(0.1)])
    expect(ratio).toBeGreaterThan(5)
    expect(p).toBeLessThan(0.001)
  })

  const strays = (runs: number) => side(runs, 0.005).map(v => v + (random.uniform() < 0.05 ? 0.3 : 0))
  const groups = (runs: number) => side(runs, 0.005).map(v => v + (random.uniform() < 0.3 ? 0.05 : 0))
  const tail = (runs: number) => side(runs, 1.2).map(value => 0.003 * Math.exp(value))

  it.each([
    ['strays', 7, strays],
    ['strays', 20, strays],
    ['groups', 10, groups],
    ['a long tail', 10, tail],
    ['a long tail', 20, tail],
  ])('names at most 1.5 %% of unchanged sides with %s, %i runs a side', (_, runs, make) => {
    const cases = casesOf(1000, 20_000)
    let named = 0
    for (let i = 0; i < cases; i++) {
      const { ratio, p } = spreadTest([{ a: make(runs), b: make(runs) }])
      if (p < 0.01 && ratio >= 5) named++
    }
    expect(wilsonInterval(named, cases, 0.999)[0]).toBeLessThanOrEqual(0.015)
  })

  it('seldom names twice the spread, and names ten times in nine of ten cases', () => {
    const cases = casesOf(500, 5000)
    const named = (times: number) => {
      let count = 0
      for (let i = 0; i < cases; i++) {
        const { ratio, p } = spreadTest([{ a: side(10, 0.01), b: scaled(side(10, 0.01), times) }])
        if (p < 0.01 && ratio >= 5) count++
      }
      return count / cases
    }
    expect(named(2)).toBeLessThan(0.03)
    expect(named(10)).toBeGreaterThan(0.85)
  })
})
