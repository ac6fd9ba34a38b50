import { describe, expect, it } from '@jest/globals'
import { countsLine } from '../../../src/report/words/counts.ts'
import { regressionExample, unchangedExample } from '../example-comparison.ts'
import { bareRow } from '../example-rows.ts'

describe('the line of counts', () => {
  it('names everything, and what cannot fail the check apart', () => {
    expect(countsLine(regressionExample().rows)).toBe(
      '1 crashed, 4 regressed, 1 removed, 1 not comparable, 2 improved, 2 inconclusive, 4 unchanged, 1 new. ' +
        'Cannot fail the check: 1 worse, 1 better, 1 unchanged.',
    )
  })

  it('is empty where the headline has said it all', () => {
    expect(countsLine(unchangedExample().rows)).toBe('')
    expect(countsLine([])).toBe('')
  })

  it('counts a single row that cannot fail the check', () => {
    expect(countsLine([bareRow('a', 'failed', { gates: false })])).toBe('Cannot fail the check: 1 crashed.')
  })
})
