import { describe, expect, it } from '@jest/globals'
import { inputs } from '../../src/inputs/values.ts'
import type { Decided, FailOn, NotEstablished } from '../../src/model/index.ts'
import { exitCodeOf } from '../../src/policy/exit-codes.ts'

const decided = (outcome: Decided['outcome'], more: Partial<Decided> = {}): Decided => ({
  outcome,
  reason: null,
  policy: { shadow: false, failOn: 'not-established' },
  ...more,
})

const under = (given: Decided, failOn: FailOn) =>
  exitCodeOf({ ...given, policy: { ...given.policy, failOn } })

describe('the exit code', () => {
  it('is 0 for a pass and 2 for a regression', () => {
    for (const failOn of ['inconclusive', 'not-established', 'regression'] as const) {
      expect(under(decided('pass'), failOn)).toBe(0)
      expect(under(decided('regression'), failOn)).toBe(2)
    }
  })

  const codes: Record<NotEstablished, [strictly: number, usually: number, onlyRegressions: number]> = {
    'no-baseline': [0, 0, 0],
    'new-suite': [0, 0, 0],
    'base-not-measured': [3, 3, 3],
    'baseline-unreadable': [3, 3, 3],
    'nothing-compared': [3, 3, 0],
    'benchmarks-missing': [3, 3, 0],
    'testbed-changed': [3, 3, 0],
    scattered: [3, 3, 0],
    inconclusive: [3, 0, 0],
    untuned: [3, 3, 3],
    'attempts-lost': [3, 3, 3],
    'output-not-recognised': [3, 3, 3],
    'base-changed': [3, 3, 3],
  }
  const table = Object.entries(codes).map(([reason, each]) => [reason, ...each] as const)

  it.each(table)(
    'of %s is %i where inconclusive rows are to fail, %i by default, and %i where only regressions are',
    (reason, strictly, usually, some) => {
      const result = decided('not-established', { reason: reason as NotEstablished })
      expect(under(result, 'inconclusive')).toBe(strictly)
      expect(under(result, inputs['fail-on'].default)).toBe(usually)
      expect(under(result, 'regression')).toBe(some)
      expect(under(result, 'never')).toBe(0)
    },
  )

  it('is 3 where what an earlier attempt found is lost, also when only regressions are to fail', () => {
    const lost = decided('not-established', { reason: 'attempts-lost' })
    expect(under(lost, 'regression')).toBe(3)
    expect(under(lost, 'never')).toBe(0)
  })

  it('is always 0 when nothing is to fail, and in shadow mode', () => {
    const shadow = { policy: { shadow: true, failOn: 'regression' as const } }
    expect(under(decided('regression'), 'never')).toBe(0)
    expect(under(decided('regression', shadow), 'regression')).toBe(0)
    expect(
      under(decided('not-established', { reason: 'nothing-compared', ...shadow }), 'not-established'),
    ).toBe(0)
  })
})
