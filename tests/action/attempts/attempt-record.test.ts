import { describe, expect, it } from '@jest/globals'
import {
  type AttemptRecord,
  attemptRecord,
  findingsInComparison,
  readRecord,
  renderRecord,
  shortRecord,
} from '../../../src/action/attempts/attempt-record.ts'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../../src/compare/comparison-request.ts'
import { hidden } from '../../../src/github/posts/hidden-text.ts'
import { defaultPolicy } from '../../../src/model/index.ts'
import { sample, session } from '../../compare/session.ts'
import { jobContext } from '../../github/setting.ts'

/** `rows` benchmarks that became 10 % slower. */
function recordOf(rows: number, name = 'parse'): AttemptRecord {
  const side = (factor: number) =>
    session(
      Array.from({ length: rows }, (_, row) => {
        const runs = Array.from({ length: 10 }, (_, i) => factor * (100 + Math.sin(row + i * 2.3)))
        return sample(`${name} ${row}`, runs)
      }),
    )
  const comparison = compareSessions(interleavedRequest([side(1)], [side(1.1)], defaultPolicy))
  const findings = findingsInComparison(comparison, {
    run: 500,
    by: 2,
    of: ['one', 'two'],
    suite: 'suite',
    machine: 'bench-1',
  })
  const context = jobContext({ runAttempt: 2, runnerName: 'bench-1' })
  return attemptRecord(context, { fingerprint: '0123456789ab', accounts: [1], findings })
}

describe('the record of an attempt', () => {
  it('is read as it was written, with the rows that failed', () => {
    const record = recordOf(3)
    expect(record.findings).toHaveLength(3)
    expect(readRecord(renderRecord(record), 'x')).toEqual(record)
  })

  it('has no values of single runs where it is hidden', () => {
    const [first, ...more] = readRecord(shortRecord(recordOf(1), 10_000), 'x').findings
    expect(more).toEqual([])
    expect(first?.row).toMatchObject({
      benchmark: 'parse 0',
      verdict: 'regression',
      fails: true,
      values: { baseline: [], candidate: [] },
    })
  })

  it('keeps as many findings as fit, whatever the names are, and counts the rest', () => {
    const record = recordOf(40, '<'.repeat(200))
    const text = shortRecord(record, 10_000)
    expect(Buffer.byteLength(hidden(text))).toBeLessThan(10_100)
    const { findings, left } = readRecord(text, 'x')
    expect(findings.length).toBeGreaterThan(3)
    expect(findings.length + left).toBe(40)
  })

  it('drops an interval with an open end, and refuses other documents', () => {
    const record = recordOf(1)
    const [finding] = record.findings
    if (finding?.row) finding.row.interval = [1.05, Number.POSITIVE_INFINITY]
    expect(readRecord(renderRecord(record), 'x').findings[0]?.row?.interval).toBeNull()
    expect(() => readRecord('{"schema":"stable-bench/result@1"}', 'a record')).toThrow(/^a record: schema/)
  })
})
