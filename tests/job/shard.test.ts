import { describe, expect, it } from '@jest/globals'
import { dealt, parseShard, shardName, suiteOf } from '../../src/job/shard.ts'

const names = (count: number) => Array.from({ length: count }, (_, i) => `bench-${i}`)
const both = (baseline: string[], candidate = baseline) => ({ baseline, candidate })

describe('a shard', () => {
  it('is counted from 1, or from 0 as the index of a job is', () => {
    expect(parseShard('2/8')).toEqual({ number: 2, of: 8 })
    expect(parseShard('1 of 8')).toEqual({ number: 2, of: 8 })
    expect(parseShard('')).toBeNull()
  })

  it.each(['0/8', '9/8', '8 of 8', '1/0', '1/41', '2', '-1/2', '1/2/3', 'a/b', ' 1/2'])(
    'cannot be %p',
    text => {
      expect(() => parseShard(text)).toThrow(
        `shard: there is no shard '${text}'; write 2/8 for the second of eight`,
      )
    },
  )

  it('has a name of its own, from which the suite is found again', () => {
    const shard = { number: 2, of: 8 }
    expect(shardName('suite', shard)).toBe('suite 2 of 8')
    expect(suiteOf('suite 2 of 8', shard)).toBe('suite')
    expect(shardName('suite', null)).toBe('suite')
    // A suite may have such a name without being a part.
    expect(suiteOf('suite 2 of 8', null)).toBe('suite 2 of 8')
  })
})

describe('dealing benchmarks out', () => {
  it.each([
    [8, 8],
    [9, 4],
    [100, 7],
    [1, 1],
  ])('puts %i into %i shards, each in one, as evenly as can be', (count, of) => {
    const parts = Array.from(
      { length: of },
      (_, i) => dealt(both(names(count)), { number: i + 1, of }).candidate,
    )
    expect(parts.flat().sort()).toEqual(names(count).sort())
    const sizes = parts.map(({ length }) => length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })

  it('does not depend on the order of the list, and keeps both sides of a benchmark together', () => {
    const shard = { number: 2, of: 3 }
    const reversed = dealt(both(names(20), names(21).reverse()), shard)
    expect(reversed.candidate.toSorted()).toEqual(
      dealt(both(names(20), names(21)), shard).candidate.toSorted(),
    )
    for (const name of reversed.baseline) expect(reversed.candidate).toContain(name)
  })

  it('is refused where a shard would be empty', () => {
    expect(() => dealt(both(names(3)), { number: 1, of: 4 })).toThrow(
      'shard: 1/4: there are 3 benchmarks; ask for',
    )
    expect(() => dealt(both([]), { number: 1, of: 4 })).toThrow(
      'no benchmarks to deal out: list them in benchmarks',
    )
  })
})
