// What GitHub's 404 means: nothing is there, or a token that may not see it.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { commitRange } from '../../../src/github/api/commit-range.ts'
import { repositoryFile } from '../../../src/github/api/repository.ts'
import { serverHasCommit } from '../../../src/github/pull-request/base-commits.ts'
import type { Permissions } from '../../stand-ins/github/service.ts'
import { jobContext, type Setting, sha, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
  setting.github.state.private = true
  setting.github.state.fileAt = (commit, path) =>
    commit === sha(30) && path === 'a.yml' ? 'shadow: true' : null
})
afterEach(() => setting.close())

const blind: Permissions = { actions: 'read' }
const read = (path: string, commit = sha(30), permissions?: Permissions) =>
  repositoryFile({ ...jobContext(), octokit: setting.octokit(permissions) }, { path, commit })

describe('a file of the repository at a commit', () => {
  it('is its text, or null where there is none', async () => {
    expect(await read('a.yml')).toBe('shadow: true')
    expect(await read('b.yml')).toBeNull()
    expect(await read('a.yml', sha(29))).toBeNull()
  })

  it('is an error where the token may not read the contents of a private repository, also for one that is not there', async () => {
    const needed = /^[ab]\.yml at 0{10}: .*'permissions:': contents: read \(404 /
    await expect(read('a.yml', sha(30), blind)).rejects.toThrow(needed)
    await expect(read('b.yml', sha(30), blind)).rejects.toThrow(needed)
  })

  it('is an error where the server leaves out its text, which is too long, and empty where it is empty', async () => {
    setting.github.state.fileAt = (_, path) => (path === 'a.yml' ? '#'.repeat(1024 * 1024 + 1) : '')
    await expect(read('a.yml')).rejects.toThrow(/^a\.yml at 0{10}: it is larger than 1 MB/)
    expect(await read('b.yml')).toBe('')
  })

  it('is an error where there is no such commit', async () => {
    await expect(read('a.yml', sha(4711))).rejects.toThrow(/it is gone, or the token cannot see it/)
  })
})

describe('two commits', () => {
  it('have no history in common only if the server says so to a token that may know', async () => {
    const { state } = setting.github
    state.commits.unshift({ sha: sha(800), parents: [], message: 'docs', date: '2026-03-01T00:00:00Z' })
    const range = (permissions?: Permissions) =>
      commitRange(
        { ...jobContext(), octokit: setting.octokit(permissions) },
        { base: sha(800), head: sha(30) },
      )
    expect(await range()).toBeNull()
    await expect(range(blind)).rejects.toThrow(/contents: read/)
  })

  it('are known, or not, to a token that may know', async () => {
    expect(await serverHasCommit({ ...jobContext(), octokit: setting.octokit() }, sha(30))).toBe(true)
    expect(await serverHasCommit({ ...jobContext(), octokit: setting.octokit() }, sha(4711))).toBe(false)
    await expect(
      serverHasCommit({ ...jobContext(), octokit: setting.octokit(blind) }, sha(30)),
    ).rejects.toThrow(/contents: read/)
  })
})
