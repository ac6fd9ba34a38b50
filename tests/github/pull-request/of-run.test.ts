import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { pullRequestOfRun, whyStale } from '../../../src/github/pull-request/of-run.ts'
import type { EndedRun } from '../../../src/github/runs/ended-run.ts'
import { jobContext, type Setting, sha, startSetting, workflowPath } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

/** A run of mallory's branch `main`, which pull request 8 wants merged. */
const run: EndedRun = {
  id: 400,
  attempt: 1,
  event: 'pull_request',
  workflowPath,
  conclusion: 'success',
  headSha: sha(901),
  headBranch: 'main',
  headOwner: 'mallory',
  headRepositoryId: 99,
  actor: 'octocat',
  url: '',
}

const derive = (more: Partial<EndedRun> = {}) =>
  pullRequestOfRun({ ...jobContext({ pullRequest: null }), octokit: setting.octokit() }, { ...run, ...more })

const pull = (number: number) => {
  const found = setting.github.state.pulls.find(each => each.number === number)
  if (!found) throw new Error(`no pull request ${number}`)
  return found
}

describe('the pull request of a run', () => {
  it("is the one whose head is the run's repository, branch and commit", async () => {
    expect(await derive()).toEqual({
      pull: {
        number: 8,
        baseRef: 'main',
        baseSha: sha(30),
        headSha: sha(901),
        mergeSha: null,
        fromFork: true,
      },
      labels: [],
    })
    const own = { headOwner: 'acme', headBranch: 'change', headSha: sha(900), headRepositoryId: 4242 }
    expect(await derive(own)).toMatchObject({ pull: { number: 7, fromFork: false } })
  })

  it.each<[string, Partial<EndedRun>, RegExp]>([
    ['another commit', { headSha: sha(5) }, /#8 has a newer head than 0000000000/],
    ['another repository of that name', { headRepositoryId: 98 }, /no open pull request has the head/],
    ['a repository that is gone', { headRepositoryId: null }, /no open pull request/],
    ['another branch', { headBranch: 'other' }, /no open pull request/],
  ])('is none for %s', async (_, more, reason) => {
    expect(await derive(more)).toEqual({ pull: null, reason: expect.stringMatching(reason), several: [] })
  })

  it('is none when it was closed, and one of several when there are two', async () => {
    pull(8).state = 'closed'
    expect(await derive()).toMatchObject({ pull: null })
    pull(8).state = 'open'
    setting.github.state.pulls.push({ ...pull(8), number: 9, base: { ref: 'release', sha: sha(2) } })
    expect(await derive()).toEqual({
      pull: null,
      reason: expect.stringMatching(/^#9 and #8 have the same head/),
      several: [
        expect.objectContaining({ pull: expect.objectContaining({ number: 9, baseRef: 'release' }) }),
        expect.objectContaining({ pull: expect.objectContaining({ number: 8, baseRef: 'main' }) }),
      ],
    })
  })

  it('is asked for again just before anything is posted', async () => {
    const derived = await derive()
    if (!derived.pull) throw new Error(derived.reason)
    const stale = () => whyStale({ ...jobContext(), octokit: setting.octokit() }, derived.pull)
    expect(await stale()).toBeNull()
    pull(8).head = { ...pull(8).head, sha: sha(902) }
    expect(await stale()).toMatch(/#8 has a newer head/)
    pull(8).state = 'closed'
    expect(await stale()).toBe('#8 was closed meanwhile')
  })
})
