import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { defaultPolicy } from '../../src/compare/policy.ts'
import type { Comparison, Policy, Session, Waiver } from '../../src/model.ts'
import { sample, session } from './session.ts'

const A = [100.1, 100.9, 99.8, 101.2, 100.4, 100.2, 99.9, 100.6]

const gone: Waiver = {
  benchmark: 'gone',
  metric: '*',
  ceiling: null,
  missing: true,
  expires: '2026-12-31',
  expired: false,
  reason: 'replaced',
}

function compare(baselines: Session[], candidate: Session, policy: Partial<Policy> = {}): Comparison {
  return compareSessions({
    baselines,
    candidates: [candidate],
    design: 'stored',
    look: 'only',
    policy: { ...defaultPolicy, ...policy },
    assumedGrade: 'untuned',
  })
}

const at = (commit: string) => ({ revision: { commit, ref: null, dirty: false } })
const rowOf = ({ rows }: Comparison, name: string) => rows.find(row => row.benchmark === name)
const base = session([sample('kept', A), sample('gone', A)])

describe('a benchmark that the base has', () => {
  it('fails the comparison when the candidate lacks it', () => {
    const comparison = compare([base], session([sample('kept', A)]))
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
    expect(rowOf(comparison, 'gone')).toMatchObject({ verdict: 'removed', fails: true })
  })

  it('fails the comparison when its direction or its unit changes', () => {
    for (const change of [{ better: 'higher' as const }, { unit: 'B' }]) {
      const comparison = compare([base], session([sample('kept', A), sample('gone', A, change)]))
      expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
      expect(rowOf(comparison, 'gone')).toMatchObject({ verdict: 'not-comparable', fails: true })
    }
  })

  it('fails the comparison when it failed, unless it does not gate', () => {
    const crashed = session([sample('kept', A)], { failures: [{ name: 'gone', reason: 'crashed' }] })
    expect(rowOf(compare([base], crashed), 'gone')).toMatchObject({ verdict: 'failed', fails: true })
    const rules = [{ benchmark: 'gone', metric: '*', gate: false }]
    const shown = compare([base], crashed, { rules })
    expect(shown.outcome).toBe('pass')
    expect(rowOf(shown, 'gone')).toMatchObject({ verdict: 'failed', fails: false })
  })

  it('is not asked for when only runs about older commits have it, whatever they checked out', () => {
    const newest = session([sample('kept', A)], { about: 'b'.repeat(40) })
    const older = { ...base, about: 'a'.repeat(40) }
    const candidate = session([sample('kept', A)])
    expect(compare([newest, older], candidate).outcome).toBe('pass')
    const ofBenchmarks = [newest, older].map(each => ({ ...each, ...at('c'.repeat(40)) }))
    expect(compare(ofBenchmarks, candidate).outcome).toBe('pass')
    const together = compare([newest, { ...older, about: 'b'.repeat(40) }], candidate)
    expect(together).toMatchObject({ reason: 'benchmarks-missing' })
  })

  it('may be missing where a waiver accepts that, until its last day', () => {
    const candidate = session([sample('kept', A)])
    const accepted = compare([base], candidate, { waivers: [gone] })
    expect(accepted.outcome).toBe('pass')
    expect(rowOf(accepted, 'gone')).toMatchObject({
      verdict: 'removed',
      fails: false,
      reason: 'the candidate has no such entry; accepted until 2026-12-31: replaced',
    })
    const expired = compare([base], candidate, { waivers: [{ ...gone, expired: true }] })
    expect(expired).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
  })

  it('is said to be missing beside a regression, which outranks it', () => {
    const slow = session([
      sample(
        'kept',
        A.map(value => 2 * value),
      ),
    ])
    const comparison = compare([session([sample('kept', A), sample('gone', A)])], slow)
    expect(comparison.outcome).toBe('regression')
    expect(comparison.explanation).toMatch(/significantly worse: kept; in the baseline .* not measured: gone/)
  })

  it('and nothing else leaves nothing to compare, which only a waiver lets pass, saying so', () => {
    const candidate = session([sample('other', A)])
    const alone = session([sample('gone', A)])
    const comparison = compare([alone], candidate)
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'nothing-compared' })
    expect(comparison.explanation).toMatch(/no benchmark was measured on both sides; .*: gone/)
    expect(compare([alone], candidate, { waivers: [gone] })).toMatchObject({
      outcome: 'pass',
      explanation: 'nothing was compared: it is accepted that gone is missing',
    })
  })

  it('is not expected any more once its newest commit lacks it', () => {
    const older = { ...base, ...at('b'.repeat(40)) }
    const newest = session([sample('kept', A)], at('a'.repeat(40)))
    const comparison = compare([newest, older], session([sample('kept', A)]))
    expect(comparison.rows.map(row => row.benchmark)).toEqual(['kept'])
    const crashed = { ...newest, failures: [{ name: 'gone', reason: 'crashed' }] }
    expect(rowOf(compare([crashed, older], session([sample('kept', A)])), 'gone')?.fails).toBe(true)
  })
})

describe('a benchmark that only the candidate has', () => {
  it('never fails the comparison, whatever its numbers', () => {
    const candidate = session([...base.benchmarks, sample('fresh', A), sample('zero', [0, 0, 0, 0, 0])])
    const comparison = compare([base], candidate)
    expect(comparison.outcome).toBe('pass')
    expect(comparison.rows.filter(row => row.fails)).toEqual([])
    const empty = compare([session([])], session([sample('zero', [0, 0, 0, 0, 0])]))
    expect(empty).toMatchObject({ outcome: 'not-established', reason: 'nothing-compared' })
  })
})
