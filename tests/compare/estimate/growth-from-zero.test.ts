// A share of failures that was 0 in every run of the base has no ratio: it must not hide behind that.
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
