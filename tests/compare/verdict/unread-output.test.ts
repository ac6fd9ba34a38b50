import { describe, expect, it } from '@jest/globals'
import { fails, type Session } from '../../../src/model/index.ts'
import { answer } from '../../../src/report/words/answer/answer.ts'
import { compare, sample, session } from '../session.ts'

const runs = [100, 101, 99, 100, 102, 98]
const timed = (more: Partial<Session> = {}) => session([sample('a', runs)], { tool: 'process', ...more })
const unread = timed({ unreadOutput: 'measured-values' })

const outcomeOf = (baseline: Session, candidate: Session, design: 'stored' | 'interleaved') => {
  const found = compare([baseline], candidate, {}, { design })
  return [found.outcome, found.reason, found.explanation]
}

const NOT_READ = ['not-established', 'output-not-recognised']

describe('a comparison with output that nothing read', () => {
  it('is not established, whatever its rows say, and fails', () => {
    const worse = session(
      [
        sample(
          'a',
          runs.map(value => value * 2),
        ),
      ],
      {
        tool: 'process',
        unreadOutput: 'other',
      },
    )
    const found = compare([timed()], worse, {}, { design: 'interleaved' })
    expect([found.outcome, found.reason]).toEqual(NOT_READ)
    expect(fails(found)).toBe(true)
    expect(found.rows[0]?.verdict).toBe('regression')
    expect(answer(found)).toEqual({
      symbol: '✗',
      also: '',
      glyph: '🔴',
      title: 'Nothing read the output, and only whole processes were timed · 1 slower',
      effect: 'This fails the check.',
      advice:
        'Set pattern to say where the results are, or set tool to process to compare the time of the process.',
    })
  })

  it('is not established without a baseline, so that a first run shows it', () => {
    expect(compare([], unread).reason).toBe('output-not-recognised')
  })

  it('says whose output it was, and what it shows', () => {
    const what = 'shows measured values in no known format'
    expect(outcomeOf(timed(), unread, 'interleaved')).toEqual([
      ...NOT_READ,
      `the output of the candidate ${what}`,
    ])
    expect(outcomeOf(unread, timed(), 'interleaved')).toEqual([
      ...NOT_READ,
      `the output of the baseline ${what}`,
    ])
  })

  it('does not matter in a stored baseline of a candidate that is timed', () => {
    expect(outcomeOf(unread, timed(), 'stored')[1]).toBeNull()
    expect(outcomeOf(unread, session([sample('a', runs)], { tool: 'go' }), 'stored').slice(0, 2)).toEqual(
      NOT_READ,
    )
  })
})
