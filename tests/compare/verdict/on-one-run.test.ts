// A verdict that one run decides says so; nothing is removed for it.
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../../src/compare/comparison-request.ts'
import { defaultPolicy, type Policy } from '../../../src/model/index.ts'
import { sample, session } from '../session.ts'

type Sides = [baseline: number[], candidate: number[]]

const compareAll = (rows: Sides[], policy: Policy = defaultPolicy) => {
  const side = (which: 0 | 1) => session(rows.map((row, i) => sample(`case ${i}`, row[which])))
  return compareSessions(interleavedRequest([side(0)], [side(1)], policy)).rows
}

const notesOf = (sides: Sides) => {
  const [row] = compareAll([sides])
  return {
    verdict: row?.verdict,
    note: row?.warnings.find(({ code }) => code === 'on-one-run')?.message ?? null,
  }
}

const base = [100.5, 100.4, 100.2, 98.9, 100.2, 99.6, 99.7, 98.6, 99.2, 99.7]
const oneSlow = [101.3, 100.5, 102.1, 100.1, 100.8, 101.2, 100.7, 101.3, 100.2, 109.6]

describe('a verdict that rests on one run', () => {
  it('names the run, and what the row would be if the run were like the others', () => {
    expect(notesOf([base, oneSlow])).toEqual({
      verdict: 'regression',
      note: 'the verdict rests on run 10 of the candidate: were that run like the others, it would be no change',
    })
  })

  it('is true: with such a run in its place the verdict is the one that is named', () => {
    const others = oneSlow.slice(0, -1)
    expect(notesOf([base, [...others, 100.8]])).toEqual({ verdict: 'no-change', note: null })
  })

  it('may be no change: one fast run hides that all others are slower', () => {
    const before = [101.2, 99.5, 100.1, 101.2, 100.8, 99.5, 100, 99.1, 100.6, 99.8]
    const after = [92.2, 101.4, 102.6, 100.4, 101.6, 101.8, 101.7, 101.6, 100.7, 102.6]
    expect(notesOf([before, after])).toEqual({
      verdict: 'no-change',
      note: 'the verdict rests on run 1 of the candidate: were that run like the others, it would be a regression',
    })
  })

  it('is not a verdict that stands without the run, however far away that is', () => {
    const slower = base.map((value, i) => (i === 4 ? 130 : value * 1.06))
    const [row] = compareAll([[base, slower]])
    expect(row?.verdict).toBe('regression')
    expect(row?.warnings.map(({ code }) => code)).toEqual(['outlier-runs'])
  })

  it('is judged in the family of the row', () => {
    // Among others that changed as much it is the same; the notes of those stay as they are.
    const steady: Sides = [base, base.map(value => value * 1.0005)]
    const rows = compareAll([[base, oneSlow], steady, steady])
    expect(rows.map(row => row.warnings.some(({ code }) => code === 'on-one-run'))).toEqual([
      rows[0]?.verdict === 'regression',
      false,
      false,
    ])
  })
})
