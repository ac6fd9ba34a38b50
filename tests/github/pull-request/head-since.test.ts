// Since when a pull request has its head, as GitHub's stand-in knows it.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { headSince } from '../../../src/github/pull-request/head-since.ts'
import type { Push } from '../../stand-ins/github/state.ts'
import { everything, jobContext, type Setting, sha, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString()

/** Pushes to the branch of pull request 7, a minute apart, of which the last one made its head. */
function given(...pushes: Partial<Push>[]): void {
  setting.github.state.pushes = pushes.map((each, minute) => ({
    ref: 'refs/heads/change',
    before: sha(1),
    after: sha(900),
    timestamp: at(minute),
    activity_type: 'push',
    ...each,
  }))
}

async function ask(pull_number: number, permissions = everything) {
  const reading = setting.octokit()
  const { data } = await reading.rest.pulls.get({ owner: 'acme', repo: 'rocket', pull_number })
  return headSince({ ...jobContext(), octokit: setting.octokit(permissions) }, data)
}

describe('the head of a pull request', () => {
  it('is there since the last push to its branch, also where it was there before', async () => {
    given({}, { after: sha(899) }, {}, { ref: 'refs/heads/main', after: sha(30) })
    expect(await ask(7)).toBe(Date.parse(at(2)))
  })

  it('is not dated where the last push made another one, or none is known', async () => {
    const unknown = 'it is not known when #7 was last pushed to'
    given({}, { after: sha(899) })
    expect(await ask(7)).toBe(unknown)
    given()
    expect(await ask(7)).toBe(unknown)
  })

  it('is there since the last push to its fork, whatever that was to', async () => {
    const [fork] = setting.github.state.forks
    if (fork) fork.pushed_at = at(5)
    expect(await ask(8)).toBe(Date.parse(at(5)))
    if (fork) fork.pushed_at = 'soon'
    expect(await ask(8)).toMatch(/fork of #8/)
  })

  it('cannot be asked for without the permission', async () => {
    given({})
    await expect(ask(7, { 'pull-requests': 'read' })).rejects.toThrow(/contents: read/)
  })
})
