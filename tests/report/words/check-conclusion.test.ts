// The mark of an outcome and its check run, under each `fail-on`: they never tell different things.
import { describe, expect, it } from '@jest/globals'
import type { Comparison, FailOn } from '../../../src/model/index.ts'
import { checkConclusion } from '../../../src/report/sections/outcome.ts'
import { answer } from '../../../src/report/words/answer/answer.ts'
import { comparison, notEstablishedExample, regressionExample } from '../example-comparison.ts'
import { bareRow } from '../example-rows.ts'

/** `mark, conclusion` of a comparison under a policy. */
function ending(compared: Comparison, policy: { failOn?: FailOn; shadow?: boolean } = {}): string {
  const judged = { ...compared, policy: { ...compared.policy, ...policy } }
  const { symbol } = answer(judged)
  return `${symbol}, ${checkConclusion(symbol, judged.outcome)}`
}

const effectOf = (compared: Comparison, policy: { failOn?: FailOn; shadow?: boolean }) =>
  answer({ ...compared, policy: { ...compared.policy, ...policy } }).effect

describe('mark and check run', () => {
  it('fail for a regression, unless nothing is to fail', () => {
    const regressed = regressionExample()
    expect(ending(regressed)).toBe('✗, failure')
    expect(ending(regressed, { failOn: 'regression' })).toBe('✗, failure')
    expect(ending(regressed, { failOn: 'never' })).toBe('!, neutral')
    expect(ending(regressed, { shadow: true })).toBe('!, neutral')
  })

  it('ask for action where something is not established, unless that is not to fail', () => {
    const missing = notEstablishedExample('benchmarks-missing')
    expect(ending(missing)).toBe('✗, action_required')
    for (const failOn of ['regression', 'never'] as const)
      expect(ending(missing, { failOn })).toBe('?, neutral')
    const scattered = notEstablishedExample('scattered')
    for (const failOn of ['inconclusive', 'not-established'] as const)
      expect(ending(scattered, { failOn })).toBe('✗, action_required')
    expect(ending(scattered, { failOn: 'regression' })).toBe('?, neutral')
    expect(ending(notEstablishedExample('inconclusive'))).toBe('✗, action_required')
    const lost = notEstablishedExample('attempts-lost')
    expect(ending(lost, { failOn: 'regression' })).toBe('✗, action_required')
    expect(ending(lost, { failOn: 'never' })).toBe('?, neutral')
  })

  it('are neutral for a first run, which needs no reason for that', () => {
    const first = notEstablishedExample('no-baseline')
    for (const failOn of ['not-established', 'regression', 'never'] as const) {
      expect(ending(first, { failOn })).toBe('?, neutral')
      expect(effectOf(first, { failOn })).toBe('This does not fail the check.')
    }
  })

  it('pass only where a row was decided, be it that what got worse is accepted', () => {
    const passed = (row: Parameters<typeof bareRow>[1]) =>
      comparison([bareRow('parse', row, { fails: false })])
    expect(ending(passed('no-change'))).toBe('✓, success')
    expect(ending(passed('regression'))).toBe('✓, success')
    expect(ending(passed('inconclusive'))).toBe('?, neutral')
    expect(effectOf(passed('no-change'), { failOn: 'never' })).not.toMatch(/does not fail/)
  })

  it('say in words why something does not fail', () => {
    const regressed = regressionExample()
    expect(effectOf(regressed, {})).toBe('This fails the check.')
    expect(effectOf(regressed, { failOn: 'never' })).toMatch(
      /^This does not fail the check: fail-on is never\.$/,
    )
    expect(effectOf(regressed, { shadow: true })).toMatch(/^This does not fail the check: shadow mode\.$/)
    const missing = notEstablishedExample('benchmarks-missing')
    expect(effectOf(missing, { failOn: 'regression' })).toMatch(
      /^This does not fail the check: fail-on is regression\.$/,
    )
  })
})
