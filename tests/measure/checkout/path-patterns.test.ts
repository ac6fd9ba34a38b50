// Patterns match what git's own pathspecs match.
import { beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { pathMatcher } from '../../../src/measure/checkout/path-patterns.ts'
import { casesOf } from '../../simulated-cases.ts'
import { commit, git, newRepository } from '../git-fixtures.ts'

const names = ['a', 'b', 'ab', 'a.c', 'b-1', 'src', '[x]', 'a*', 'é', 's s']
const paths = [
  ...names.map(name => `${name}.f`),
  ...names.flatMap(one => names.map(two => `${one}/${two}/${one}`)),
]
let repository: string

beforeAll(() => {
  repository = newRepository()
  commit(repository, Object.fromEntries(paths.map(path => [path, ''])))
})

/** What git matches; null where it refuses the pattern. */
function byGit(pattern: string): string[] | null {
  try {
    const listed = git(repository, 'ls-files', '-z', '--', `:(top,glob)${pattern}`)
    return listed.split('\0').filter(Boolean).sort()
  } catch {
    return null
  }
}

const ours = (pattern: string) => paths.filter(pathMatcher(pattern)).sort()

describe('a pattern of paths', () => {
  it.each([
    'src',
    'src/',
    'src/**',
    '**/src',
    '**/src/**',
    'src/*',
    'src/*/src',
    '*',
    '**',
    '**/*',
    '*.f',
    '**/*.f',
    'a/**/a',
    'a/**a',
    './src',
    '.',
    'src//a',
    '[ab].f',
    '[!a].f',
    '[^a]/**',
    '[[:alpha:]].f',
    '[x',
    '\\[x\\]/**',
    '[[]x]/**',
    'a\\*/**',
    'a?c/**',
    '[]a]/**',
    '[a-b]/*/*',
    '???/**',
    '**/a.c/**',
    'a*/**',
    '**a/**',
    '***/a',
    'none',
  ])('matches the files that git matches with it: %s', pattern => {
    expect(ours(pattern)).toEqual(byGit(pattern))
  })

  it('matches the files that git matches with it, whatever it is made of', () => {
    const part = fc.constantFrom('*', '**', '?', '/', '[a', ']', '[!b]', '[a-z]', '\\', '.', '-', ...names)
    const pattern = fc.array(part, { minLength: 1, maxLength: 6 }).map(parts => parts.join(''))
    fc.assert(
      fc.property(pattern, each => {
        const expected = byGit(each)
        fc.pre(expected !== null)
        expect(ours(each)).toEqual(expected)
      }),
      { numRuns: casesOf(150, 3000), seed: 39 },
    )
  })
})
