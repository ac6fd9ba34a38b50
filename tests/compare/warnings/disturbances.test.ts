import { describe, expect, it } from '@jest/globals'
import { summariseEvidence } from '../../../src/compare/sides/side-summary.ts'
import { runDoubts, unevenDoubts } from '../../../src/compare/warnings/disturbances.ts'
import { session } from '../session.ts'
import { evidence, judgedSession, suspect } from './judged-session.ts'

const valid = { validity: 'valid' as const, reasons: [] }

describe('the doubts about the runs of a benchmark', () => {
  it('are those of their processes, in run order', () => {
    expect(runDoubts(judgedSession(3, 1, 'steal', 'swapped'), 'a', 3)).toEqual([['steal', 'swapped'], [], []])
  })

  it('are those of its own processes where a template names benchmarks', () => {
    const all = session([], {
      evidence: [
        evidence(valid, { benchmark: 'a' }),
        evidence(suspect('steal'), { benchmark: 'b' }),
        evidence(suspect('throttled'), { benchmark: 'a' }),
        evidence(valid, { benchmark: 'b' }),
      ],
    })
    expect(runDoubts(all, 'a', 2)).toEqual([[], ['throttled']])
    expect(runDoubts(all, 'b', 2)).toEqual([['steal'], []])
    expect(runDoubts(all, 'c', 2)).toBeNull()
  })

  it('are those of both processes of a delta', () => {
    const pairs = session([], {
      evidence: [evidence(valid), evidence(suspect('steal')), evidence(valid), evidence(valid)],
    })
    expect(runDoubts(pairs, 'a', 2)).toEqual([['steal'], []])
  })

  it('are unknown where runs cannot be identified, or were not judged', () => {
    expect(runDoubts(judgedSession(3, 1, 'steal'), 'a', 2)).toBeNull()
    expect(runDoubts(session([]), 'a', 2)).toBeNull()
    expect(runDoubts(session([], { evidence: [evidence(undefined)] }), 'a', 1)).toBeNull()
  })
})

describe('the summary of the evidence', () => {
  it('counts runs by validity, and leaves out what was never read', () => {
    const runs = [
      evidence(valid, { majorFaults: 2 }),
      evidence(suspect('steal'), { repeated: 'x', involuntarySwitches: 40 }),
      evidence({ ...suspect('throttled'), validity: 'invalid' }),
    ]
    expect(summariseEvidence(runs)).toEqual({
      runs: 3,
      suspect: 1,
      invalid: 1,
      repeated: 1,
      figures: [
        { name: 'CPU time of wall time', unit: 'share', lowest: 1, median: 1, highest: 1 },
        { name: 'involuntary switches', unit: '/s', lowest: 20, median: 20, highest: 40 },
        { name: 'major faults', unit: '', lowest: 0, median: 0, highest: 2 },
      ],
    })
  })

  it('is null without any', () => {
    expect(summariseEvidence([])).toBeNull()
  })
})

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
        '12 of 20 candidate runs were disturbed or repeated, but 1 of 20 baseline runs (swapping): check whether ' +
        'the change itself causes this',
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

  it('count runs that were repeated, whatever became of them', () => {
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

  it('are unknown of sessions whose runs were not judged', () => {
    const unjudged = session([], { evidence: [evidence(undefined)] })
    expect(unevenDoubts([unjudged], [judgedSession(20, 20, 'steal')], 'interleaved')).toBeNull()
    expect(unevenDoubts([], [judgedSession(20, 20, 'steal')], 'stored')).toBeNull()
  })
})
