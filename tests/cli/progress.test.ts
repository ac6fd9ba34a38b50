import { describe, expect, it, jest } from '@jest/globals'
import { startProgress } from '../../src/job/progress/progress.ts'

const planned = (number: number, kind: 'warmup' | 'measured' = 'measured') => ({
  side: 'candidate' as const,
  kind,
  number,
})

function written(isTTY: boolean, inActions: boolean): string {
  let text = ''
  const stream = { write: (part: string) => (text += part), isTTY }
  const progress = startProgress(stream, { inActions })
  progress.onRun({ planned: planned(0, 'warmup'), wallTime: 1.5e9, failures: [], done: 1, total: 3 })
  const failures = inActions ? [{ name: '##[add-mask]a', reason: 'x\n::add-mask::b' }] : []
  progress.onRun({ planned: planned(0), wallTime: 4e6, failures, done: 2, total: 3 })
  progress.end()
  progress.end()
  return text
}

describe('progress', () => {
  it('is one line per run where nobody watches', () => {
    expect(written(false, false)).toBe(
      'warm-up run 1 of the candidate: 1.50 s (1 of 3)\nrun 1 of the candidate: 0.004 s (2 of 3)\n',
    )
  })

  it('is folded into a log group in a GitHub job', () => {
    expect(written(false, true)).toMatch(
      /^::group::stable-bench runs\nwarm-up.*\nrun 1.*, ##\\\[add-mask\]a failed: x\n\\::add-mask::b\n::endgroup::\n$/,
    )
  })

  it('rewrites one line on a terminal, says how long it will take, and leaves nothing behind', () => {
    const text = written(true, false)
    const lines = text.split('\r\u001b[2K')
    expect(lines[2]).toMatch(/^run 1 of the candidate: 0\.004 s \(2 of 3\), \d+ s left$/)
    expect(lines[3]).toBe('')
    expect(text).not.toContain('\n')
  })

  it('says how long it takes to the next look, and to the last', () => {
    jest.useFakeTimers()
    try {
      let text = ''
      const { onRun } = startProgress({ write: (part: string) => (text += part) }, { inActions: false })
      jest.advanceTimersByTime(50)
      onRun({ planned: planned(0), wallTime: 4e6, failures: [], done: 1, total: 1001, most: 40_001 })
      expect(text).toMatch(/, about 50 s to 33 min left\n$/)
    } finally {
      jest.useRealTimers()
    }
  })

  it('says it anew where other runs are counted: of the design that was chosen, or of the next look', () => {
    jest.useFakeTimers()
    try {
      let text = ''
      const { onRun } = startProgress({ write: (part: string) => (text += part) }, { inActions: false })
      const ends = (seconds: number, done: number, total: number) => {
        jest.advanceTimersByTime(1000 * seconds)
        onRun({ planned: planned(0), wallTime: 4e6, failures: [], done, total })
      }
      ends(60, 1, 26)
      ends(60, 2, 26)
      ends(2, 1, 24)
      for (let done = 2; done <= 24; done++) ends(2, done, 24)
      ends(3, 1, 41)
      expect(text.match(/about .* left/g)).toEqual([
        'about 25 min left',
        'about 46 s left',
        'about 2 min left',
      ])
    } finally {
      jest.useRealTimers()
    }
  })
})
