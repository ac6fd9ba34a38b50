import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { openRows } from '../../../src/compare/looks.ts'
import { type Better, type Comparison, defaultPolicy, type Row } from '../../../src/model/index.ts'
import { wilsonInterval } from '../../../src/stats/inference/proportions.ts'
import { casesOf } from '../../simulated-cases.ts'
import { counterRun } from '../../stats/random-samples.ts'
import { type SeededRandom, seededRandom } from '../../stats/seeded-random.ts'
import { sample, session } from '../session.ts'

function compare(baseline: number[], candidate: number[], better: Better = 'lower'): Comparison {
  const counted = (values: number[]) =>
    session([sample('a', values, { metric: 'faults', unit: 'count', better })])
  return compareSessions({
    baselines: [counted(baseline)],
    candidates: [counted(candidate)],
    design: 'interleaved',
    policy: defaultPolicy,
    assumedGrade: 'tuned',
  })
}

const rowOf = (...sides: Parameters<typeof compare>) => compare(...sides).rows[0] as Row
const isCalled = ({ verdict }: Row) => verdict === 'regression' || verdict === 'improvement'
const counts = (random: SeededRandom, runs: number, mean: number, spikes: number) =>
  Array.from({ length: runs }, () => counterRun(random, mean, spikes))

describe('runs of which some are zero', () => {
  const base = [0, 3, 3.1, 3.2, 3.3, 3.4, 3.5, 3.2, 3.1, 100]
  const worse = [4, 4.1, 4.2, 4.3, 4.4, 4.5, 4.2, 4.3, 4.1, 4.6]

  it('are judged by what most of them do, not by the one that is far out', () => {
    const row = rowOf(base, worse)
    expect(row).toMatchObject({ verdict: 'regression', fails: true })
    expect(row.ratio).toBeCloseTo(1.3, 1)
    expect(rowOf(base, worse, 'higher').verdict).toBe('improvement')
    expect(rowOf(worse, base).verdict).toBe('improvement')
  })

  it('have an interval that agrees with the verdict where a run of the candidate is far out', () => {
    const row = rowOf(
      [0, 1, 1.1, 1.2, 1.3, 1.1, 1.2, 1.3, 1.4, 1],
      [2, 2.1, 2.2, 2, 2.1, 2.2, 2.3, 2, 2.1, 90],
    )
    expect(row.verdict).toBe('regression')
    expect(row.interval?.[0]).toBeGreaterThan(1.5)
    expect(row.interval?.[1]).toBeLessThan(3)
  })

  it('state the effect they could have found, and the runs that would find the band', () => {
    const noisy = [0, 90, 110, 100, 95, 105, 98, 102, 97, 103]
    const row = rowOf(
      noisy,
      noisy.map(value => 1.03 * value),
    )
    expect(row.verdict).toBe('inconclusive')
    expect(row.detectable).toBeGreaterThan(0.05)
    expect(row.runsNeeded).toBeGreaterThan(20)
    expect(row.detectable).toBeCloseTo(
      rowOf(
        noisy.map(v => 7 * v),
        noisy.map(v => 7 * v),
      ).detectable ?? 0,
      1,
    )
  })

  it('have no change in percent where most of the baseline are zero: growth is found, and else the row says why', () => {
    const rare = [0, 0, 1, 0, 0, 0, 2, 0, 0, 0]
    expect(rowOf(rare, [5, 6, 4, 7, 5, 6, 5, 4, 6, 5])).toMatchObject({
      verdict: 'regression',
      ratio: null,
      interval: null,
      fails: true,
    })
    expect(rowOf(rare, [0, 1, 0, 0, 0, 2, 0, 0, 1, 0])).toMatchObject({
      verdict: 'inconclusive',
      detectable: null,
      reason: 'the median run of the baseline is 0, so no change has a percentage',
    })
  })

  it('name no direction where the sides differ and the median difference of their runs is zero', () => {
    const still = [...Array(19).fill(1), 0]
    const some = [...Array(11).fill(1), ...Array(9).fill(5)]
    const row = rowOf(still, some)
    expect(row.p).toBeLessThan(0.01)
    expect(row).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/names no direction/),
    })
    // The same without a zero is not of this path, and no improvement either.
    expect(isCalled(rowOf(Array(20).fill(1).with(3, 1.2), some))).toBe(false)
  })

  it('never claim a direction that only their means have, against most of the runs', () => {
    const bimodal = [0, ...Array(11).fill(1), ...Array(8).fill(100)]
    const row = rowOf(
      bimodal,
      Array.from({ length: 20 }, (_, i) => 2 + 0.001 * i),
    )
    expect(isCalled(row)).toBe(false)
    expect(row.interval?.[0]).toBeLessThanOrEqual(1)
    expect(row.interval?.[1]).toBeGreaterThanOrEqual(1)
  })

  it('are examined for runs far out, which ask for another look', () => {
    const comparison = compare([0, 3, 3.1, 3.2, 3.3, 3.4, 3.5, 3.2, 3.1, 100], worse)
    expect(comparison.rows[0]?.warnings.map(({ code }) => code)).toContain('outlier-runs')
    expect(openRows(comparison)).toHaveLength(1)
  })
})

