import { describe, expect, it } from '@jest/globals'
import { readBenchComment } from '../../../src/action/on-demand/answer.ts'
import { pinnedInNames, readPinned } from '../../../src/action/on-demand/requested-pull.ts'

describe('a comment', () => {
  it.each([
    ['/bench', '', ''],
    ['  /bench \r\n', '', ''],
    ['/bench access-log', 'access-log', ''],
    ['/bench 20', '', '20'],
    ['/bench\taccess-log  20', 'access-log', '20'],
  ])('asks for a suite and runs: %j', (body, suite, runs) => {
    expect(readBenchComment(body)).toEqual({ suite, runs, commit: '', problem: null })
  })

  it.each([
    ['/bench 0123abc', '', '', '0123abc'],
    ['/bench 12345678', '', '', '12345678'],
    ['/bench access-log DEADBEEF', 'access-log', '', 'deadbeef'],
    [`/bench access-log 20 ${'a'.repeat(40)}`, 'access-log', '20', 'a'.repeat(40)],
    ['/bench 20 0123abc', '', '20', '0123abc'],
  ])('names the commit that who asks has seen: %j', (body, suite, runs, commit) => {
    expect(readBenchComment(body)).toEqual({ suite, runs, commit, problem: null })
  })

  it.each(['', 'bench', '/benchmark', '/bench-all', 'please /bench', '> /bench', '/ bench'])(
    'is no request: %j',
    body => {
      expect(readBenchComment(body)).toBeNull()
    },
  )

  it.each([
    '/bench a b',
    '/bench a 10 c',
    '/bench 10 20',
    '/bench a\n10',
    '/bench a;id',
    '/bench "a" 10',
    '/bench ../x',
    '/bench a 4',
    '/bench a 1001',
    '/bench a 1e3',
    '/bench a -5',
    '/bench a\u00a010',
    `/bench ${'x'.repeat(61)}`,
    '/bench 0123abc a',
    `/bench ${'a'.repeat(41)} a b`,
  ])('is a request that cannot be read, and says how one looks: %j', body => {
    expect(readBenchComment(body)).toEqual({ problem: expect.stringMatching(/\/bench|runs has to be/) })
  })
})

describe('the pull request in the names of jobs', () => {
  const sha = 'a'.repeat(40)

  it('is the last word of the name of each job that measures', () => {
    expect(pinnedInNames(['request', `bench 12@${sha}`, `bench on two 12@${sha}`])).toEqual({
      number: 12,
      headSha: sha,
    })
    expect(readPinned(`12@${sha}`)).toEqual({ number: 12, headSha: sha })
  })

  it.each([
    [['request', 'bench']],
    [[`bench 12@${sha} more`]],
    [[`bench x12@${sha}`]],
    [[`bench 012@${sha}`]],
    [[`bench 12@${sha.slice(1)}`]],
    [[`bench 12@${sha}`, `bench 13@${sha}`]],
  ])('is not known from %j', names => {
    expect(pinnedInNames(names)).toBeNull()
  })

  it('is nothing but that where an input gives it', () => {
    for (const text of [`bench 12@${sha}`, `12@${sha}\n`, '12', '']) expect(readPinned(text)).toBeNull()
  })
})
