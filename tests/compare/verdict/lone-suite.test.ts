import { describe, expect, it } from '@jest/globals'
import { missingSuite, newSuite } from '../../../src/compare/verdict/lone-suite.ts'
import { defaultPolicy, fails } from '../../../src/model/index.ts'
import { acceptanceLines } from '../../../src/report/words/how-to-accept.ts'
import { sample, session } from '../session.ts'

const waiver = {
  benchmark: 'http',
  metric: '*',
  ceiling: null,
  missing: true,
  expires: '2026-12-31',
  expired: false,
  reason: 'replaced',
}

describe('a suite that only the candidate has', () => {
  it('is new, and fails nothing', () => {
    const comparison = newSuite(session([sample('json', [1, 2, 3, 4, 5])]), defaultPolicy)
    expect(comparison).toMatchObject({
      outcome: 'not-established',
      reason: 'new-suite',
      rows: [{ benchmark: 'json', verdict: 'new', fails: false }],
    })
    expect(fails(comparison)).toBe(false)
  })

  it('fails where it breaks a budget that decides', () => {
    const budget = { benchmark: 'json', metric: 'time', atMost: true, limit: 1, unit: 'ns' }
    const measured = session([sample('json', [200, 200, 200, 200, 200])])
    const comparison = newSuite(measured, { ...defaultPolicy, budgets: [budget] })
    expect([comparison.outcome, comparison.explanation]).toEqual(['regression', 'over budget: json'])
  })
})

describe('a suite that only the base has', () => {
  it('is missing, and fails until a waiver with its name accepts that', () => {
    const comparison = missingSuite('http', { ...defaultPolicy, today: '2026-11-26' })
    expect(fails(comparison)).toBe(true)
    expect(comparison).toMatchObject({
      outcome: 'not-established',
      reason: 'benchmarks-missing',
      rows: [{ benchmark: 'http', verdict: 'removed', fails: true }],
    })
    expect(acceptanceLines(comparison)[1]).toMatch(/benchmark: 'http', missing: true, expires: 2026-12-26/)
    const accepted = missingSuite('http', { ...defaultPolicy, waivers: [waiver] })
    expect([fails(accepted), accepted.outcome, accepted.explanation]).toEqual([
      false,
      'pass',
      'nothing was compared: it is accepted that the suite http is missing',
    ])
    const expired = missingSuite('http', { ...defaultPolicy, waivers: [{ ...waiver, expired: true }] })
    expect(fails(expired)).toBe(true)
  })
})
