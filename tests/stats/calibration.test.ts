// The error rates that the documentation promises, by simulation with fixed seeds. A rate fails when its 99.9 %
// Wilson interval lies above what is promised, or when it is so low that the test must have lost its power.
import { describe, expect, it } from '@jest/globals'
import { wilsonInterval } from '../../src/stats/inference/proportions.ts'
import { fiellerInterval } from '../../src/stats/inference/ratios.ts'
import { storedTest } from '../../src/stats/inference/stored-test.ts'
import { casesOf } from '../simulated-cases.ts'
import { oneBlockIntervals, oneBlockTest } from './one-block.ts'
import { sample } from './random-samples.ts'
import { seededRandom } from './seeded-random.ts'

const atLeast = (count: number, cases: number) => wilsonInterval(count, cases, 0.999)[0]
const atMost = (count: number, cases: number) => wilsonInterval(count, cases, 0.999)[1]

describe('false alarms of the test of one block', () => {
  const cases = casesOf(5_000, 20_000)
  it.each([
    ['normal', 5, 5],
    ['normal', 10, 10],
    ['normal', 5, 10],
    ['normal', 12, 7],
    ['contaminated', 10, 10],
    ['bimodal', 10, 10],
    ['skewed', 10, 10],
    ['counter', 10, 10],
    ['counter', 20, 20],
  ])('are at most 1 %% and 5 %% for %s runs, %i against %i', (shape, m, n) => {
    const random = seededRandom(101)
    let [at1, at5] = [0, 0]
    for (let i = 0; i < cases; i++) {
      const p = oneBlockTest(sample(random, shape, m), sample(random, shape, n))
      if (p <= 0.01) at1++
      if (p <= 0.05) at5++
    }
    expect(atLeast(at1, cases)).toBeLessThanOrEqual(0.01)
    expect(atLeast(at5, cases)).toBeLessThanOrEqual(0.05)
    expect(atMost(at1, cases)).toBeGreaterThan(0.003)
    expect(atMost(at5, cases)).toBeGreaterThan(0.025)
  })
})

describe('coverage of the intervals', () => {
  const cases = casesOf(1_000, 3_000)
  it.each([
    ['normal', 5, 5],
    ['normal', 10, 10],
    ['contaminated', 10, 10],
    ['bimodal', 8, 12],
    ['coarse', 10, 10],
  ])('is 99 %% and 90 %% for %s runs, %i against %i with a shift of 3 %%', (shape, m, n) => {
    const random = seededRandom(102)
    const shift = Math.log1p(0.03)
    let [in99, in90] = [0, 0]
    for (let i = 0; i < cases; i++) {
      const intervals = oneBlockIntervals(
        sample(random, shape, m),
        sample(random, shape, n, shift),
        [0.99, 0.9],
      )
      const [covers99, covers90] = intervals.map(([low, high]) => low <= shift && shift <= high)
      if (covers99) in99++
      if (covers90) in90++
    }
    expect(atMost(in99, cases)).toBeGreaterThanOrEqual(0.99)
    expect(atMost(in90, cases)).toBeGreaterThanOrEqual(0.9)
    expect(in99 / cases).toBeLessThan(0.999)
    expect(in90 / cases).toBeLessThan(0.95)
  })

  it("is 95 % for Fieller's interval of raw values with unequal variances", () => {
    const random = seededRandom(103)
    let covered = 0
    for (let i = 0; i < 10_000; i++) {
      const a = Array.from({ length: 6 }, () => 10 + 2 * random.normal())
      const b = Array.from({ length: 9 }, () => 12 + 4 * random.normal())
      const interval = fiellerInterval(a, b, 0.95)
      if (interval === null || (interval[0] <= 1.2 && 1.2 <= interval[1])) covered++
    }
    expect(atMost(covered, 10_000)).toBeGreaterThanOrEqual(0.95)
    expect(covered / 10_000).toBeLessThan(0.97)
  })
})

/** The share of candidates that differ by `effect` and are found at 1 % against K stored sessions. */
function foundAgainstStored(stored: number, sessionSd: number, runSd: number, effect: number, cases: number) {
  const random = seededRandom(104)
  const runs = 10
  const session = (level: number) => {
    const centre = level + sessionSd * random.normal()
    return Array.from({ length: runs }, () => centre + runSd * random.normal())
  }
  let found = 0
  for (let i = 0; i < cases; i++) {
    const baseline = Array.from({ length: stored }, () => session(0))
    const candidate = session(Math.log1p(effect))
    const { p } = storedTest({
      segments: [baseline],
      candidates: [candidate],
      prior: { sd: 0.01, df: 4 },
    })
    if (p <= 0.01) found++
  }
  return found
}

describe('the stored baseline', () => {
  const cases = casesOf(1_000, 5_000)
  it.each([1, 3, 10])('has at most 1 %% false alarms with %i stored sessions', stored => {
    for (const sessionSd of [0, 0.003, 0.006, 0.01]) {
      const alarms = foundAgainstStored(stored, sessionSd, 0.01, 0, cases)
      expect(atLeast(alarms, cases)).toBeLessThanOrEqual(0.01)
      expect(alarms / cases).toBeLessThan(0.012)
    }
  })

  it('raises too many false alarms where sessions differ by more than the prior says, until there are many', () => {
    expect(foundAgainstStored(1, 0.05, 0.01, 0, 2_000) / 2_000).toBeGreaterThan(0.1)
    expect(foundAgainstStored(20, 0.05, 0.01, 0, 2_000) / 2_000).toBeLessThan(0.03)
  })

  it('finds 10 % with one, 5 % with three and 2 % with twenty quiet sessions, and with ten two times in three', () => {
    const found = (stored: number, effect: number) =>
      foundAgainstStored(stored, 0.002, 0.003, effect, 1_000) / 1_000
    expect(found(1, 0.1)).toBeGreaterThan(0.99)
    expect(found(3, 0.05)).toBeGreaterThan(0.99)
    const withTen = found(10, 0.02)
    expect(withTen).toBeGreaterThan(0.6)
    expect(withTen).toBeLessThan(0.75)
    expect(found(20, 0.02)).toBeGreaterThan(0.97)
  })
})