describe('verdict, ratio and interval of runs with zeros', () => {
  it('never contradict each other, whatever the runs are', () => {
    const random = seededRandom(301)
    const pick = <Each>(...from: Each[]) => from[random.integer(from.length)] as Each
    const side = (runs: number) => {
      const [mean, spikes, step] = [pick(0.3, 1, 2, 5, 30), pick(0, 0.05, 0.2), pick(0.1, 1)]
      return Array.from({ length: runs }, () => step * counterRun(random, mean, spikes) + pick(0, 0, 1e-3))
    }
    let [called, directions] = [0, new Set<string>()]
    for (let i = 0; i < casesOf(600, 3000); i++) {
      const better = pick<Better>('lower', 'higher')
      const [a, b] = [side(pick(3, 5, 10, 20)), side(pick(5, 10, 20))]
      a[0] = 0
      const row = rowOf(a, b, better)
      const { ratio, interval, verdict, p } = row
      if (interval) {
        expect(interval[0]).toBeGreaterThanOrEqual(0)
        expect(interval[0]).toBeLessThanOrEqual(ratio as number)
        expect(interval[1]).toBeGreaterThanOrEqual(ratio as number)
        if ((p as number) > defaultPolicy.alpha) {
          expect(interval[0]).toBeLessThanOrEqual(1)
          expect(interval[1]).toBeGreaterThanOrEqual(1)
        }
      }
      if (verdict === 'no-change') expect(Math.abs((ratio as number) - 1)).toBeLessThanOrEqual(0.02)
      if (!isCalled(row)) continue
      called++
      directions.add(verdict)
      const isHigher = (ratio ?? Number.POSITIVE_INFINITY) > 1
      expect(verdict).toBe(isHigher === (better === 'lower') ? 'regression' : 'improvement')
      if (interval === null) continue
      const isAbove = (ratio as number) > 1
      expect(isAbove ? interval[0] > 1 : interval[1] < 1).toBe(true)
    }
    expect(called).toBeGreaterThan(casesOf(60, 300))
    expect(directions.size).toBe(2)
  })

  it('find contaminated counters that got worse, and hardly ever call one better', () => {
    const random = seededRandom(302)
    let [worse, better, cases] = [0, 0, 0]
    while (cases < casesOf(200, 1000)) {
      const [a, b] = [counts(random, 10, 2, 0.1), counts(random, 10, 8, 0.1)]
      if (!a.includes(0)) continue
      cases++
      const { verdict } = rowOf(a, b)
      if (verdict === 'regression') worse++
      if (verdict === 'improvement') better++
    }
    expect(better).toBe(0)
    expect(worse / cases).toBeGreaterThan(0.65)
  })

  it.each([0, 0.05, 0.1])('raise at most 1 %% false alarms where %d of the runs are far out', spikes => {
    const random = seededRandom(303)
    let [alarms, cases] = [0, 0]
    while (cases < casesOf(600, 4000)) {
      const [a, b] = [counts(random, 10, 2, spikes), counts(random, 10, 2, spikes)]
      if (![...a, ...b].includes(0)) continue
      cases++
      if (isCalled(rowOf(a, b))) alarms++
    }
    expect(wilsonInterval(alarms, cases, 0.999)[0]).toBeLessThanOrEqual(0.01)
  })

  it('are called no change at a true change of the band in at most 5 % of cases', () => {
    const random = seededRandom(304)
    let [same, cases] = [0, 0]
    const around = (mean: number) =>
      Array.from({ length: 20 }, () => (random.uniform() < 0.05 ? 0 : mean * (1 + 0.02 * random.normal())))
    while (cases < casesOf(400, 1500)) {
      const [a, b] = [around(100), around(102)]
      if (![...a, ...b].includes(0)) continue
      cases++
      if (rowOf(a, b).verdict === 'no-change') same++
    }
    expect(wilsonInterval(same, cases, 0.999)[0]).toBeLessThanOrEqual(0.05)
  })
})
