import { describe, expect, it } from '@jest/globals'
import type { Sample } from '../../../src/model/index.ts'
import { renderSession } from '../../../src/report/text/session.ts'
import { session } from '../../compare/session.ts'
import { growthOf, LINEAR } from '../../cpu-time.ts'

const sample = (name: string, metric: string, value: number): Sample => ({
  name,
  metric,
  unit: 'ms',
  better: 'lower',
  runs: [[value], [value], [value]],
})

describe('a session on a terminal', () => {
  it('has all metrics of a benchmark together, in the order of their first', () => {
    const text = renderSession(
      session([sample('b', 'time', 1), sample('a', 'time', 2), sample('b', 'size', 3)]),
    )
    const lines = text.split('\n').slice(0, 5)
    expect(lines).toEqual([
      'b',
      expect.stringMatching(/^ {2}time: 1/),
      expect.stringMatching(/^ {2}size: 3/),
      'a',
      expect.stringMatching(/^ {2}time: 2/),
    ])
  })

  it('says so where the work of a benchmark was optimised away', () => {
    const text = renderSession(session([{ ...sample('sum', 'time', 4e-10), unit: 'ns' }]))
    expect(text.split('\n').slice(0, 2)).toEqual([
      'sum',
      '  time: the work was optimised away: 4e-10 ns is less than a clock cycle; let the benchmark use what it computes ' +
        '(black_box, DoNotOptimize, Blackhole)',
    ])
  })

  it('takes eight times as long for eight times the rows, not 64 times', () => {
    const rows = (count: number) =>
      session(Array.from({ length: count }, (_, i) => sample(`b${i}`, 'time', 1)))
    expect(growthOf(count => renderSession(rows(count)), 4000)).toBeLessThan(LINEAR)
  })
})
