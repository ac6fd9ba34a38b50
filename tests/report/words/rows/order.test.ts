import { describe, expect, it } from '@jest/globals'
import type { Verdict } from '../../../../src/model/index.ts'
import { orderRows } from '../../../../src/report/words/rows/order.ts'
import { regressionExample } from '../../example-comparison.ts'
import { bareRow } from '../../example-rows.ts'

const names = (rows: { benchmark: string }[]): string[] => rows.map(row => row.benchmark)

describe('orderRows', () => {
  it('puts a crash first, then what needs a look, and what did not change last', () => {
    const shuffled: Verdict[] = [
      'no-change',
      'new',
      'inconclusive',
      'improvement',
      'not-comparable',
      'removed',
      'regression',
      'failed',
    ]
    const rows = shuffled.map(verdict => bareRow(verdict, verdict))
    expect(names(orderRows(rows))).toEqual(shuffled.toReversed())
  })

  it('puts gating rows before others of the same verdict, even smaller ones', () => {
    const rows = [
      bareRow('shown', 'regression', { ratio: 9, gates: false }),
      bareRow('gating', 'regression', { ratio: 1.03 }),
    ]
    expect(names(orderRows(rows))).toEqual(['gating', 'shown'])
  })

  it('puts the largest change first, in either direction, and rows without a ratio last', () => {
    const rows = [
      bareRow('none', 'regression'),
      bareRow('+10 %', 'regression', { ratio: 1.1 }),
      bareRow('halved', 'regression', { ratio: 0.5, better: 'higher' }),
      bareRow('from nothing', 'regression', { baseline: 0, candidate: 5 }),
      bareRow('+90 %', 'regression', { ratio: 1.9 }),
    ]
    expect(names(orderRows(rows))).toEqual(['from nothing', 'halved', '+90 %', '+10 %', 'none'])
  })

  it('orders ties by name and metric, whatever order they came in', () => {
    const { rows } = regressionExample()
    expect(orderRows(rows.toReversed())).toEqual(orderRows(rows))
  })

  it('leaves its input alone', () => {
    const { rows } = regressionExample()
    const before = [...rows]
    orderRows(rows)
    expect(rows).toEqual(before)
  })
})
