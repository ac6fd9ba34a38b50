import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { isIncluded } from '../../../src/policy/workflow-file/filter-patterns.ts'
import {
  listenedTo,
  type Proposed,
  startsFor,
  triggersOf,
  workflowName,
} from '../../../src/policy/workflow-file/triggers.ts'

it.each([
  ['on: push', ['push']],
  ['on: [push, pull_request]', ['push', 'pull_request']],
  ['on:\n  push:\n    branches: [main]\n  workflow_dispatch:', ['push', 'workflow_dispatch']],
])('the events of a workflow are read from %j', (text, events) => {
  expect(triggersOf(text)).toEqual(events)
})

it('a workflow is called by its name, or by its path, and says which others it listens to', () => {
  expect(workflowName('name: bench', 'a.yml')).toBe('bench')
  expect(workflowName('on: push', 'a.yml')).toBe('a.yml')
  expect(listenedTo('on: { workflow_run: { workflows: [bench, other] } }')).toEqual(['bench', 'other'])
  expect(listenedTo('on: push')).toEqual([])
})

// The tables of GitHub's documentation.
it.each([
  ['feature/*', ['feature/my-branch', 'feature/your-branch'], ['feature/a/b']],
  ['feature/**', ['feature/beta-a/my-branch', 'feature/mona/the/octocat'], ['feature']],
  ['releases/mona-the-octocat', ['releases/mona-the-octocat'], ['releases/mona']],
  ['*', ['main', 'releases'], ['all/the/branches']],
  ['**', ['all/the/branches', 'every/tag'], []],
  ['*feature', ['mona-feature', 'feature', 'ver-10-feature'], ['x/feature']],
  ['v2*', ['v2', 'v2.0', 'v2.9'], ['v1']],
  ['v[12].[0-9]+.[0-9]+', ['v1.10.1', 'v2.0.0'], ['v3.1.1', 'v1.1']],
  ['*.jsx?', ['page.js', 'page.jsx'], ['a/page.js', 'page.jsy']],
  ['**.js', ['index.js', 'js/index.js', 'src/js/app.js'], ['index.jsx']],
  ['docs/*', ['docs/README.md', 'docs/file.txt'], ['docs/a/b']],
  ['docs/**/*.md', ['docs/README.md', 'docs/mona/hello-world.md', 'docs/a/markdown/file.md'], ['README.md']],
  ['**/docs/**', ['docs/hello.md', 'dir/docs/my-file.txt', 'space/docs/plan/space.doc'], ['doc/hello.md']],
  ['**/*src/**', ['a/src/app.js', 'my-src/code/js/app.js'], ['src.js']],
  ['**/migrate-*.sql', ['migrate-10909.sql', 'db/sept/migrate-v1.sql'], ['migrate.sql']],
])('the pattern %s fits what the documentation of GitHub says', (pattern, fitting, others) => {
  expect(fitting.filter(each => !isIncluded([pattern], each))).toEqual([])
  expect(others.filter(each => isIncluded([pattern], each))).toEqual([])
})

it('of several patterns the last one that fits decides', () => {
  const patterns = ['*.md', '!README.md', 'README*']
  expect(['hello.md', 'README.md', 'README.doc'].filter(each => isIncluded(patterns, each))).toHaveLength(3)
  expect(isIncluded(patterns.slice(0, 2), 'README.md')).toBe(false)
})

describe('a push to a pull request starts a workflow', () => {
  const changed = ['src/a.js', 'docs/a.md']
  const proposed: Proposed = { event: 'pull_request', branch: 'main', changed }
  const starts = (filters: object | null, more = {}) =>
    startsFor(JSON.stringify({ on: { pull_request: filters } }), { ...proposed, ...more })

  it.each([
    [null, true],
    [{ branches: ['main', 'releases/**'] }, true],
    [{ branches: ['releases/**'] }, false],
    [{ 'branches-ignore': ['ma*'] }, false],
    [{ paths: ['src/**'] }, true],
    [{ paths: ['src/**', '!src/a.js'] }, false],
    [{ paths: ['lib/**'], branches: ['main'] }, false],
    [{ 'paths-ignore': ['docs/**'] }, true],
    [{ 'paths-ignore': ['docs/**', 'src/**'] }, false],
    [{ types: ['labeled'] }, false],
    [{ types: ['opened', 'edited'] }, true],
  ])('with %j: %s', (filters, expected) => {
    expect(starts(filters)).toBe(expected)
  })

  it('by its files perhaps, where these are not known or more than GitHub looks at', () => {
    expect(starts({ paths: ['src/**'] }, { changed: null })).toBeNull()
    expect(starts({ paths: ['src/**'] }, { changed: Array(300).fill('src/a.js') })).toBeNull()
    expect(starts({}, { changed: null })).toBe(true)
  })

  it('never where it does not listen to the event', () => {
    expect(startsFor('on: push', proposed)).toBe(false)
    expect(startsFor('on: [pull_request, push]', { ...proposed, event: 'merge_group' })).toBe(false)
  })
})

describe('the patterns of a stranger', () => {
  it.each([
    ["'**a'.repeat(12) + '**b'", "['a'.repeat(4000)]", 'false'],
    ["'*a'.repeat(12) + '*b'", "['a'.repeat(4000)]", 'false'],
    ["'**/'.repeat(30) + 'b'", "['a/'.repeat(2000)]", 'false'],
    ["Array.from({ length: 100_000 }, (_, i) => 'a' + i)", "Array(299).fill('x')", 'null'],
  ])(
    '%s are tried on %s in bounded time',
    (paths, changed, expected) => {
      const module = new URL('../../../src/policy/workflow-file/triggers.ts', import.meta.url)
      const program = `
      import { startsFor } from '${module}'
      const text = JSON.stringify({ on: { pull_request: { paths: ${paths} } } })
      console.log(startsFor(text, { event: 'pull_request', branch: 'main', changed: ${changed} }))`
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        encoding: 'utf8',
        timeout: 60_000,
      })
      expect(stdout).toBe(`${expected}\n`)
    },
    90_000,
  )
})
