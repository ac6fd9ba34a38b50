import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mergeBase, newState, resolveCommit } from '../github/state.ts'
import { type GitRepository, makeGitRepository } from './repository.ts'

let repository: GitRepository
let workspace: string

beforeEach(() => {
  repository = makeGitRepository()
  workspace = mkdtempSync(join(tmpdir(), 'stable-bench-workspace-'))
})

afterEach(() => {
  repository.remove()
  rmSync(workspace, { recursive: true })
})

/** Runs the stand-in for actions/checkout as the runner does; returns git for what it made. */
function checkOut(env: Record<string, string>) {
  const [node, script] = ['../../../node_modules/node/bin/node', '../checkout/checkout.ts'].map(path =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const defaults = {
    INPUT_REPOSITORY: 'acme/rocket',
    'INPUT_FETCH-DEPTH': '1',
    GITHUB_REPOSITORY: 'acme/rocket',
  }
  const places = { PATH: process.env.PATH, GITHUB_WORKSPACE: workspace, STAND_IN_ORIGIN: repository.origin }
  execFileSync(node ?? '', [script ?? ''], { env: { ...places, ...defaults, ...env }, stdio: 'pipe' })
  return (...args: string[]) =>
    execFileSync('git', args, { cwd: workspace, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

describe('the git repository', () => {
  it('gives a history in which a pull request is merged into the base as it is now', () => {
    const first = repository.commit({ files: { 'a.txt': '1' } })
    const second = repository.commit({ files: { 'b.txt': '2' }, message: 'second' })
    const pull = repository.openPull(7, {
      branch: 'change',
      from: first,
      files: { 'a.txt': null, 'c.txt': '3' },
    })
    const state = newState(repository.state())
    expect(resolveCommit(state, pull.merge_commit_sha)?.parents).toEqual([second, pull.head.sha])
    expect(state.changes?.(second, pull.merge_commit_sha)).toEqual([
      { filename: 'a.txt', status: 'removed' },
      { filename: 'c.txt', status: 'added' },
    ])
    expect(repository.firstParents(pull.merge_commit_sha)).toEqual([pull.merge_commit_sha, second, first])
    const [base, head] = ['main', 'change'].map(name => resolveCommit(state, name))
    expect(base && head && mergeBase(state, base, head)?.sha).toBe(first)
    expect(base).toEqual({
      sha: second,
      parents: [first],
      message: 'second',
      date: '2026-01-01T01:00:00.000Z',
    })
  })

  it('keeps the branch of a fork out of the repository', () => {
    const first = repository.commit({ files: { 'a.txt': '1' } })
    repository.openPull(8, { branch: 'main', repository_id: 99, files: { 'c.txt': '3' } })
    expect(repository.state().branches).toEqual({ main: first })
    expect(execFileSync('git', ['ls-remote', repository.origin], { encoding: 'utf8' })).toContain(
      'refs/pull/8/merge',
    )
  })
})

describe('the stand-in for actions/checkout', () => {
  it('fetches one commit of a pull request unless told otherwise, so that its parents are missing', () => {
    repository.commit({ files: { 'a.txt': '1' } })
    const { merge_commit_sha: sha, base } = repository.openPull(7, {
      branch: 'change',
      files: { 'c.txt': '3' },
    })
    const git = checkOut({ GITHUB_SHA: sha, GITHUB_REF: 'refs/pull/7/merge' })
    expect([git('rev-parse', 'HEAD'), git('rev-list', '--count', 'HEAD')]).toEqual([sha, '1'])
    expect(() => git('rev-parse', '--verify', 'HEAD^1')).toThrow('Needed a single revision')
    expect(git('cat-file', 'commit', 'HEAD')).toContain(`parent ${base.sha}`)
    git('fetch', '--quiet', '--depth=1', 'origin', base.sha)
    expect(git('cat-file', '-t', base.sha)).toBe('commit')
  })

  it('is on the branch after a push, even when the branch has moved on', () => {
    const pushed = repository.commit({ files: { 'a.txt': '1' } })
    repository.commit({ files: { 'a.txt': '2' } })
    const git = checkOut({ GITHUB_SHA: pushed, GITHUB_REF: 'refs/heads/main' })
    expect([git('rev-parse', 'HEAD'), git('symbolic-ref', 'HEAD')]).toEqual([pushed, 'refs/heads/main'])
  })

  it('fetches everything at depth 0 and takes another ref when told so', () => {
    repository.commit({ files: { 'a.txt': '1' } })
    const pull = repository.openPull(7, { branch: 'change', files: { 'c.txt': '3' } })
    const at = {
      GITHUB_SHA: pull.merge_commit_sha,
      GITHUB_REF: 'refs/pull/7/merge',
      'INPUT_FETCH-DEPTH': '0',
    }
    expect(checkOut(at)('rev-list', '--count', 'HEAD')).toBe('3')
    expect(checkOut({ ...at, INPUT_REF: pull.head.sha })('rev-parse', 'HEAD')).toBe(pull.head.sha)
    expect(checkOut({ ...at, INPUT_REF: 'main' })('rev-parse', 'HEAD')).toBe(pull.base.sha)
  })

  it('refuses inputs that it does not model', () => {
    expect(() => checkOut({ INPUT_LFS: 'true' })).toThrow('does not model INPUT_LFS')
  })
})
