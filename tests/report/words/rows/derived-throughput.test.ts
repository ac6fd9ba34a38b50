import { describe, expect, it } from '@jest/globals'
import type { Row } from '../../../../src/model/index.ts'
import { answer } from '../../../../src/report/words/answer/answer.ts'
import { mirrorOf } from '../../../../src/report/words/rows/derived-throughput.ts'
import { comparison } from '../../example-comparison.ts'
import { comparedRow } from '../../example-rows.ts'

const time = comparedRow('a', 'regression', { level: 1234, change: 0.05, spread: 0.01 })

/** What `go test` prints beside the time: two decimals of MB/s. */
const rateOf = (row: Row, more: Partial<Row> = {}): Row => {
  const rate = (ns: number) => Math.round((4096 / ns) * 1e3 * 100) * 1e4
  const values = {
    baseline: row.values.baseline.map(rate),
    candidate: row.values.candidate.map(rate),
  }
  return {
    ...row,
    metric: 'MB/s',
    unit: 'B/s',
    better: 'higher',
    gates: false,
    fails: false,
    values,
    ...more,
  }
}

describe('throughput that mirrors the time', () => {
  it('is found, rounded as tools print it', () => {
    const rate = rateOf(time)
    expect(mirrorOf([rate, time])).toEqual(new Map([[rate, time]]))
  })

  it.each([
    ['that gates', { gates: true }],
    ['of another verdict', { verdict: 'inconclusive' as const }],
    ['of another benchmark', { benchmark: 'b' }],
    ['of which lower is better', { better: 'lower' as const }],
    ['that is no rate', { unit: 'B' }],
    ['without values', { values: { baseline: [], candidate: [] } }],
    ['of other runs', { values: { ...rateOf(time).values, baseline: time.values.baseline } }],
  ])('is not one %s', (_, more) => {
    expect(mirrorOf([rateOf(time, more), time]).size).toBe(0)
  })

  it('is not one where a single run says something else', () => {
    const rate = rateOf(time)
    const [first = 0, ...rest] = rate.values.candidate
    const other = rateOf(time, { values: { ...rate.values, candidate: [first * 1.01, ...rest] } })
    expect(mirrorOf([other, time]).size).toBe(0)
  })

  it('is not counted among the results that got worse', () => {
    const same = comparedRow('b', 'no-change', { level: 1000, change: 0, spread: 0.005 })
    const shown = { ...time, gates: false, fails: false }
    expect(answer(comparison([same, shown, rateOf(shown)])).advice).toBe(
      '1 result that cannot fail the check got worse.',
    )
  })
})
