import type { Judgement, RunEvidence, Session } from '../../../src/model/index.ts'
import { session } from '../session.ts'

const valid: Judgement = { validity: 'valid', reasons: [] }

export const suspect = (...codes: string[]): Judgement => ({
  validity: 'suspect',
  reasons: codes.map(code => ({ code, message: `${code} happened` })),
})

export function evidence(judgement: Judgement | undefined, more: Partial<RunEvidence> = {}): RunEvidence {
  return {
    startedAt: '2026-01-01T00:00:00.000Z',
    wallTime: 1e9,
    userTime: 0.9e9,
    systemTime: 0.1e9,
    peakMemory: null,
    voluntarySwitches: null,
    involuntarySwitches: 20,
    minorFaults: null,
    majorFaults: 0,
    ...(judgement ? { judgement } : {}),
    ...more,
  }
}

/** A session of `runs` judged runs, of which the first `doubtful` are suspect for these reasons. */
export function judgedSession(runs: number, doubtful: number, ...codes: string[]): Session {
  const judgements = Array.from({ length: runs }, (_, i) => (i < doubtful ? suspect(...codes) : valid))
  return session([], { evidence: judgements.map(judgement => evidence(judgement)) })
}
