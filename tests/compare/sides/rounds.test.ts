import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../../src/compare/comparison-request.ts'
import { areRounds } from '../../../src/compare/sides/rounds/rounds.ts'
import { defaultPolicy, type Plan, type Session } from '../../../src/model/index.ts'
import { plannedLooks, sample, session } from '../session.ts'

const side = (order: number[] | null, plan: Partial<Plan> = {}): Session =>
  session([], { order, plan: { ...(plannedLooks([]).plan as Plan), ...plan } })

const counts = { before: 3, after: 3 }

describe('rounds', () => {
  it('are known where the i-th runs of both sides followed each other', () => {
    expect(areRounds(side([0, 3, 4]), side([1, 2, 5]), counts)).toBe(true)
    expect(areRounds(side([1, 2, 5]), side([0, 3, 4]), counts)).toBe(true)
  })

  it('are not known without positions, of two jobs, or after a run of one side was lost', () => {
    expect(areRounds(side(null), side([1, 2, 5]), counts)).toBe(false)
    expect(areRounds(side([0, 1, 2]), side([0, 1, 2]), counts)).toBe(false)
    expect(areRounds(side([0, 3, 6]), side([1, 5, 7]), counts)).toBe(false)
    expect(areRounds(side([0, 3, 4]), side([1, 2, 5]), { before: 2, after: 2 })).toBe(false)
    expect(areRounds(side([0, 3, 4]), side([1, 2]), { before: 3, after: 2 })).toBe(false)
  })

  it('of a benchmark with processes of its own are the first ones, since it may have been decided', () => {
    const own = { benchmarks: ['sort'] }
    expect(areRounds(side([0, 3, 4], own), side([1, 2, 5], own), { before: 2, after: 2 })).toBe(true)
  })

  it('are none in a duet, whose sides ran at the same time', () => {
    expect(areRounds(side([0, 3, 4], { duet: true }), side([1, 2, 5], { duet: true }), counts)).toBe(false)
  })

  it('show a change that the drift of the machine hides from the sides', () => {
    // The machine becomes a tenth faster and slower again; the candidate is 3 % slower, and every second round begins with it.
    const places = Array.from(
      { length: 20 },
      (_, i) => 100 * (1 + 0.1 * Math.sin(i / 4)) * (1 + 0.001 * (i % 3)),
    )
    const order = (first: boolean) =>
      Array.from({ length: 10 }, (_, i) => 2 * i + Number((i % 2 === 0) !== first))
    const [before, after] = [order(true), order(false)]
    const measured = (own: number[], known: boolean, factor: number) =>
      session(
        [
          sample(
            'sort',
            own.map(place => (places[place] as number) * factor),
          ),
        ],
        {
          order: known ? own : null,
        },
      )
    const verdicts = [true, false].map(known => {
      const [baseline, candidate] = [measured(before, known, 1), measured(after, known, 1.03)]
      return compareSessions(interleavedRequest([baseline], [candidate], defaultPolicy)).rows[0]?.verdict
    })
    expect(verdicts).toEqual(['regression', 'inconclusive'])
  })
})
