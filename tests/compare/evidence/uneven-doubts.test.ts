import { describe, expect, it } from '@jest/globals'
import { unevenDoubts } from '../../../src/compare/evidence/uneven-doubts.ts'
import { session } from '../session.ts'
import { evidence, judgedSession } from './judged-session.ts'

describe('unevenly disturbed sides', () => {
  it('are named with what disturbed the worse one', () => {
    const warning = unevenDoubts(
      [judgedSession(20, 1, 'steal')],
      [judgedSession(20, 12, 'swapped')],
      'interleaved',
    )
    expect(warning).toEqual({
      code: 'uneven-doubts',
      message:
        '12 of 20 candidate runs were disturbed or made again, but 1 of 20 baseline runs (swapping): see whether ' +
        'the change itself brings that about',
    })
  })

  it('are not what chance makes of runs that are disturbed alike, however many', () => {
    expect(
      unevenDoubts([judgedSession(20, 20, 'steal')], [judgedSession(20, 20, 'steal')], 'interleaved'),
    ).toBeNull()
    expect(
      unevenDoubts([judgedSession(10, 1, 'steal')], [judgedSession(10, 5, 'steal')], 'interleaved'),
    ).toBeNull()
  })

  it('count runs that were made again, whatever became of them', () => {
    const valid = { validity: 'valid' as const, reasons: [] }
    const again = session([], {
      evidence: Array.from({ length: 10 }, () => evidence(valid, { repeated: 'the machine swapped' })),
    })
    expect(unevenDoubts([judgedSession(10, 0)], [again], 'interleaved')?.message).toMatch(
      /^10 of 10 candidate/,
    )
  })

  it('do not accuse the change where the sides were measured at different times', () => {
    const stored = [judgedSession(10, 0), judgedSession(10, 0)]
    const warning = unevenDoubts(stored, [judgedSession(10, 9, 'steal')], 'stored')
    expect(warning?.message).toMatch(
      /9 of 10 candidate .* 0 of 20 baseline .*: measure again while the machine is quiet$/,
    )
  })

  it('cannot be told of sessions that nobody judged', () => {
    const unjudged = session([], { evidence: [evidence(undefined)] })
    expect(unevenDoubts([unjudged], [judgedSession(20, 20, 'steal')], 'interleaved')).toBeNull()
    expect(unevenDoubts([], [judgedSession(20, 20, 'steal')], 'stored')).toBeNull()
  })
})
