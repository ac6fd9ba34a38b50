import { describe, expect, it } from '@jest/globals'
import { whyInterleave } from '../../../src/action/pull-request/why-interleave.ts'
import { defaultPolicy, type Session, type Testbed } from '../../../src/model/index.ts'
import { sample, session } from '../../compare/session.ts'

const testbed = (cache: string): Testbed => ({
  grade: 'tuned',
  gradeReason: '',
  // A name has it, and says no more.
  fingerprint: 'aaaaaaaaaaaa',
  facts: { machine: 'bench-1', cache },
})

const stored = (cache: string) =>
  session([sample('parse', [100, 100.1, 99.9, 100, 100.1])], { testbed: testbed(cache) })

const why = (sessions: Session[], elsewhere: Session | null = null) =>
  whyInterleave(
    { sessions, elsewhere, warnings: [], obstacle: null },
    testbed('warm'),
    { runs: 10 },
    {
      ...defaultPolicy,
      band: 0.05,
    },
  )

describe('the base commit is measured in the same job', () => {
  it('unless enough sessions were stored', () => {
    expect(why(Array.from({ length: 12 }, () => stored('warm')))).toBeNull()
  })

  it('where all that was stored was measured with other settings, which it names', () => {
    const expected = "the base branch's last result is of another testbed: cache (cold → warm)"
    expect(why(Array.from({ length: 12 }, () => stored('cold')))).toBe(expected)
    expect(why([], stored('cold'))).toBe(expected)
  })

  it('where too few were measured with the same settings, without counting the others', () => {
    const sessions = [stored('warm'), ...Array.from({ length: 12 }, () => stored('cold'))]
    expect(why(sessions)).toMatch(/^1 stored session could show/)
  })
})
