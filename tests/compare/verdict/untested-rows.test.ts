import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { type Design, defaultPolicy, type Session } from '../../../src/model/index.ts'
import { sample, session, testbed } from '../session.ts'

const A = [100.1, 100.9, 99.8, 101.2, 100.4, 100.2, 99.9, 100.6]

describe('a benchmark that failed in an earlier attempt', () => {
  const machine = (name: string) => ({ testbed: testbed({ machine: name }) })
  const measured = session([sample('a', A), sample('b', A)], machine('one'))
  const crashed = (more: Partial<Session>) =>
    session([sample('a', A)], { ...more, failures: [{ name: 'b', reason: 'crashed' }] })
  const verdicts = (candidates: Session[], design: Design) => {
    const baselines =
      design === 'stored' ? [measured] : candidates.map(each => ({ ...measured, testbed: each.testbed }))
    const how = { assumedGrade: 'untuned', policy: defaultPolicy } as const
    return compareSessions({ ...how, design, baselines, candidates }).rows.map(row => [
      row.benchmark,
      row.verdict,
    ])
  }
  const same = [
    ['a', 'no-change'],
    ['b', 'no-change'],
  ]

  it('and was measured in a newer one on the same machine has not failed', () => {
    expect(verdicts([measured, crashed(machine('one'))], 'interleaved')).toEqual(same)
    expect(verdicts([measured, crashed(machine('one'))], 'stored')).not.toContainEqual(['b', 'failed'])
  })

  it('has failed if the newest attempt failed, another machine failed, or the machine is unknown', () => {
    const failed = [...same, ['b', 'failed']]
    expect(verdicts([crashed(machine('one')), measured], 'interleaved')).toEqual(failed)
    expect(verdicts([measured, crashed(machine('two'))], 'interleaved')).toEqual(failed)
    expect(verdicts([measured, crashed({})], 'interleaved')).toEqual(failed)
  })

  it('gets the newest reason', () => {
    const attempts = ['newest', 'older'].map(reason => ({
      ...crashed(machine('one')),
      failures: [{ name: 'c', reason }],
    }))
    const how = { design: 'stored', assumedGrade: 'untuned', policy: defaultPolicy } as const
    const { rows } = compareSessions({ ...how, baselines: [measured], candidates: attempts })
    expect(rows.find(row => row.benchmark === 'c')?.reason).toMatch(/^candidate: newest;/)
  })
})
