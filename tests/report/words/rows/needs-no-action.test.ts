import { describe, expect, it } from '@jest/globals'
import { needsNoAction } from '../../../../src/report/sections/outcome.ts'
import { comparison, notEstablishedExample, regressionExample } from '../../example-comparison.ts'
import { bareRow } from '../../example-rows.ts'

describe('a comparison', () => {
  it('is quiet when it passes and no row moved', () => {
    expect(
      needsNoAction(
        comparison([bareRow('a', 'no-change'), bareRow('b', 'inconclusive'), bareRow('c', 'new')]),
      ),
    ).toBe(true)
  })

  it('is not quiet when a row improved, or got worse without failing anything', () => {
    expect(needsNoAction(comparison([bareRow('a', 'improvement')]))).toBe(false)
    expect(needsNoAction(comparison([bareRow('a', 'regression', { gates: false })]))).toBe(false)
  })

  it('is not quiet when it failed or was not established', () => {
    expect(needsNoAction(regressionExample())).toBe(false)
    expect(needsNoAction(notEstablishedExample('no-baseline'))).toBe(false)
  })

  it('is not quiet where both sides may have run the same build, which shows no change in any row', () => {
    const rows = [bareRow('a', 'no-change')]
    for (const code of ['shared-program', 'setup-left', 'common-shift', 'output-not-recognised']) {
      const warnings = [{ code, message: 'both may have run the same build' }]
      expect(needsNoAction({ ...comparison(rows), warnings })).toBe(false)
    }
  })

  it('is not quiet when the pull request would change the policy, which a reviewer has to see', () => {
    const rows = [bareRow('a', 'no-change')]
    const codes = ['config-changed', 'workflow-changed', 'waiver-accepted', 'waiver-not-accepted']
    for (const code of codes) {
      const warnings = [{ code, message: 'it sets shadow to true, which is false now' }]
      expect(needsNoAction({ ...comparison(rows), warnings })).toBe(false)
    }
    expect(needsNoAction({ ...comparison(rows), warnings: [{ code: 'no-attach', message: 'x' }] })).toBe(true)
  })
})
