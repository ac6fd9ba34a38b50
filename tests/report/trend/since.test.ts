import { describe, expect, it } from '@jest/globals'
import { mergeHistories } from '../../../src/history/store/merge.ts'
import { latelyOf, RECENT_NIGHTS } from '../../../src/report/trend/since.ts'
import { night } from '../../history/example-history.ts'

/** Nights on each machine, from one number up to another. */
function lately(machines: Record<string, [from: number, to: number]>) {
  const nights = Object.entries(machines).flatMap(([machine, [from, to]]) =>
    Array.from({ length: to - from }, (_, i) => night(from + i, { machine })),
  )
  const trend = mergeHistories(nights)
  const { holds, words } = latelyOf(trend, RECENT_NIGHTS)
  const held = Object.keys(machines).map(machine =>
    trend.nights
      .filter((each, i) => each.machine === machine && holds(i))
      .map(({ date }) => date.slice(5, 10)),
  )
  return { words, held }
}

describe('the last nights', () => {
  it('are those of each machine, also of one that is new', () => {
    const { words, held } = lately({ old: [0, 60], new: [60, 61] })
    expect(words).toBe('in the last 30 nights of each machine (since 31 Oct 2026)')
    expect(held.map(({ length }) => length)).toEqual([30, 1])
  })

  it('are none of a machine that another one has replaced, once that has as many', () => {
    expect(lately({ old: [0, 60], new: [60, 89] }).held[0]).toHaveLength(30)
    const { words, held } = lately({ old: [0, 60], new: [60, 90] })
    expect(words).toBe('in the last 30 nights (since 30 Nov 2026)')
    expect(held.map(({ length }) => length)).toEqual([0, 30])
  })
})
