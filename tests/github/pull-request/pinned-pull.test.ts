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
  pinnedPull({ ...jobContext(), octokit: setting.octokit() }, { number, since, head: null, ...more })

/** The branch of pull request 7, with its head. */
function pushedOwn(timestamp: string): void {
  const push = { ref: 'refs/heads/change', before: sha(1), after: sha(900), timestamp }
  setting.github.state.pushes = [{ ...push, activity_type: 'push' }]
}

/** The fork of pull request 8. */
function pushed(at: string): void {
  for (const fork of setting.github.state.forks) fork.pushed_at = at
}

describe('the pull request that somebody asked for', () => {
  it('has the head of that moment: its fork was last pushed to before it', async () => {
    pushed('2026-11-22T11:59:59Z')
    const at = { baseRef: 'main', baseSha: sha(30), headSha: sha(901), mergeSha: null }
    const pull = { number: 8, ...at, fromFork: true }
    expect(await pin(8)).toEqual({ pull, commit: sha(901) })
  })

  it.each(['2026-11-22T12:00:00Z', '2026-11-22T12:00:01Z', 'unknown'])(
    'is not known where its fork may have been pushed to since: %s',
    async at => {
      pushed(at)
      expect(await pin(8)).toMatch(/#8 was .*\(to be certain, name the commit: \/bench 0{37}385\)$/)
    },
  )

  it('has the head of that moment also where its branch is of this repository', async () => {
    pushedOwn('2026-11-22T11:59:59Z')
    expect(await pin(7)).toMatchObject({ pull: pullRequest })
    pushedOwn('2026-11-22T12:00:00Z')
    expect(await pin(7)).toMatch(/#7 was pushed to after/)
    setting.github.state.pushes = []
    expect(await pin(7)).toMatch(/it is not known when #7/)
  })

  it('is not known where the newest run before that was of another commit: the page of who asked was older', async () => {
    pushedOwn('2026-11-22T11:59:59Z')
    const run = (id: number, commit: number, created_at: string, more = {}) =>
      setting.addRun(id, commit, { event: 'pull_request', head_branch: 'change', created_at, ...more })
    run(1, 899, '2026-11-22T11:00:00Z')
    expect(await pin(7)).toMatch(/newest run of #7 .* was of 0{10}, and its head is 0{10} now/)
    expect(await pin(7, { head: sha(900) })).toMatchObject({ pull: pullRequest })
    run(2, 900, '2026-11-22T11:59:59Z')
    // Later, of somebody else's branch with that name, or of a workflow of the base branch.
    run(3, 899, '2026-11-22T12:00:00Z')
    run(4, 899, '2026-11-22T11:59:59Z', { head_repository_id: 99 })
    run(5, 899, '2026-11-22T11:59:59Z', { event: 'pull_request_target' })
    expect(await pin(7)).toMatchObject({ pull: pullRequest })
  })

  it('has the head that the event or the asker names, and no other', async () => {
    pushed('2026-11-22T13:00:00Z')
    expect(await pin(8, { head: sha(901) })).toMatchObject({ pull: { headSha: sha(901) } })
    expect(await pin(8, { head: sha(902) })).toBe('#8 has the head 0000000000, not 0000000000')
    expect(await pin(8, { head: '0000000f' })).toMatch(/^#8 has the head/)
  })

  it('is not known by its first digits where it was pushed since: another commit can begin with them', async () => {
    pushed('2026-11-22T13:00:00Z')
    expect(await pin(8, { head: '00000000' })).toMatch(/^#8 was pushed to after this was asked for/)
    pushed('2026-11-22T11:59:59Z')
    expect(await pin(8, { head: '00000000' })).toMatchObject({ pull: { headSha: sha(901) } })
  })

  it('is not hidden by more runs of other branches of its name than a page has', async () => {
    pushed('2026-11-22T11:59:59Z')
    const run = (id: number, more: object) =>
      setting.addRun(id, 899, { event: 'pull_request', created_at: '2026-11-22T11:58:00Z', ...more })
    setting.github.state.forks.push({ id: 98, owner: 'other', repo: 'rocket' })
    run(1, { head_repository_id: 99 })
    for (let id = 2; id < 102; id++) run(id, { event: 'push' })
    for (let id = 102; id < 252; id++) run(id, { head_repository_id: 98 })
    expect(await pin(8)).toMatch(/newest run of #8 .* was of 0{10}/)
    for (let id = 252; id < 500; id++) run(id, { head_repository_id: 98 })
    expect(await pin(8)).toMatch(/too many runs have its branch's name/)
  })

  it('is to be checked out as GitHub merged this very head', async () => {
    pushedOwn('2026-11-22T11:59:59Z')
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
    expect(await pin(7)).toBe('#7 is closed')
  })
})
