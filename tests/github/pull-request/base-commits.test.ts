import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { baseOfMeasured } from '../../../src/github/pull-request/base-commits.ts'
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
  baseOfMeasured(setting.octokit(), jobContext(), { measured: sha(measured), proposal: pullRequest })

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
    expect(await baseOfMeasured(setting.octokit(), jobContext(), unnamed)).toMatchObject({ base: sha(25) })
  })

  it('is the merge-base where the server does not say whether the branch has the commit', async () => {
    add(950, 30, 900)
    setting.github.interrupt('repos/compare-commits-with-basehead', { status: 404, message: 'Not Found' })
    expect(await baseOf(950)).toBe(sha(25))
  })
})
