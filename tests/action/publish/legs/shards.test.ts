import { describe, expect, it } from '@jest/globals'
import type { MeasuredLeg } from '../../../../src/action/publish/legs/leg.ts'
import { shardProblems } from '../../../../src/action/publish/legs/shards.ts'
import { shardName } from '../../../../src/job/request/shard.ts'
import { sample, session } from '../../../compare/session.ts'

function leg(shard: MeasuredLeg['shard'], names: string[] = [], machine = 'bench-1'): MeasuredLeg {
  const suite = shardName('suite', shard)
  const candidate = session(
    names.map(name => sample(name, [1, 2])),
    { suite },
  )
  const attempts = [{ number: 1, run: 'run', candidate, baseline: null }]
  return { suite, shard, fingerprint: machine, machine, commit: '', untouched: [], attempts }
}

const part = (number: number, of: number, names: string[] = [], machine = 'bench-1') =>
  leg({ number, of, deal: 'one' }, names, machine)
const problems = (legs: MeasuredLeg[], runAttempt = 1) => shardProblems(legs, { runAttempt })

describe('the shards of a suite', () => {
  it('are the whole of it when each is there once', () => {
    expect(problems([part(1, 2, ['a']), part(2, 2, ['b'])])).toEqual([])
    expect(problems([leg(null), leg(null, [], 'bench-2')])).toEqual([])
  })

  it('are named when they are missing', () => {
    expect(problems([part(2, 4)])).toEqual([
      'suite: no result of shards 1/4, 3/4, 4/4; the matrix needs a job for each',
    ])
  })

  it('are named when they were measured more than once, unless a job was run again', () => {
    const legs = [part(1, 2), part(2, 2), part(2, 2, [], 'bench-2')]
    expect(problems(legs)).toEqual([
      'suite: more than one job measured shard 2/2; give each job a shard of its own',
    ])
    expect(problems(legs, 2)).toEqual([])
  })

  it('must be parts of one number, without a job that measured everything', () => {
    expect(problems([part(1, 2), part(2, 3)])).toEqual([
      'suite: its shards are of 2 and 3; deal by the same number in all jobs',
    ])
    expect(problems([part(1, 1), leg(null)])).toEqual([
      'suite: some legs measured a shard, others the whole suite; set shard in all of them or in none',
    ])
  })

  it('must be of one deal, which each names with what it dealt by', () => {
    const dealt = (number: number, deal: string, costs?: number) =>
      leg({ number, of: 3, deal, ...(costs === undefined ? {} : { costs }) }, [`bench-${number}`])
    expect(problems([dealt(1, 'one', 7), dealt(2, 'one', 7), dealt(3, 'one', 7)])).toEqual([])
    expect(problems([dealt(1, 'one', 7), dealt(2, 'two'), dealt(3, 'one', 7)])).toEqual([
      'suite: the jobs dealt the benchmarks differently (shards 1/3, 3/3 by the costs in artifact 7; shard 2/3 by ' +
        'count), so a benchmark may be missing: give all jobs the same benchmarks and permissions, and run them again',
    ])
  })
})
