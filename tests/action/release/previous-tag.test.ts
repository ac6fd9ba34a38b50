// Which release came before: asked of real repositories, whole and shallow, and of the server.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { compareVersions, previousTag } from '../../../src/action/release/previous-tag.ts'
import { jobContext, type Setting, sha, startSetting } from '../../github/setting.ts'
import { type GitRepository, makeGitRepository } from '../../stand-ins/git/repository.ts'

let setting: Setting
let repository: GitRepository
let directory: string

beforeEach(async () => {
  setting = await startSetting()
  repository = makeGitRepository()
  directory = mkdtempSync(join(tmpdir(), 'stable-bench-previous-tag-'))
})

afterEach(async () => {
  repository.remove()
  rmSync(directory, { recursive: true, force: true })
  await setting.close()
})

const release = (tag: string, branch = 'main') => {
  const commit = repository.commit({ branch })
  repository.tag(tag, commit)
  return commit
}

const context = (tag: string, commit: string) =>
  jobContext({ pullRequest: null, event: 'push', branch: tag, tag, sha: commit })

const ask = (tag: string, commit: string, cwd: string) =>
  previousTag({ ...context(tag, commit), octokit: setting.octokit() }, cwd)

/** The previous tag of `tag`, from a clone with all of the history. */
const tagBefore = async (tag: string, commit: string) =>
  (await ask(tag, commit, repository.clone(commit))).previous?.tag ?? null

/** As actions/checkout leaves it: one commit and no tags. */
function shallowClone(commit: string, origin = repository.origin): string {
  const cwd = join(directory, 'clone')
  mkdirSync(cwd)
  const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' })
  git('init')
  git('remote', 'add', 'origin', origin)
  git('fetch', '--no-tags', '--depth=1', 'origin', commit)
  git('checkout', '--detach', commit)
  return cwd
}

