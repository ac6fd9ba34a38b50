import { describe, expect, it } from '@jest/globals'
import { type Costs, dealt, shardsOf } from '../../../src/job/request/deal.ts'

const names = (count: number) => Array.from({ length: count }, (_, i) => `bench-${i}`)
const both = (baseline: string[], candidate = baseline) => ({ baseline, candidate })
const costs = (seconds: Record<string, number>, artifact = 7): Costs => ({
  artifact,
  seconds: new Map(Object.entries(seconds)),
})

describe('dealing benchmarks by count', () => {
  it.each([
    [8, 8],
    [9, 4],
    [100, 7],
    [1, 1],
  ])('puts %i into %i shards, each in one, as evenly as can be', (count, of) => {
    const parts = Array.from(
      { length: of },
      (_, i) => dealt(both(names(count)), { number: i + 1, of }, null).benchmarks.candidate,
    )
    expect(parts.flat().sort()).toEqual(names(count).sort())
    const sizes = parts.map(({ length }) => length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })

  it('does not depend on the order of the list, and keeps both sides of a benchmark together', () => {
    const shard = { number: 2, of: 3 }
    const reversed = dealt(both(names(20), names(21).reverse()), shard, null)
    const straight = dealt(both(names(20), names(21)), shard, null)
    expect(reversed.benchmarks.candidate.toSorted()).toEqual(straight.benchmarks.candidate.toSorted())
    expect(reversed.shard).toEqual(straight.shard)
    for (const name of reversed.benchmarks.baseline) expect(reversed.benchmarks.candidate).toContain(name)
  })

  it('is refused where a shard would be empty', () => {
    expect(() => dealt(both(names(3)), { number: 1, of: 4 }, null)).toThrow(
      'shard: 1/4: there are 3 benchmarks; ask for',
    )
    expect(() => dealt(both([]), { number: 1, of: 4 }, null)).toThrow(
      'shard: 1/4: there are no benchmarks to deal out; list them in benchmarks',
    )
  })
})

describe('dealing benchmarks by cost', () => {
  const sorted = (shards: string[][]) => shards.map(shard => shard.toSorted())

  it('gives the dearest first, each to the shard that has least so far', () => {
    const known = costs({ a: 8, b: 7, c: 6, d: 5, e: 4 })
    expect(sorted(shardsOf(['e', 'd', 'c', 'b', 'a'], 3, known))).toEqual([['a'], ['b', 'e'], ['c', 'd']])
  })

  it('takes a benchmark of unknown cost for a usual one', () => {
    const known = costs({ a: 21, b: 20, c: 5, d: 5 })
    // The unknown one counts as 12.75 s.
    expect(sorted(shardsOf(['a', 'b', 'c', 'd', 'new'], 2, known))).toEqual([
      ['a', 'c', 'd'],
      ['b', 'new'],
    ])
  })

  it('fills every shard, also with benchmarks that take no time at all', () => {
    const shards = shardsOf(names(8), 4, costs(Object.fromEntries(names(8).map(name => [name, 0]))))
    expect(shards.map(({ length }) => length)).toEqual([2, 2, 2, 2])
  })

  it('leaves benchmarks in the shards of a deal that is kept, and gives new ones to the shard that has least', () => {
    const known = {
      ...costs({ a: 9, b: 1, c: 1, new: 5, more: 1, gone: 9 }),
      kept: [['gone', 'a'], ['b', 'c'], ['gone too']],
    }
    const kept = (list: string[], of: number) => sorted(shardsOf(list, of, known))
    const all = ['a', 'b', 'c', 'new', 'more']
    expect(kept(all, 3)).toEqual([['a'], ['b', 'c', 'more'], ['new']])
    expect(kept(all.toReversed(), 3)).toEqual(kept(all, 3))
    // A deal of another number of shards is none to keep, nor is one that would leave a shard empty.
    expect(kept(all, 2)).toEqual(sorted(shardsOf(all, 2, { ...known, kept: undefined })))
    expect(kept(['a', 'b', 'c'], 3).map(({ length }) => length)).toEqual([1, 1, 1])
  })

  it('is the same whatever the order of the list, and names benchmarks of equal cost in one order', () => {
    const equal = costs(Object.fromEntries(names(30).map((name, i) => [name, 1 + (i % 3)])))
    expect(shardsOf(names(30).reverse(), 7, equal)).toEqual(shardsOf(names(30), 7, equal))
  })

  it('names in the shard what it was dealt by, and tells deals of other costs or other lists apart', () => {
    const shard = { number: 1, of: 2 }
    const known = costs({ a: 9, b: 4, c: 4 })
    const dealOf = (list: string[], by: Costs | null) => dealt(both(list), shard, by).shard
    expect(dealOf(['a', 'b', 'c'], known)).toMatchObject({ number: 1, of: 2, costs: 7 })
    expect(dealOf(['a', 'b', 'c'], null)).not.toHaveProperty('costs')
    expect(dealt(both(['a', 'b', 'c']), { number: 2, of: 2 }, known).shard.deal).toBe(
      dealOf(['c', 'b', 'a'], known).deal,
    )
    expect(dealOf(['a', 'b', 'c', 'd'], known).deal).not.toBe(dealOf(['a', 'b', 'c'], known).deal)
    expect(dealOf(['a', 'b', 'c'], costs({ a: 1, b: 9, c: 4 })).deal).not.toBe(
      dealOf(['a', 'b', 'c'], known).deal,
    )
  })
})
