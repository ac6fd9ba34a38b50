import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { storedPower } from '../../../src/compare/estimate/stored-power.ts'
import { defaultPolicy, type Row, type Sample, type Session } from '../../../src/model/index.ts'
import { wilsonInterval } from '../../../src/stats/inference/proportions.ts'
import { casesOf } from '../../simulated-cases.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { sample, session } from '../session.ts'

const bytes = { metric: 'allocated-bytes', unit: 'B' }

const steady = (value: number, more: Partial<Sample> = {}, runs = 10): Session =>
  session([sample('a', Array(runs).fill(value), { ...bytes, ...more })])

function rowOf(stored: Session[], ...candidates: Session[]): Row {
  const how = { design: 'stored', policy: defaultPolicy, assumedGrade: 'tuned' } as const
  return compareSessions({ ...how, baselines: stored, candidates }).rows[0] as Row
}

/** Ten commits, each of which moved the number by a tenth of a percent; the newest first. */
const moving = (more: Partial<Sample> = {}, runs = 10) =>
  Array.from({ length: 10 }, (_, i) => steady(1009 - i, more, runs))

describe('a number that every run of a job repeats and nearly every commit moves', () => {
  it('is compared exactly with the newest stored session, and the row names the cut', () => {
    const row = rowOf(moving(), steady(1059))
    expect(row).toMatchObject({ verdict: 'regression', fails: true, p: null, baseline: 1009 })
    expect(row.ratio).toBeCloseTo(1059 / 1009, 12)
    expect(row.warnings).toEqual([
      {
        code: 'baseline-step',
        message:
          'the stored number changed from 1008 to 1009: only the newest 1 of 10 sessions, in which it is the same, ' +
          'are the baseline',
      },
    ])
    expect(rowOf(moving(), steady(959)).verdict).toBe('improvement')
    expect(rowOf(moving(), steady(1009))).toMatchObject({ verdict: 'no-change', ratio: 1 })
    expect(rowOf(moving(), steady(1012))).toMatchObject({ verdict: 'no-change' })
  })

  it('counts all the newest sessions that agree, and every attempt of the candidate', () => {
    const stored = [steady(1009, {}, 3), steady(1009, {}, 3), ...moving().slice(1)]
    expect(rowOf(stored, steady(1059), steady(1059))).toMatchObject({
      verdict: 'regression',
      runs: { baseline: 6, candidate: 20 },
    })
    expect(rowOf(stored, steady(1059), steady(1060)).p).not.toBeNull()
  })

  it('is found unchanged with few sessions too, but changed only by the test between sessions', () => {
    const two = moving().slice(0, 2)
    expect(rowOf(two, steady(1009))).toMatchObject({ verdict: 'no-change', p: null })
    expect(rowOf(two, steady(1059)).p).not.toBeNull()
  })

  it('survives one step that was accepted among eight sessions', () => {
    const stepped = moving().map((each, i) => (i < 4 ? steady(1100 - i) : each))
    expect(rowOf(stepped, steady(1150))).toMatchObject({ verdict: 'regression', p: null })
    expect(rowOf(stepped, steady(1100))).toMatchObject({ verdict: 'no-change', ratio: 1 })
  })

  it('leaves nothing undetected where equality decides: auto need not measure the base commit', () => {
    const plan = { policy: defaultPolicy, grade: 'untuned' as const, runs: 10 }
    expect(storedPower([steady(1009)], plan)).toBe(0)
    expect(storedPower([steady(0), steady(0)], plan)).toBe(0)
    expect(storedPower(moving(), plan)).toBeCloseTo(0.003, 4)
    expect(storedPower(moving().slice(0, 2), plan)).toBeGreaterThan(0.02)
    expect(storedPower(moving({ metric: 'time', unit: 'ns' }), plan)).toBeGreaterThan(0.02)
  })
})

describe('what may be constant in a job by chance', () => {
  const p = (row: Row) => row.p

  it('is not compared exactly: resident memory, rates, few runs, a run or session that varies', () => {
    expect(
      p(rowOf(moving({ metric: 'peak-memory' }), steady(1059, { metric: 'peak-memory' }))),
    ).not.toBeNull()
    expect(
      p(rowOf([steady(1000, { metric: 'max-rss' })], steady(1059, { metric: 'max-rss' }))),
    ).not.toBeNull()
    expect(p(rowOf(moving({ unit: 'B/s' }), steady(1059, { unit: 'B/s' })))).not.toBeNull()
    expect(p(rowOf(moving(), steady(1059, {}, 2)))).not.toBeNull()
    expect(p(rowOf(moving({}, 2), steady(1059)))).not.toBeNull()
    const varying = session([sample('a', [1000, 1000, 1000, 1000, 1001], bytes)])
    expect(p(rowOf([...moving(), varying], steady(1059)))).not.toBeNull()
    expect(p(rowOf(moving(), varying))).not.toBeNull()
  })

  it('is not called for going back to what it was, nor for as much as sessions differ by anyway', () => {
    const states = [1000, 1000, 1000, 1100, 1100, 1100, 1100, 1100, 1100, 1100].map(value => steady(value))
    expect(p(rowOf(states, steady(1100)))).not.toBeNull()
    const wide = [1000, 1030, 990, 1040, 1010, 985].map(value => steady(value))
    expect(p(rowOf(wide, steady(1060)))).not.toBeNull()
    expect(rowOf(wide, steady(1600))).toMatchObject({ verdict: 'regression', p: null })
  })

  it.each([5, 7, 8, 10])(
    'is called in at most 1 %% of cases where every job draws it anew, with %i sessions',
    count => {
      const random = seededRandom(401)
      const cases = casesOf(400, 1500)
      for (const sd of [0.01, 0.05]) {
        let alarms = 0
        const drawn = () => steady(Math.round(1e6 * Math.exp(sd * random.normal())))
        for (let i = 0; i < cases; i++) {
          const row = rowOf(Array.from({ length: count }, drawn), drawn())
          if (row.p === null && row.verdict !== 'no-change') alarms++
        }
        expect(wilsonInterval(alarms, cases, 0.999)[0]).toBeLessThanOrEqual(0.01)
      }
    },
  )
})
