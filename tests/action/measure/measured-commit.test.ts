import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { requireCommit, requireEventCommit } from '../../../src/action/measure/measured-commit.ts'
import { InputError } from '../../../src/model/index.ts'
import { headAndParents } from '../../../src/testbed/revision.ts'
import { jobContext } from '../../github/setting.ts'
import { type GitRepository, makeGitRepository } from '../../stand-ins/git/repository.ts'

let repository: GitRepository
let base: string
let pull: ReturnType<GitRepository['openPull']>

beforeEach(() => {
  repository = makeGitRepository()
  base = repository.commit({ files: { a: '1' } })
  pull = repository.openPull(7, { branch: 'change', files: { a: '2' } })
})
afterEach(() => repository.remove())

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-C', cwd, '-c', 'user.name=a', '-c', 'user.email=a@example.invalid', ...args])
const withOrigin = (commit: string, url: string) => {
  const cwd = repository.clone(commit)
  git(cwd, 'remote', 'set-url', 'origin', url)
  return cwd
}

describe('the checkout of a pull request', () => {
  it('is the merge commit of the pull request, also in a clone of depth 1', async () => {
    const cwd = repository.clone(pull.merge_commit_sha)
    expect(await headAndParents(cwd)).toEqual({
      head: pull.merge_commit_sha,
      parents: [base, pull.head.sha],
    })
    expect(await requireCommit(cwd, jobContext(), pull.head.sha)).toEqual([])
  })

  it('may be the head itself, a commit on top of it, a merge made by the job, or unknown without a checkout', async () => {
    const cwd = repository.clone(pull.head.sha)
    expect(await requireCommit(cwd, jobContext(), pull.head.sha)).toEqual([])
    git(cwd, 'commit', '--quiet', '--allow-empty', '-m', 'generated files')
    expect(await requireCommit(cwd, jobContext(), pull.head.sha)).toEqual([])
    const outside = mkdtempSync(join(tmpdir(), 'stable-bench-no-checkout-'))
    expect(await requireCommit(outside, jobContext(), pull.head.sha)).toEqual([
      {
        code: 'measured-commit',
        message: expect.stringMatching(/^there is no checkout, so the measured commit is unknown/),
      },
    ])
    rmSync(outside, { recursive: true })
  })

  it('is refused where it is another commit, for example the base', async () => {
    const cwd = withOrigin(base, 'https://github.com/Acme/rocket.git')
    const refusal = requireCommit(cwd, jobContext(), pull.head.sha)
    await expect(refusal).rejects.toThrow(InputError)
    const named = `commit ${base.slice(0, 10)} is checked out, but the event is about ${pull.head.sha.slice(0, 10)}`
    await expect(refusal).rejects.toThrow(named)
    const target = jobContext({ event: 'pull_request_target' })
    await expect(requireCommit(cwd, target, pull.head.sha)).rejects.toThrow(/checks out the base branch/)
    await expect(requireCommit(repository.clone(base), jobContext(), pull.head.sha)).rejects.toThrow(
      InputError,
    )
  })

  it('gets a warning where git does not answer, and is refused where the event checks out the base', async () => {
    const cwd = repository.clone(pull.head.sha)
    rmSync(join(cwd, '.git/HEAD'))
    const [doubt] = await requireCommit(cwd, jobContext(), pull.head.sha)
    expect(doubt?.message).toMatch(/^git cannot tell which commit is checked out in /)
    const target = jobContext({ event: 'pull_request_target' })
    await expect(requireCommit(cwd, target, pull.head.sha)).rejects.toThrow(/checks out the base branch/)
  })

  it('gets a warning where the benchmarks have a repository of their own', async () => {
    for (const url of ['https://github.com/acme/benchmarks', 'git@github.com:acme/benchmarks.git']) {
      const cwd = withOrigin(base, url)
      const [doubt] = await requireCommit(cwd, jobContext(), pull.head.sha)
      expect(doubt).toMatchObject({
        code: 'measured-commit',
        message: expect.stringMatching(/of acme\/benchmarks is checked out/),
      })
    }
  })
})

describe('the checkout for a baseline, a night or a release', () => {
  const isUnknown = async () => false
  const onMain = (commit: string) =>
    jobContext({ event: 'workflow_dispatch', pullRequest: null, sha: commit, branch: 'main' })
  const refused = async (cwd: string, isKnown = isUnknown) => {
    const refusal = requireEventCommit(cwd, onMain(base), isKnown)
    await expect(refusal).rejects.toThrow(InputError)
    return refusal.catch((error: Error) => error.message)
  }

  it('is the commit of the event', async () => {
    expect(await requireEventCommit(repository.clone(base), onMain(base), isUnknown)).toEqual([])
  })

  it("is refused where it is a pull request's merge commit or head", async () => {
    for (const commit of [pull.merge_commit_sha, pull.head.sha]) {
      const message = await refused(repository.clone(commit))
      expect(message).toContain(`commit ${commit.slice(0, 10)} is checked out`)
      expect(message).toContain(`the event is about ${base.slice(0, 10)}`)
      expect(message).toMatch(/use actions\/checkout without 'ref'; to measure a pull request by hand, /)
    }
  })

  it('is refused where the job itself has made a commit on top', async () => {
    const cwd = repository.clone(base)
    git(cwd, 'commit', '--quiet', '--allow-empty', '-m', 'generated files')
    await refused(cwd)
  })

  it('is refused where git does not name its commit', async () => {
    const cwd = repository.clone(base)
    rmSync(join(cwd, '.git/HEAD'))
    expect(await refused(cwd)).toMatch(/^git cannot tell which commit is checked out in .*safe\.directory/)
  })

  it("may be another repository, or nothing, with a warning; a fork's commit is refused", async () => {
    const cwd = withOrigin(pull.head.sha, 'https://github.com/acme/benchmarks')
    const code = 'measured-commit'
    expect(await requireEventCommit(cwd, onMain(base), isUnknown)).toEqual([
      { code, message: expect.stringMatching(/^a checkout of acme\/benchmarks was measured: it counts as /) },
    ])
    const fork = withOrigin(pull.head.sha, 'https://github.com/mallory/rocket')
    expect(await refused(fork, async () => true)).toMatch(/ of mallory\/rocket is checked out/)
    const outside = mkdtempSync(join(tmpdir(), 'stable-bench-no-checkout-'))
    expect(await requireEventCommit(outside, onMain(base), isUnknown)).toEqual([
      { code, message: expect.stringMatching(/^there is no checkout, so the measured commit is unknown/) },
    ])
    rmSync(outside, { recursive: true })
  })
})
