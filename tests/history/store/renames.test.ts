import { describe, expect, it } from '@jest/globals'
import { mergeHistories } from '../../../src/history/store/merge.ts'
import { nightOfSession } from '../../../src/history/store/night-of.ts'
import { withNewNames } from '../../../src/history/store/renames.ts'
import type { AnnouncedChange } from '../../../src/model/index.ts'
import { sessionOfNight } from '../example-history.ts'

const history = (...names: string[][]) =>
  mergeHistories(
    names.map((each, number) =>
      nightOfSession(
        sessionOfNight(number, { values: Object.fromEntries(each.map(name => [name, [[number]]])) }),
      ),
    ),
  )
const shapes = ({ series }: ReturnType<typeof history>) =>
  series.map(({ benchmark, nights, runs }) => [benchmark, nights, runs.flat()])

describe('a history in which a benchmark was renamed', () => {
  const renamed = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ]

  it('has one series of it, through several names', () => {
    expect(shapes(withNewNames(history(['a'], ['b'], ['c']), renamed))).toEqual([['c', [0, 1, 2], [0, 1, 2]]])
  })

  it('keeps two series where a night has both names, or the old one was measured last', () => {
    const both = history(['a'], ['a', 'b'])
    expect(withNewNames(both, renamed)).toBe(both)
    const back = history(['b'], ['a'])
    expect(withNewNames(back, renamed)).toBe(back)
  })

  it('remembers under the new name, and once, what was told', () => {
    const told = (benchmark: string): AnnouncedChange => ({
      benchmark,
      metric: 'time',
      machine: 'bench-1',
      direction: 'worse',
      nights: ['x'],
      told: 'x',
      before: 1,
      ratio: 2,
      recovered: null,
    })
    const known = { ...history(['a'], ['b']), told: [told('a'), told('b')] }
    expect(withNewNames(known, renamed).told).toEqual([told('b')])
  })
})
