import { describe, expect, it } from '@jest/globals'
import { blockedShift } from '../../../src/stats/inference/blocked-test.ts'
import { interleavedShift } from '../../../src/stats/inference/interleaved-shift.ts'
import { wilsonInterval } from '../../../src/stats/inference/proportions.ts'
import { roundsShift } from '../../../src/stats/inference/rounds-test.ts'
import { welch } from '../../../src/stats/inference/t-tests.ts'
import { casesOf } from '../../simulated-cases.ts'
import { seededRandom } from '../seeded-random.ts'

describe('the shift of runs that alternated', () => {
  const random = seededRandom(821)
  const side = (runs: number, sd: number) => Array.from({ length: runs }, () => sd * random.normal())

  it('is that of the combined test where both sides have about as many runs', () => {
    const blocks = [{ a: side(20, 0.01), b: side(19, 0.01) }]
    const [found, combined] = [interleavedShift(blocks), blockedShift(blocks)]
    expect([found.shift, found.p]).toEqual([combined.shift, combined.p])
    expect(found.intervalAt(0.99)).toEqual(combined.intervalAt(0.99))
  })

  it('is that of rounds where these are known, from ten of them to a hundred', () => {
    const blockOf = (runs: number) => ({ a: side(runs, 0.01), b: side(runs, 0.01) })
    const [nine, ten, five, many] = [blockOf(9), blockOf(10), blockOf(5), blockOf(101)]
    for (const few of [[nine], [five, blockOf(4)], [many]])
      expect(interleavedShift(few, true).p).toBe(blockedShift(few).p)
    for (const enough of [[ten], [five, blockOf(5)]])
      expect(interleavedShift(enough, true).p).toBe(roundsShift(enough).p)
    expect(interleavedShift([ten]).p).toBe(blockedShift([ten]).p)
    const still = [{ a: new Array(10).fill(1), b: new Array(10).fill(2) }]
    expect(interleavedShift(still, true).intervalAt(0.99)).toEqual([1, 1])
  })

  it("is that of Welch's t where one has more, and its interval is on the side of its p", () => {
    for (let i = 0; i < 50; i++) {
      const [a, b] = [side(5, 0.01), side(12, 0.01).map(value => value + 0.003 * (i % 8))]
      const { shift, p, intervalAt } = interleavedShift([{ a, b }])
      expect(shift).toBe(welch(a, b).difference)
      expect(p).toBe(welch(a, b).p)
      for (const level of [0.9, 0.99]) {
        const [low, high] = intervalAt(level)
        expect(low < 0 && high > 0).toBe(p > 1 - level)
      }
    }
  })

  it('is that of the means where slightly unequal sides vary differently, and stray runs do not make that so', () => {
    const quiet = side(10, 0.001)
    const wild = side(9, 0.01)
    expect(interleavedShift([{ a: wild, b: quiet }]).p).toBe(welch(wild, quiet).p)
    const stray = [...side(8, 0.001), 0.4]
    expect(interleavedShift([{ a: stray, b: quiet }]).p).toBe(blockedShift([{ a: stray, b: quiet }]).p)
  })

  it.each([
    [5, 20, 5],
    [5, 10, 5],
    [10, 20, 5],
    [9, 10, 10],
    [10, 11, 10],
  ])(
    'raises at most 1.5 %% false alarms with %i runs against %i that vary %i times less',
    (few, many, times) => {
      const cases = casesOf(few + 1 === many ? 3000 : 800, 10_000)
      let alarms = 0
      for (let i = 0; i < cases; i++)
        if (interleavedShift([{ a: side(few, 0.01), b: side(many, 0.01 / times) }]).p < 0.01) alarms++
      expect(wilsonInterval(alarms, cases, 0.999)[0]).toBeLessThanOrEqual(0.015)
    },
  )
})
