import { describe, expect, it } from '@jest/globals'
import { type Decided, exitCodeOf } from '../src/exit-codes.ts'

const decided = (outcome: Decided['outcome'], more: Partial<Decided> = {}): Decided => ({
  outcome,
  reason: null,
  policy: { shadow: false },
  ...more,
})

describe('the exit code', () => {
  it('is 0 for a pass, 2 for a regression, and 3 for what was not established where that is to fail', () => {
    expect(exitCodeOf(decided('pass'), 'regression')).toBe(0)
    expect(exitCodeOf(decided('regression'), 'regression')).toBe(2)
    expect(exitCodeOf(decided('not-established'), 'regression')).toBe(0)
    expect(exitCodeOf(decided('not-established'), 'not-established')).toBe(3)
  })

  it('is 3 for an untuned machine where tuning was required, also when only regressions are to fail', () => {
    expect(exitCodeOf(decided('not-established', { reason: 'untuned' }), 'regression')).toBe(3)
  })

  it('is 3 where what an earlier attempt found is lost, also when only regressions are to fail', () => {
    const lost = decided('not-established', { reason: 'attempts-lost' })
    expect(exitCodeOf(lost, 'regression')).toBe(3)
    expect(exitCodeOf(lost, 'never')).toBe(0)
  })

  it('is always 0 when nothing is to fail, and in shadow mode', () => {
    expect(exitCodeOf(decided('regression'), 'never')).toBe(0)
    expect(exitCodeOf(decided('regression', { policy: { shadow: true } }), 'regression')).toBe(0)
  })
})
