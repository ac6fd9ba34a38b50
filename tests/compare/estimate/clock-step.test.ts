// Times and rates that were rounded, or that a coarse clock took: what lies within a step cannot be "no change".
import { describe, expect, it } from '@jest/globals'
import { largestStep, roundingOf } from '../../../src/compare/estimate/clock-step.ts'
import type { Sample } from '../../../src/model/index.ts'
import { whatHelps } from '../../../src/report/words/answer/what-helps.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { compare, sample, session } from '../session.ts'

const ms = { unit: 'ns' } as const
const rate = { metric: 'throughput', unit: 'B/s', better: 'higher' } as const

type Kind = Partial<Sample>

const interleaved = (before: number[], after: number[], kind: Kind = ms) =>
  compare(
    [session([sample('x', before, kind)])],
    session([sample('x', after, kind)]),
    {},
    { design: 'interleaved' },
  )

const rowOf = (before: number[], after: number[], kind: Kind = ms) => interleaved(before, after, kind).rows[0]

const runs = (count: number, value: number) => new Array<number>(count).fill(value)
const rounded = (step: number, values: number[]) => values.map(value => step * Math.round(value / step))

describe('a clock whose step is larger than the band', () => {
  it('never shows that nothing changed, whatever few runs differ', () => {
    const row = rowOf([...runs(9, 100e6), 90e6], [...runs(9, 100e6), 110e6])
    expect(row).toMatchObject({ verdict: 'inconclusive', runsNeeded: null })
    expect(row?.reason).toBe(
      'rounding, or a coarse clock, may hide changes of up to 11 %: no number of runs shows that nothing changed',
    )
    expect(row?.interval?.[0]).toBeLessThan(0.92)
    expect(row?.interval?.[1]).toBeGreaterThan(1.09)
    expect(row?.detectable).toBeGreaterThan(0.1)
  })

  it('hides a change of 4 % in no case of a hundred, and shows one of 20 % in all', () => {
    const random = seededRandom(11)
    const made = (centre: number) =>
      rounded(
        10e6,
        Array.from({ length: 10 }, () => centre * (1 + 0.02 * random.normal())),
      )
    for (let i = 0; i < 100; i++) {
      expect(rowOf(made(98e6), made(102e6))?.verdict).not.toBe('no-change')
      expect(rowOf(made(98e6), made(118e6))?.verdict).toBe('regression')
    }
  })

  it('shows no more in stored sessions, however many agree', () => {
    const stored = Array.from({ length: 10 }, () => session([sample('x', runs(10, 100e6))]))
    const [row] = compare(stored, session([sample('x', runs(10, 100e6))])).rows
    expect(row?.verdict).toBe('inconclusive')
    expect(row?.reason).toMatch(/hide changes of up to 200 %/)
  })

  it('needs a finer clock, and not more runs', () => {
    const compared = interleaved([...runs(9, 100e6), 90e6], [...runs(9, 100e6), 110e6])
    expect(whatHelps(compared.rows, 1, compared)).toEqual([
      'time many iterations at once, or use a finer clock: its steps hide smaller changes',
    ])
  })
})

describe('rates', () => {
  it('that are equal in few digits are not said to be unchanged', () => {
    const same = rowOf(runs(5, 1.2e9), runs(5, 1.2e9), rate)
    expect(same?.verdict).toBe('inconclusive')
    expect(same?.reason).toMatch(/the clock may be too coarse for the band$/)
    const stored = [session([sample('x', runs(5, 1.2e9), rate)])]
    expect(compare(stored, session([sample('x', runs(5, 1.2e9), rate)])).rows[0]?.verdict).toBe(
      'inconclusive',
    )
    expect(rowOf(runs(5, 1.203e9), runs(5, 1.203e9), rate)?.verdict).toBe('no-change')
  })

  it('that are one step of their rounding apart are called after as many runs as times are', () => {
    expect(rowOf(runs(2, 1.2e9), runs(2, 1.1e9), rate)?.verdict).toBe('inconclusive')
    expect(rowOf(runs(5, 1.2e9), runs(5, 1.1e9), rate)?.verdict).toBe('regression')
  })

  it('of nothing are counted: errors that begin are a regression', () => {
    const errors = { metric: 'errors', unit: 'errors/s', better: 'lower' } as const
    expect(rowOf(runs(5, 0), runs(5, 0), errors)?.verdict).toBe('no-change')
    expect(rowOf(runs(5, 0), runs(5, 4), errors)?.verdict).toBe('regression')
  })

  it('without a stroke in their unit are no property of the program either', () => {
    const transactions = { metric: 'rate', unit: 'tps', better: 'higher' } as const
    const stored = [session([sample('x', runs(5, 1200), transactions)])]
    expect(compare(stored, session([sample('x', runs(5, 1170), transactions)])).rows[0]?.verdict).toBe(
      'inconclusive',
    )
  })
})

describe('a step within the band', () => {
  it('lets a row be unchanged, and an interval reach one step', () => {
    const row = rowOf([...runs(9, 100e6), 101e6], [...runs(9, 100e6), 99e6])
    expect(row?.verdict).toBe('no-change')
    expect(row?.interval).toEqual([expect.closeTo(99.5 / 100.5, 10), expect.closeTo(100.5 / 99.5, 10)])
  })
})

describe('the step of a clock', () => {
  it('is the greatest number that divides all values, whatever their unit was', () => {
    expect(largestStep([90e6, 110e6, 130e6])).toBe(10e6)
    expect(largestStep([15.6e6, 31.2e6])).toBeCloseTo(15.6e6, 3)
    expect(largestStep([0.1 + 0.2, 0.4])).toBeCloseTo(0.1, 12)
    expect(largestStep([1200, 1200])).toBe(100)
  })

  it('is nothing where most values differ, or where they do not divide', () => {
    expect(roundingOf([90, 100, 110, 120])).toBe(0)
    expect(roundingOf([...runs(5, 1.23456789e6), ...runs(5, 1.29876543e6)])).toBeLessThan(1e-5)
  })

  it('does not concern counts', () => {
    const counted = { metric: 'allocations', unit: 'allocs/op' } as const
    expect(rowOf([...runs(9, 10), 11], [...runs(9, 10), 11], counted)?.verdict).toBe('no-change')
  })
})
