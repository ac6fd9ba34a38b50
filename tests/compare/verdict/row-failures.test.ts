import { describe, expect, it } from '@jest/globals'
import {
  acceptedRows,
  failureOf,
  isAccepted,
  missingFailureOf,
  waiverFor,
} from '../../../src/compare/verdict/row-failures.ts'
import { parseFraction } from '../../../src/inputs/parse.ts'
import type { Waiver } from '../../../src/model/index.ts'
import { regressionExample } from '../../report/example-comparison.ts'

const waiver: Waiver = {
  benchmark: 'parse/*',
  metric: 'wall-time',
  ceiling: 0.08,
  missing: false,
  expires: '2026-12-31',
  expired: false,
  reason: 'bounds checks',
}
const settings = { threshold: 0.03, band: 0.02 }

describe('a regression', () => {
  it('fails unless it is smaller than the threshold', () => {
    expect(failureOf('regression', 1.05, settings, null)).toEqual({ fails: true, reason: null })
    expect(failureOf('regression', 1 / 1.05, settings, null)).toEqual({ fails: true, reason: null })
    expect(failureOf('regression', 1.02, settings, null)).toEqual({
      fails: false,
      reason: 'a real change, but smaller than the configured threshold',
    })
  })

  it('does not fail where its estimate lies within the band, and says so', () => {
    expect(failureOf('regression', 1.019, { threshold: 0.02, band: 0.02 }, null)).toEqual({
      fails: false,
      reason: 'a real change, but its estimate lies within the band of ±2 %, so it does not fail',
    })
    expect(failureOf('regression', 1.021, { threshold: 0.02, band: 0.02 }, null).fails).toBe(true)
  })

  it('is as large as the report shows it, in either direction', () => {
    const accepted = { ...waiver, ceiling: 0.1 }
    expect(failureOf('regression', 0.905, { threshold: 0.1, band: 0.02 }, null).fails).toBe(false)
    expect(failureOf('regression', 0.895, { threshold: 0.1, band: 0.02 }, null).fails).toBe(true)
    expect(failureOf('regression', 0.905, settings, accepted).fails).toBe(false)
    expect(failureOf('regression', 0.895, settings, accepted).fails).toBe(true)
    expect(failureOf('regression', 110 / 100, { threshold: 0.1, band: 0.02 }, null).fails).toBe(true)
    expect(failureOf('regression', 110 / 100, settings, accepted).fails).toBe(false)
  })

  it('fails from its threshold on and is accepted up to its ceiling, exactly, whatever the percentage', () => {
    for (let tenths = 1; tenths < 1000; tenths++) {
      const limit = parseFraction(`${(tenths / 10).toFixed(1)}%`)
      for (const ratio of [(1000 + tenths) / 1000, (1000 - tenths) / 1000]) {
        expect(failureOf('regression', ratio, { threshold: limit, band: 0.02 }, null).fails).toBe(true)
        expect(
          failureOf('regression', ratio, { threshold: 0, band: 0.02 }, { ...waiver, ceiling: limit }).fails,
        ).toBe(false)
      }
    }
  })

  it('does not fail up to the ceiling of its waiver, and above it says so', () => {
    expect(failureOf('regression', 1.07, settings, waiver)).toEqual({
      fails: false,
      reason: 'accepted up to 8 % until 2026-12-31: bounds checks',
    })
    expect(failureOf('regression', 1.09, settings, waiver)).toEqual({
      fails: true,
      reason: 'worse than the 8 % that its waiver accepts (bounds checks)',
    })
  })

  it('fails again once its waiver has expired', () => {
    expect(failureOf('regression', 1.07, settings, { ...waiver, expired: true })).toEqual({
      fails: true,
      reason: 'its waiver expired on 2026-12-31 (bounds checks)',
    })
  })

  it('from a baseline of zero is covered by no threshold and no waiver', () => {
    expect(failureOf('regression', null, settings, waiver).fails).toBe(true)
  })

  it('is the only verdict that fails', () => {
    expect(failureOf('improvement', 0.5, settings, null).fails).toBe(false)
    expect(failureOf('inconclusive', 1.5, settings, null).fails).toBe(false)
  })
})

describe('a row that is missing', () => {
  it('fails unless a waiver accepts that, and says until when', () => {
    const accepted = { ...waiver, ceiling: null, missing: true }
    const why = 'the candidate has no such entry'
    expect(missingFailureOf(why, null)).toEqual({
      fails: true,
      reason: `${why}; if that is intended, accept it with a waiver`,
    })
    expect(missingFailureOf(why, accepted)).toEqual({
      fails: false,
      reason: `${why}; accepted until 2026-12-31: bounds checks`,
    })
    expect(missingFailureOf(why, { ...accepted, expired: true })).toEqual({
      fails: true,
      reason: `${why}; its waiver expired on 2026-12-31 (bounds checks)`,
    })
  })
})

describe('the waiver of a row', () => {
  const row = (benchmark: string, metric: string) => ({ benchmark, metric })

  it('covers either a regression or a missing row', () => {
    const gone = { ...waiver, ceiling: null, missing: true }
    const both = [waiver, gone]
    expect(waiverFor(both, 'regression', row('parse/json', 'wall-time'))).toBe(waiver)
    expect(waiverFor(both, 'missing', row('parse/json', 'wall-time'))).toBe(gone)
    expect(waiverFor([waiver], 'missing', row('parse/json', 'wall-time'))).toBeNull()
    expect(failureOf('regression', 1.05, settings, gone).fails).toBe(true)
  })

  it('matches by benchmark and metric, and the last one counts', () => {
    const later = { ...waiver, ceiling: 0.2 }
    expect(waiverFor([waiver, later], 'regression', row('parse/json', 'wall-time'))).toBe(later)
    expect(waiverFor([waiver, later], 'regression', row('render', 'wall-time'))).toBeNull()
    expect(waiverFor([waiver, later], 'regression', row('parse/json', 'instructions'))).toBeNull()
  })
})

describe('what somebody accepted', () => {
  const accepted = 'accepted by octocat on 2026-11-22 23:10 UTC'
  const failing = regressionExample().rows.filter(row => row.fails)

  it('does not fail, whatever its size, and says who did', () => {
    expect(failing.length).toBeGreaterThan(0)
    const grown = failing.map(each => ({ ...each, ratio: null, reason: 'grew from nothing' }))
    const before = [...failing, ...grown]
    const after = acceptedRows(before, { accepted })
    for (const [i, row] of before.entries()) {
      const reason = row.reason === null ? accepted : `${row.reason}; ${accepted}`
      expect(after[i]).toEqual({ ...row, fails: false, reason })
    }
    expect(after.every(row => isAccepted(row, { accepted }))).toBe(true)
    expect(after.some(row => isAccepted(row, { accepted: null }))).toBe(false)
  })

  it('is nothing where nobody did, where nothing failed, or where nothing was compared', () => {
    const { rows } = regressionExample()
    expect(acceptedRows(rows, { accepted: null })).toBe(rows)
    const passing = rows.filter(row => !row.fails)
    expect(acceptedRows(passing, { accepted })).toEqual(passing)
    const missing = rows.filter(({ verdict }) => verdict === 'removed' || verdict === 'failed')
    expect(missing.length).toBeGreaterThan(0)
    expect(acceptedRows(missing, { accepted })).toEqual(missing)
  })
})
