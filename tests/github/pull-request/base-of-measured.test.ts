import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { baseOfMeasured } from '../../../src/github/pull-request/base-of-measured.ts'
import { jobContext, pullRequest, type Setting, sha, startSetting } from '../setting.ts'

let setting: Setting

// Main has the commits 1 to 30; the pull request's head 900 was made from 25.
beforeEach(async () => {
  setting = await startSetting()
  add(900, 25)
})

afterEach(async () => {
  expect(setting.github.unexpectedRequests).toEqual([])
  await setting.close()
})

const add = (number: number, ...parents: number[]) =>
  setting.github.state.commits.unshift({
    sha: sha(number),
    parents: parents.map(sha),
    message: `commit ${number}`,
    date: new Date(Date.UTC(2026, 3, 1, 0, number)).toISOString(),
  })

const between = (measured: number) =>
  baseOfMeasured(
    { ...jobContext(), octokit: setting.octokit() },
    { measured: sha(measured), proposal: pullRequest },
  )

const baseOf = async (measured: number) => (await between(measured)).base

describe('the base of a measured commit', () => {
  it('is what the pull request was merged into', async () => {
    add(950, 30, 900)
    expect(await baseOf(950)).toBe(sha(30))
  })

  it('stays that when the base branch goes on', async () => {
    add(950, 30, 900)
    add(31, 30)
    setting.github.state.branches.main = sha(31)
    expect(await baseOf(950)).toBe(sha(30))
  })

  it('may be newer than what the pull request says of its base', async () => {
    add(31, 30)
    add(950, 31, 900)
    setting.github.state.branches.main = sha(31)
    expect(await baseOf(950)).toBe(sha(31))
  })

  it('is the merge-base where the pull request was merged into a commit of its own making', async () => {
    add(940, 30)
    add(950, 940, 900)
    expect(await baseOf(950)).toBe(sha(25))
    add(941, 25)
    add(951, 941, 900)
    expect(await baseOf(951)).toBe(sha(25))
    add(942)
    add(952, 942, 900)
    expect(await baseOf(952)).toBe(sha(25))
  })

  it('is the merge-base where the base branch was rewritten meanwhile', async () => {
    add(950, 30, 900)
    add(31, 29)
    setting.github.state.branches.main = sha(31)
    expect(await baseOf(950)).toBe(sha(25))
  })

  it('is the merge-base of any other commit', async () => {
    add(960, 30)
    add(961, 900, 30)
    add(962, 30, 25)
    for (const measured of [900, 960, 961, 962, 12345]) expect(await baseOf(measured)).toBe(sha(25))
    const unnamed = { measured: 'main', proposal: pullRequest }
    expect(await baseOfMeasured({ ...jobContext(), octokit: setting.octokit() }, unnamed)).toMatchObject({
      base: sha(25),
    })
  })

  it('is the merge-base where the server does not say whether the branch has the commit', async () => {
    add(950, 30, 900)
    const gone = { status: 404, message: 'Not Found' }
    setting.github.interrupt('repos/compare-commits-with-basehead', gone, gone, gone, gone)
    expect(await baseOf(950)).toBe(sha(25))
  })

  it('is what it was merged into where the server does not compare the merge itself', async () => {
    add(950, 30, 900)
    const gone = { status: 404, message: 'Not Found' }
    setting.github.interrupt('repos/compare-commits-with-basehead', gone, gone)
    expect(await between(950)).toMatchObject({ base: sha(30), foreign: null, changed: null })
    setting.github.interrupt('repos/compare-commits-with-basehead', { status: 422, message: 'too large' })
    expect(await between(950)).toMatchObject({ base: sha(30), foreign: null, changed: null })
  })

  it('is found in one request, which also says what the pull request changes where GitHub made the merge', async () => {
    add(950, 30, 900)
    setting.github.state.changes = (base, head) => [
      { filename: `${Number.parseInt(base, 16)} to ${Number.parseInt(head, 16)}`, status: 'modified' },
      { filename: 'new.txt', status: 'renamed', previous_filename: 'old.txt' },
    ]
    const own = { ...pullRequest, mergeSha: sha(950) }
    const found = await baseOfMeasured(
      { ...jobContext(), octokit: setting.octokit() },
      {
        measured: sha(950),
        proposal: own,
      },
    )
    expect(found).toEqual({
      base: sha(30),
      proposed: sha(950),
      foreign: null,
      changed: ['30 to 950', 'new.txt', 'old.txt'],
    })
    expect(setting.github.requests.map(({ operation }) => operation)).toEqual([
      'repos/compare-commits-with-basehead',
    ])
  })

  it('does not say what changes where somebody else may have made the merge, or where the list may be cut', async () => {
    add(950, 30, 900)
    const change = { filename: 'a.txt', status: 'modified' } as const
    setting.github.state.changes = () => [change]
    expect(await between(950)).toMatchObject({ base: sha(30), changed: null })
    setting.github.state.changes = () => Array.from({ length: 300 }, () => change)
    const proposal = { ...pullRequest, mergeSha: sha(950) }
    const found = await baseOfMeasured(
      { ...jobContext(), octokit: setting.octokit() },
      { measured: sha(950), proposal },
    )
    expect(found).toMatchObject({ base: sha(30), changed: null })
  })

  it('is what a head of more than a hundred commits was merged into', async () => {
    for (let number = 1000; number < 1150; number++) add(number, number === 1000 ? 25 : number - 1)
    add(1200, 30, 1149)
    const proposal = { ...pullRequest, headSha: sha(1149), mergeSha: sha(1200) }
    const found = await baseOfMeasured(
      { ...jobContext(), octokit: setting.octokit() },
      { measured: sha(1200), proposal },
    )
    expect(found).toMatchObject({ base: sha(30), foreign: null })
  })
})
