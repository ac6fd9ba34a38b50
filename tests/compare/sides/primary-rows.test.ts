// What decides where the services of a duet shared their CPUs, and what is only shown.
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../../src/compare/comparison-request.ts'
import { defaultPolicy, type Plan, type Policy, type Session } from '../../../src/model/index.ts'
import { plainPlan, sample, session } from '../session.ts'

const PAIRS = 10
const plan: Plan = { ...plainPlan, duet: true, service: { warmUpSeconds: 1, loadCpus: '0' } }

/** What was measured of one side, as factors of what the other had. */
type Factors = { latency?: number; cpuTime?: number; failed?: number }

const runs = (level: number, shift: number) =>
  Array.from({ length: PAIRS }, (_, i) => level * (1 + 0.001 * ((i * 7 + shift) % 5)))

function side(first: boolean, { latency = 1, cpuTime = 1, failed = 0 }: Factors = {}): Session {
  const shift = first ? 0 : 3
  const benchmarks = [
    sample('latency', runs(4e5 * latency, shift), { metric: 'p50' }),
    sample(
      'failed-requests',
      runs(failed, shift).map(value => Math.min(100, value)),
      { metric: 'failed-share', unit: '%' },
    ),
    sample('service', runs(5e5 * cpuTime, shift), { metric: 'cpu-time', unit: 'ns/request' }),
  ]
  // Pair by pair, and either side is the first of half of them.
  const order = Array.from({ length: PAIRS }, (_, pair) => 2 * pair + Number((pair % 2 === 0) !== first))
  return session(benchmarks, { plan, order })
}

const compared = (factors: Factors, policy: Partial<Policy> = {}) =>
  compareSessions(interleavedRequest([side(true)], [side(false, factors)], { ...defaultPolicy, ...policy }))

describe('services that shared their CPUs', () => {
  it('are worse by their CPU time, whatever the times of requests say', () => {
    expect(compared({ cpuTime: 1.1 })).toMatchObject({ outcome: 'regression' })
    const { outcome, rows } = compared({ latency: 1.5 })
    expect(outcome).toBe('pass')
    expect(rows.find(({ metric }) => metric === 'p50')).toMatchObject({ verdict: 'regression', gates: false })
  })

  it('are worse by requests that failed', () => {
    expect(compared({ failed: 30 })).toMatchObject({ outcome: 'regression' })
  })

  it('are worse by a time where a rule of the user says so', () => {
    const rules = [{ benchmark: 'latency', metric: 'p50', gate: true }]
    expect(compared({ latency: 1.5 }, { rules })).toMatchObject({ outcome: 'regression' })
  })

  it('do not pass where a budget is on a time of requests', () => {
    const budgets = [{ benchmark: 'latency', metric: 'p50', atMost: true, limit: 1e6, unit: 'ns' }]
    expect(compared({}, { budgets })).toMatchObject({
      outcome: 'not-established',
      budgets: [{ verdict: 'unknown' }],
    })
  })

  it('are worse where the times of requests are missing', () => {
    const candidate = side(false)
    const [, ...others] = candidate.benchmarks
    const comparison = compareSessions(
      interleavedRequest([side(true)], [{ ...candidate, benchmarks: others }], defaultPolicy),
    )
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
  })

  it('are not taken for a benchmark of the load that is called as they are', () => {
    const named = (session: Session): Session => ({
      ...session,
      benchmarks: session.benchmarks.map(each =>
        each.name === 'service' ? { ...each, metric: 'p50', unit: 'ns' } : each,
      ),
    })
    const comparison = compareSessions(
      interleavedRequest([named(side(true))], [named(side(false))], defaultPolicy),
    )
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'nothing-compared' })
  })
})
