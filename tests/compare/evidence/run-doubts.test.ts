import { describe, expect, it } from '@jest/globals'
import { runDoubts } from '../../../src/compare/evidence/run-doubts.ts'
import { summariseEvidence } from '../../../src/compare/evidence/summarise.ts'
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

  it('are unknown where runs cannot be told apart, or were not judged', () => {
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
