import { describe, expect, it } from '@jest/globals'
import { checkConclusion } from '../../../src/report/words/check-conclusion.ts'
import { comparison as comparisonOf } from '../example-comparison.ts'
import { bareRow } from '../example-rows.ts'

const comparison = comparisonOf([])

describe('the conclusion of the check run', () => {
  it('is failure for a regression, and neutral for it in shadow mode', () => {
    const regressed = { ...comparison, outcome: 'regression' as const, reason: null }
    expect(checkConclusion(regressed)).toBe('failure')
    expect(checkConclusion({ ...regressed, policy: { ...comparison.policy, shadow: true } })).toBe('neutral')
  })

  it('is neutral for a first run, and asks for action when anything else kept it from being established', () => {
    const open = { ...comparison, outcome: 'not-established' as const }
    expect(checkConclusion({ ...open, reason: 'no-baseline' })).toBe('neutral')
    expect(checkConclusion({ ...open, reason: 'benchmarks-missing' })).toBe('action_required')
    expect(checkConclusion({ ...open, reason: 'testbed-changed' })).toBe('action_required')
  })

  it('is success only where a row was decided', () => {
    const passed = { ...comparison, outcome: 'pass' as const, reason: null }
    const rows = (verdict: 'no-change' | 'inconclusive') => [bareRow('parse', verdict)]
    expect(checkConclusion({ ...passed, rows: rows('no-change') })).toBe('success')
    expect(checkConclusion({ ...passed, rows: rows('inconclusive') })).toBe('neutral')
  })
})
