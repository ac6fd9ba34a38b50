import { describe, expect, it } from '@jest/globals'
import { geomeans } from '../../../../src/report/words/rows/geomean.ts'
import { growthOf, LINEAR } from '../../../cpu-time.ts'
import { bareRow } from '../../example-rows.ts'

const row = (benchmark: string, ratio: number | null, more = {}) =>
  bareRow(benchmark, 'inconclusive', { baseline: 1, candidate: ratio ?? 0, ratio, ...more })
const textsOf = (rows: Parameters<typeof geomeans>[0]) => geomeans(rows).map(({ text }) => text)

describe('the geometric mean of the changes', () => {
  it('counts every row, whatever its verdict', () => {
    const rows = [
      row('a', 2, { verdict: 'regression' }),
      row('b', 0.5, { verdict: 'improvement' }),
      row('c', 1, { verdict: 'no-change' }),
      row('d', 1.1 ** 4),
    ]
    expect(textsOf(rows)).toEqual(['geomean of wall-time: +10.0 % (4 rows)'])
  })

  it('leaves out rows without a ratio, and says how many it is of', () => {
    const rows = [
      row('a', 1.1),
      row('b', 1.1),
      row('grew from 0', null, { baseline: 0, candidate: 3 }),
      row('fell to 0', 0, { candidate: 0 }),
      bareRow('gone', 'removed', { baseline: 4 }),
    ]
    expect(textsOf(rows)).toEqual(['geomean of wall-time: +10.0 % (2 of 5 rows)'])
  })

  it('takes 0 to 0 as no change', () => {
    const allocations = { metric: 'allocs/op', unit: 'allocs/op', gates: false }
    const zero = row('b', null, { ...allocations, baseline: 0, candidate: 0 })
    expect(textsOf([row('a', 1.21, allocations), zero])).toEqual(['geomean of allocs/op: +10.0 % (2 rows)'])
  })

  it('keeps metrics apart, and units and directions of one metric', () => {
    const speed = { metric: 'speed', unit: 'B/s', better: 'higher' as const }
    const slowness = { metric: 'speed', unit: 'ns' }
    const rows = [
      ...[row('a', 1.1), row('b', 1.1)],
      ...[row('a', 0.9, speed), row('b', 0.9, speed)],
      ...[row('c', 1.3, slowness), row('d', 1.3, slowness)],
    ]
    expect(textsOf(rows)).toEqual([
      'geomean of wall-time: +10.0 % (2 rows)',
      'geomean of speed in B/s, higher is better: −10.0 % (2 rows)',
      'geomean of speed in ns, lower is better: +30.0 % (2 rows)',
    ])
  })

  it('needs two ratios', () => {
    expect(textsOf([row('a', 1.1), row('b', 0), row('c', 2, { metric: 'user-time' })])).toEqual([])
    expect(textsOf([bareRow('x', 'failed', { metric: '' }), bareRow('y', 'failed', { metric: '' })])).toEqual(
      [],
    )
  })

  it('knows which metrics gate', () => {
    const shown = { metric: 'peak-memory', unit: 'B', gates: false }
    const rows = [row('a', 1), row('b', 1, { gates: false }), row('a', 1, shown), row('b', 1, shown)]
    expect(geomeans(rows).map(({ gates }) => gates)).toEqual([true, false])
  })

  it('writes out what is invisible in the name of a metric', () => {
    const metric = { metric: 'a\u001b[31m' }
    expect(textsOf([row('a', 1, metric), row('b', 1, metric)]).join()).not.toContain('\u001b')
  })
})

it('takes time in proportion to the number of metrics', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => [
      row('a', 1.1, { metric: `m${i}` }),
      row('b', 1.1, { metric: `m${i}` }),
    ]).flat()
  expect(growthOf(count => geomeans(rows(count)), 2000)).toBeLessThan(LINEAR)
})
