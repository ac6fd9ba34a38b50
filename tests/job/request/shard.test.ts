import { describe, expect, it } from '@jest/globals'
import { parseShard, shardName, suiteOf } from '../../../src/job/request/shard.ts'

describe('a shard', () => {
  it('is counted from 1, or from 0 as the index of a job is', () => {
    expect(parseShard('2/8')).toEqual({ number: 2, of: 8 })
    expect(parseShard('index 1 of 8')).toEqual({ number: 2, of: 8 })
    expect(parseShard('')).toBeNull()
  })

  it.each([
    '0/8',
    '9/8',
    // The first or the second of eight?
    '1 of 8',
    'index 8 of 8',
    'index 1/8',
    '1/0',
    '1/41',
    '2',
    '-1/2',
    '1/2/3',
    'a/b',
    ' 1/2',
  ])('cannot be %p', text => {
    expect(() => parseShard(text)).toThrow(
      `shard: there is no shard '${text}'; write 2/8 for the second of eight`,
    )
  })

  it('has a name of its own, from which the suite is found again', () => {
    const shard = { number: 2, of: 8 }
    expect(shardName('suite', shard)).toBe('suite 2 of 8')
    expect(suiteOf('suite 2 of 8', shard)).toBe('suite')
    expect(shardName('suite', null)).toBe('suite')
    // A suite may have such a name without being a part.
    expect(suiteOf('suite 2 of 8', null)).toBe('suite 2 of 8')
  })
})
