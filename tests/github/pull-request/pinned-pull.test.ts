import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { pinnedPull } from '../../../src/github/pull-request/pinned-pull.ts'
import { jobContext, pullRequest, type Setting, sha, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const since = '2026-11-22T12:00:00Z'

const pin = (number: number, more: { head?: string } = {}) =>
  pinnedPull(setting.octokit(), jobContext(), { number, since, head: null, ...more })

/** The fork of pull request 8. */
function pushed(at: string): void {
  for (const fork of setting.github.state.forks) fork.pushed_at = at
}

describe('the pull request that somebody asked for', () => {
  it('has the head of that moment: its fork was last pushed to before it', async () => {
    pushed('2026-11-22T11:59:59Z')
    const pull = { number: 8, baseRef: 'main', baseSha: sha(30), headSha: sha(901), fromFork: true }
    expect(await pin(8)).toEqual({ pull, commit: sha(901), reason: null })
  })

  it.each(['2026-11-22T12:00:00Z', '2026-11-22T12:00:01Z', 'unknown'])(
    'is not known where its fork may have been pushed to since: %s',
    async at => {
      pushed(at)
      expect(await pin(8)).toEqual({ pull: null, reason: expect.stringMatching(/#8 was/) })
    },
  )

  it('may be pushed to by who may write to the repository', async () => {
    expect(await pin(7)).toMatchObject({ pull: pullRequest, reason: null })
  })

  it('has the head that the event names, and no other', async () => {
    pushed('2026-11-22T13:00:00Z')
    expect(await pin(8, { head: sha(901) })).toMatchObject({ pull: { headSha: sha(901) } })
    expect(await pin(8, { head: sha(902) })).toEqual({ pull: null, reason: '#8 was pushed to meanwhile' })
  })

  it('is to be checked out as GitHub merged this very head', async () => {
    const [merge, stale] = [sha(950), sha(951)]
    const made = { message: '', date: '2026-02-01T00:00:00Z' }
    setting.github.state.commits.push({ sha: merge, parents: [sha(30), sha(900)], ...made })
    setting.github.state.commits.push({ sha: stale, parents: [sha(30), sha(899)], ...made })
    const [pull] = setting.github.state.pulls
    Object.assign(pull ?? {}, { merge_commit_sha: merge })
    expect(await pin(7)).toMatchObject({ commit: merge })
    Object.assign(pull ?? {}, { merge_commit_sha: stale })
    expect(await pin(7)).toMatchObject({ commit: sha(900) })
  })

  it('is none once it is closed', async () => {
    Object.assign(setting.github.state.pulls[0] ?? {}, { state: 'closed' })
    expect(await pin(7)).toEqual({ pull: null, reason: '#7 is closed' })
  })
})