describe('the previous tag of a release', () => {
  it('is the nearest of which the released commit is a descendant', async () => {
    release('v1.0.0')
    release('v1.1.0')
    repository.commit({})
    expect(await tagBefore('v1.2.0', release('v1.2.0'))).toBe('v1.1.0')
  })

  it('is none for the first release, nor is a tag of the same commit, another package’s or a moving one', async () => {
    const first = release('v1.0.0')
    repository.tag('v1.0.0-rc.1', first)
    expect(await tagBefore('v1.0.0', first)).toBeNull()
    release('cli-3.0.0')
    release('v1')
    expect(await tagBefore('v1.1.0', release('v1.1.0'))).toBe('v1.0.0')
    expect(await tagBefore('lib-1.0.0', release('lib-1.0.0'))).toBeNull()
  })

  it('is of its own line for a maintenance release, also where that was merged back', async () => {
    release('v1.0.0')
    repository.branch('1.x', 'v1.0.0')
    release('v2.0.0')
    const maintenance = release('v1.0.1', '1.x')
    expect(await tagBefore('v1.0.1', maintenance)).toBe('v1.0.0')
    expect(await tagBefore('v1.0.2', release('v1.0.2', '1.x'))).toBe('v1.0.1')
    repository.merge('1.x', 'main')
    expect(await tagBefore('v2.0.1', release('v2.0.1'))).toBe('v2.0.0')
  })

  it('is a release for a release, and for a release candidate the candidate before', async () => {
    release('1.0.0')
    release('1.1.0-rc.1')
    expect(await tagBefore('1.1.0rc2', release('1.1.0rc2'))).toBe('1.1.0-rc.1')
    expect(await tagBefore('1.1.0', release('1.1.0'))).toBe('1.0.0')
    release('x-2.0.0-beta.1')
    expect(await tagBefore('x-2.0.0', release('x-2.0.0'))).toBe('x-2.0.0-beta.1')
  })

  it('is found by tags that name no version with dots', async () => {
    release('r7')
    expect(await tagBefore('r8', release('r8'))).toBe('r7')
    expect(await tagBefore('latest', release('latest'))).toBeNull()
  })

  it('is found from a shallow checkout, which is deepened no further than it has to be', async () => {
    const bare = join(directory, 'origin.git')
    const git = (args: string[], input = '') =>
      execFileSync('git', args, {
        cwd: directory,
        input,
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'ignore'],
      })
    git(['init', '--bare', bare])
    git(['-C', bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true'])
    const commits = Array.from({ length: 70 }, (_, i) => `${1700000000 + i} +0000\ndata 0\n`)
    git(
      ['-C', bare, 'fast-import', '--quiet'],
      commits.map(each => `commit refs/heads/main\ncommitter a <a@b> ${each}`).join(''),
    )
    git(['-C', bare, 'tag', 'v0.9.0', 'main~69'])
    git(['-C', bare, 'tag', 'v1.0.0', 'main~1'])
    git(['-C', bare, 'tag', 'v1.1.0', 'main'])
    const commit = git(['-C', bare, 'rev-parse', 'main']).trim()
    const cwd = shallowClone(commit, `file://${bare}`)
    expect((await ask('v1.1.0', commit, cwd)).previous?.tag).toBe('v1.0.0')
    expect(Number(git(['-C', cwd, 'rev-list', '--count', 'HEAD']))).toBe(51)
    expect(setting.github.requests).toEqual([])
  })

  it('is asked of the server where the history cannot be fetched, or something else is checked out', async () => {
    const commit = release('v1.1.0')
    const cwd = shallowClone(commit)
    execFileSync('git', ['remote', 'set-url', 'origin', 'file:///nowhere'], { cwd })
    const { state } = setting.github
    const branch = { sha: commit, parents: [sha(20)], message: 'x', date: '2026-03-01T00:00:00Z' }
    const side = { ...branch, sha: sha(700), parents: [sha(5)] }
    state.commits.unshift(branch, side)
    state.tags.push(
      { name: 'v1.2.0', sha: sha(30) },
      { name: 'v1.1.0', sha: commit },
      { name: 'v1.0.9', sha: sha(700) },
      { name: 'v1.0.0', sha: sha(15) },
      { name: 'v0.9.0', sha: sha(10) },
    )
    expect(await ask('v1.1.0', commit, cwd)).toEqual({
      previous: { tag: 'v1.0.0', commit: sha(15) },
      passedOver: [],
    })
    const elsewhere = await ask('v1.1.0', sha(20), repository.clone(commit))
    expect(elsewhere).toEqual({ previous: { tag: 'v1.0.0', commit: sha(15) }, passedOver: [] })
  })

  it('is one that the server has now, whatever tags a workspace has kept', async () => {
    release('v1.0.0')
    const slow = repository.commit({})
    const commit = release('v1.1.0')
    const cwd = repository.clone(commit)
    execFileSync('git', ['tag', 'v1.0.9', slow], { cwd })
    expect((await ask('v1.1.0', commit, cwd)).previous?.tag).toBe('v1.0.0')
  })

  it('is asked of the server where a clone without tags cannot ask its origin', async () => {
    const commit = release('v1.1.0')
    const cwd = repository.clone(commit)
    execFileSync('git', ['tag', '-d', 'v1.1.0'], { cwd })
    execFileSync('git', ['remote', 'set-url', 'origin', 'file:///nowhere'], { cwd })
    const { state } = setting.github
    state.commits.unshift({ sha: commit, parents: [sha(20)], message: 'x', date: '2026-03-01T00:00:00Z' })
    state.tags.push({ name: 'v1.1.0', sha: commit }, { name: 'v1.1.0-rc.1', sha: sha(15) })
    expect((await ask('v1.1.0', commit, cwd)).previous?.tag).toBe('v1.1.0-rc.1')
  })

  it('is none where no tag of the name is an ancestor, and those that were passed over are named', async () => {
    repository.commit({})
    release('v1.0.0', 'side')
    const commit = release('v1.1.0')
    const found = await ask('v1.1.0', commit, repository.clone(commit))
    expect(found).toEqual({ previous: null, passedOver: ['v1.0.0'] })
  })

  it('is not known where the server has more tags than are tried, none of which is an ancestor', async () => {
    const { state } = setting.github
    for (let i = 1; i <= 9; i++) {
      state.commits.unshift({
        sha: sha(700 + i),
        parents: [sha(5)],
        message: 'x',
        date: '2026-03-01T00:00:00Z',
      })
      state.tags.push({ name: `v1.0.${i}`, sha: sha(700 + i) })
    }
    await expect(ask('v2.0.0', sha(20), directory)).rejects.toThrow('none of the 8 tags')
  })
})

describe('of more tags than a page', () => {
  const tagged = (count: number) => {
    // By name, as the server lists them: the last is the nearest.
    const others = Array.from({ length: count }, (_, i) => ({ name: `v0.${count + 100 - i}.0`, sha: sha(5) }))
    setting.github.state.tags.push(...others, { name: 'v1.0.0', sha: sha(10) })
  }

  it('the nearest is found on the last page', async () => {
    tagged(250)
    expect((await ask('v1.1.0', sha(20), directory)).previous?.tag).toBe('v1.0.0')
  })

  it('none is taken where not all are read, since a nearer one may be left', async () => {
    tagged(1001)
    await expect(ask('v1.1.0', sha(20), directory)).rejects.toThrow('more than the 1000 tags that are read')
  })
})

describe('versions', () => {
  it('are in the order of their numbers, a pre-release before its release', () => {
    const order = ['v1.0.0-rc.1', 'v1.0.0-rc.2', 'v1.0.0', 'v1.0.1', 'v1.2.0', 'v1.10.0', 'v2.0']
    expect(order.toReversed().sort(compareVersions)).toEqual(order)
  })
})
