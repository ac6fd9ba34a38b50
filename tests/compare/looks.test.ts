import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { alphaShare, isInVain, levelsAt, looksAt, openRows } from '../../src/compare/looks.ts'
import { defaultPolicy, type Row } from '../../src/model/index.ts'
import { plannedLooks, sample, session } from './session.ts'

const TEN = { baseline: 10, candidate: 10 }

/** Only what the planned looks ask of a row. */
const rowOf = (row: Partial<Row>) =>
  ({ gates: true, warnings: [], runs: TEN, scatter: null, ...row }) as unknown as Row

const noisy: Partial<Row> = { verdict: 'inconclusive', p: 0.6, runsNeeded: 700 }
const inVain = (maxRuns: number, ...rows: Partial<Row>[]) =>
  isInVain(openRows({ rows: rows.map(rowOf) }), maxRuns)

describe('a planned look', () => {
  it.each([
    [[], 10, 1, 0.05, 1],
    [[10, 20], 10, 0.05, 0.015, 0.6],
    [[10, 20], 20, 0.975, 0.025, 0.975],
    [[5, 7, 10, 14, 20], 5, 0.05, 0.015, 0.6],
    [[5, 7, 10, 14, 20], 14, 0.05, 0.015, 0.6],
    [[5, 7, 10, 14, 20], 20, 0.9, 0.025, 0.9],
    [[5, 7, 10, 14, 20, 28, 40], 28, 0.05, 0.01, 0.6],
    [[5, 7, 10, 14, 20, 28, 40], 40, 0.85, 0.025, 0.85],
  ])(
    'of %j with %i runs spends a share of %d of alpha, of equivalence %d, and its interval leaves out a share of %d',
    (looks, runs, share, equivalence, left) => {
      expect(alphaShare(runs, looks)).toBeCloseTo(share, 12)
      const levels = levelsAt(runs, looks, defaultPolicy)
      expect(levels.interval).toBeCloseTo(0.01 * left, 12)
      expect(levels.row).toBeCloseTo(0.01 * share, 12)
      expect(levels.equivalence).toBeCloseTo(equivalence, 12)
    },
  )

  it('counts fewer runs than planned as the look that they were short of', () => {
    expect(alphaShare(9, [5, 10, 20])).toBe(alphaShare(10, [5, 10, 20]))
    expect(alphaShare(19, [5, 10, 20])).toBe(alphaShare(20, [5, 10, 20]))
  })

  it('comes from the plan of a session; several blocks have been looked at one by one', () => {
    const block = (runs: number) => session([sample('a', Array(runs).fill(1))], plannedLooks([5, 10, 20]))
    expect(looksAt([])).toEqual([])
    expect(looksAt([session([sample('a', [1, 1])])])).toEqual([])
    expect(looksAt([block(5)])).toEqual([5, 10, 20])
    expect(looksAt([block(10), block(20), block(5)])).toEqual([10, 35])
  })

  it('decides each row by its own runs, in one family', () => {
    const wave = (runs: number, phase: number) =>
      Array.from({ length: runs }, (_, i) => 100 + Math.sin(2.4 * i + phase))
    const side = (phase: number, factor: number) => [
      sample(
        'early',
        wave(5, phase).map(value => value * factor),
      ),
      sample(
        'late',
        wave(20, phase).map(value => value * factor),
      ),
    ]
    const compared = compareSessions({
      baselines: [session(side(0, 1))],
      candidates: [session(side(1, 1.02), plannedLooks([5, 10, 20]))],
      design: 'interleaved',
      policy: { ...defaultPolicy, band: 0.005 },
      assumedGrade: 'untuned',
    })
    const [early, late] = compared.rows
    expect(early?.p).toBeLessThan(0.05)
    expect(early?.verdict).toBe('inconclusive')
    // Its p is divided by the share of its look before Holm's correction.
    expect(early?.adjustedP).toBeCloseTo(Math.min(1, (early?.p ?? 0) / 0.05), 6)
    expect(late?.verdict).toBe('regression')
    expect(late?.adjustedP).toBeCloseTo((2 * (late?.p ?? 0)) / 0.95, 6)
  })
})

describe('the last look', () => {
  it('is in vain where every open row needs hundreds of runs and nothing points to a change', () => {
    expect(inVain(20, noisy)).toBe(true)
    expect(inVain(20, noisy, { ...noisy, runsNeeded: null }, { verdict: 'no-change', p: 0.5 })).toBe(true)
    expect(inVain(20, noisy, { ...noisy, gates: false, p: 0.01 })).toBe(true)
  })

  it('is made where a change may be in sight, fewer runs are enough, or so many are planned', () => {
    expect(inVain(20, noisy, { ...noisy, p: 0.03 })).toBe(false)
    expect(inVain(20, noisy, { ...noisy, runsNeeded: 60 })).toBe(false)
    expect(inVain(800, noisy)).toBe(false)
    const stray = { verdict: 'no-change', p: 0.9, warnings: [{ code: 'outlier-runs', message: '' }] } as const
    expect(inVain(20, noisy, { ...stray, warnings: [...stray.warnings] })).toBe(false)
    expect(inVain(20, { verdict: 'no-change', p: 0.9 })).toBe(false)
    const scatter = { ratio: 30, p: 0.002, adjustedP: 0.02 }
    expect(inVain(20, { ...noisy, scatter })).toBe(false)
    expect(inVain(20, { ...noisy, scatter: { ...scatter, p: 0.4 } })).toBe(true)
    expect(inVain(20, { ...noisy, scatter, verdict: 'scattered' })).toBe(true)
  })

  it('is not judged by less than half of the runs', () => {
    expect(inVain(20, { ...noisy, runs: { baseline: 5, candidate: 5 } })).toBe(false)
    expect(inVain(20, { ...noisy, runs: { baseline: 9, candidate: 9 } })).toBe(false)
  })
})
