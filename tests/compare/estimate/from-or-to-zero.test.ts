// A share of failures that was 0 in every run of the base has no ratio, nor has a rate that falls to 0: they must not hide behind that.
import { describe, expect, it } from '@jest/globals'
import type { Session } from '../../../src/model/index.ts'
import { compare, sample, session } from '../session.ts'

const share = (values: number[]): Session =>
  session([sample('failed', values, { metric: 'failed-share', unit: '%' })])
const none = share([0, 0, 0, 0, 0, 0])

const verdictOf = (baselines: Session[], candidates: Session[], design: 'stored' | 'interleaved') =>
  compare(baselines, candidates[0] as Session, {}, { candidates, design }).rows[0]?.verdict

describe('a share that was 0 in every run of the base', () => {
  const failing = share([12, 40, 38, 41, 7, 40])

  it.each([
    ['a stored session', [none], [failing], 'stored'],
    ['several stored sessions', [none, none, none], [failing], 'stored'],
    ['a block', [none], [failing], 'interleaved'],
    ['several blocks', [none, none], [failing, share([9, 8, 30, 31, 29, 2])], 'interleaved'],
  ] as const)('and in none of the candidate is a regression, against %s', (_, base, head, design) => {
    expect(verdictOf([...base], [...head], design)).toBe('regression')
  })

  it('is no change where it is 0 in the candidate, too', () => {
    expect(verdictOf([none, none], [none], 'stored')).toBe('no-change')
    expect(verdictOf([none, none], [none, none], 'interleaved')).toBe('no-change')
  })

  it('proves nothing by single runs', () => {
    const single = share([0, 0, 3, 0, 0, 0])
    expect(verdictOf([none], [single], 'stored')).toBe('inconclusive')
    expect(verdictOf([none, none], [single, none], 'interleaved')).toBe('inconclusive')
  })

  it('proves nothing with too few runs to tell it from chance', () => {
    expect(verdictOf([share([0, 0])], [share([4, 5])], 'stored')).toBe('inconclusive')
  })
})

describe('a rate that is 0 in every run of the candidate', () => {
  const rate = (values: number[]): Session =>
    session([sample('requests', values, { metric: 'rate', unit: 'requests/s', better: 'higher' })])
  const served = rate([100, 101, 99, 100, 102, 98])
  const nothing = rate([0, 0, 0, 0, 0, 0])

  it.each([
    ['a stored session', [served], [nothing], 'stored'],
    ['several stored sessions', [served, served, served], [nothing], 'stored'],
    ['stored sessions that never vary', [rate([100, 100, 100, 100, 100])], [nothing], 'stored'],
    ['a block', [served], [nothing], 'interleaved'],
    ['several blocks', [served, served], [nothing, nothing], 'interleaved'],
  ] as const)('and in none of the base is a regression, against %s', (_, base, head, design) => {
    const { rows, outcome } = compare([...base], head[0] as Session, {}, { candidates: [...head], design })
    expect(rows[0]).toMatchObject({ verdict: 'regression', fails: true, ratio: 0 })
    expect(outcome).toBe('regression')
  })

  it('is an improvement where less is better, and proves nothing with too few runs', () => {
    const leaks = (values: number[]) => session([sample('leaks', values, { metric: 'count', unit: '' })])
    expect(verdictOf([leaks([3, 4, 5, 3, 4])], [leaks([0, 0, 0, 0, 0])], 'stored')).toBe('improvement')
    const few = compare([rate([100, 101])], rate([0, 0]), {}, { design: 'stored' }).rows[0]
    expect(few).toMatchObject({
      verdict: 'inconclusive',
      reason: 'every run of the candidate is 0: measure more runs',
    })
  })

  it('proves nothing where the base has runs of 0 as well', () => {
    expect(verdictOf([rate([100, 0, 99, 100, 102, 98])], [nothing], 'stored')).toBe('inconclusive')
  })
})
