// Legs that measured the candidate alone, in a publish job.
import { describe, expect, it } from '@jest/globals'
import {
  compareSections,
  prepareSections,
  suiteBefore,
} from '../../../../src/action/publish/legs/compare-legs.ts'
import { defaultPolicy } from '../../../../src/model/index.ts'
import { exitCodeOf } from '../../../../src/policy/exit-codes.ts'
import { sample, session } from '../../../compare/session.ts'

const leg = {
  suite: 'suite',
  shard: null,
  fingerprint: 'f00',
  machine: 'bench-1',
  commit: 'c'.repeat(40),
  untouched: [],
  attempts: [
    {
      number: 1,
      run: 'run',
      candidate: session([sample('parse', [100, 101, 99, 100])], { suite: 'suite' }),
      baseline: null,
    },
  ],
}
const none = { sessions: [], elsewhere: null, warnings: [], obstacle: null }
const compared = async (obstacle: string | null) => {
  const stored = async () => ({ ...none, obstacle })
  const [section] = compareSections(await prepareSections([leg], defaultPolicy, stored))
  if (!section?.comparison) throw new Error('there is no comparison')
  return section.comparison
}

it('a leg of a renamed suite is compared with what its former name left, a shard with the same shard', () => {
  const before = (suite: string) => (suite === 'fresh' ? 'parse' : suite)
  expect(suiteBefore({ suite: 'fresh', shard: null }, before)).toBe('parse')
  const shard = { number: 2, of: 8, deal: 'd' }
  expect(suiteBefore({ suite: 'fresh 2 of 8', shard }, before)).toBe('parse 2 of 8')
  expect(suiteBefore({ suite: 'other 2 of 8', shard }, before)).toBe('other 2 of 8')
})

describe('a leg without a stored baseline', () => {
  it('has the reason no-baseline; where it could not be read, baseline-unreadable, which fails', async () => {
    const first = await compared(null)
    expect(first).toMatchObject({ outcome: 'not-established', reason: 'no-baseline' })
    const blind = await compared('the artifacts could not be read: no')
    expect(blind).toMatchObject({
      outcome: 'not-established',
      reason: 'baseline-unreadable',
      explanation: 'the artifacts could not be read: no',
    })
    expect(exitCodeOf({ ...blind, policy: { ...blind.policy, failOn: 'regression' } })).toBe(3)
  })
})
