import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { connect } from '../../../src/github/api/connect.ts'
import { explainRefusal } from '../../../src/github/api/explain-refusal.ts'
import {
  closeIssue,
  issueAbout,
  openIssue,
  trackingIssues,
  updateIssue,
  withMarker,
} from '../../../src/github/posts/tracking-issue.ts'
import { jobContext, patient, type Setting, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const [a, b, c] = ['a', 'b', 'c'].map(letter => letter.repeat(16)) as [string, string, string]
const octokit = () => setting.octokit({ issues: 'write' })
const context = jobContext({ pullRequest: null })
const opened = (nights: string[]) =>
  openIssue({ ...context, octokit: octokit() }, { title: 'slower', body: 'text', nights })
const found = () => trackingIssues({ ...context, octokit: octokit() })

function someIssues(count: number, body: string, login = 'octocat') {
  for (let i = 0; i < count; i++) {
    setting.github.state.issues.push({
      number: 100 + setting.github.state.issues.length,
      title: `issue ${i}`,
      body,
      user: { login, id: 5, type: login.endsWith('[bot]') ? 'Bot' : 'User' },
      state: 'open',
      state_reason: null,
      created_at: '2026-01-01T00:00:00Z',
    })
  }
}

describe('the issue that tracks a change', () => {
  it('is found by any of its nights, over many pages of other issues of the same author', async () => {
    const { url } = await opened([a, b])
    someIssues(230, 'another workflow of the repository', 'github-actions[bot]')
    expect(issueAbout(await found(), [b, c])).toMatchObject({ url, open: true, nights: [a, b] })
    expect(issueAbout(await found(), [c])).toBeUndefined()
    expect(setting.github.unexpectedRequests).toEqual([])
  })

  it('cannot be there in a repository without issues, which is what the reason says', async () => {
    const message = 'Issues are disabled for this repo'
    setting.github.interrupt('issues/create', { status: 410, message })
    expect(explainRefusal(await opened([a]).catch(error => error), 'issues: write')).toBe(
      `the repository has no issues; switch them on in its settings, or set 'issues: never' (410 ${message})`,
    )
  })

  it('is found again after somebody has edited its text in a browser, which sends other line ends', async () => {
    const { number } = await opened([a])
    const [issue] = setting.github.state.issues.filter(each => each.number === number)
    if (issue) issue.body = issue.body.replaceAll('\n', '\r\n')
    const [again] = await found()
    expect(again).toMatchObject({ number, nights: [a] })
    if (again) await updateIssue({ ...context, octokit: octokit() }, again, { title: 'slower', body: 'text' })
    expect(setting.github.requests.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  it('is nobody else’s, though it has the marker', async () => {
    someIssues(1, withMarker([a], 'mine'))
    expect(await found()).toEqual([])
  })

  const jobOf = (login: string, type: 'Bot' | 'User') => ({
    ...context,
    octokit: connect(setting.github.token({ issues: 'write' }, { login, id: 77, type }), {
      baseUrl: setting.github.url,
      retries: patient,
    }),
  })
  const slower = { title: 'slower', body: 'text', nights: [a] }

  it('is found for the user whose token it is, and for the usual author', async () => {
    const usual = await opened([b])
    const user = jobOf('bench-user', 'User')
    const { number } = await openIssue(user, slower)
    someIssues(1, withMarker([a], 'mine'), 'mallory')
    expect((await trackingIssues(user)).map(issue => issue.number)).toEqual([usual.number, number])
    expect(await openIssue(user, slower)).toMatchObject({ number })
    expect(setting.github.unexpectedRequests).toEqual([])
  })

  it('is found by its number where an app wrote it, whose token may not ask for its owner', async () => {
    const app = jobOf('performance-app[bot]', 'Bot')
    const { number } = await openIssue(app, slower)
    expect(await trackingIssues(app)).toEqual([])
    expect(await trackingIssues(app, { numbers: [number] })).toMatchObject([
      { number, nights: [a], open: true },
    ])
  })

  it('is not created twice by an app that has forgotten it', async () => {
    const app = jobOf('performance-app[bot]', 'Bot')
    const { number } = await openIssue(app, slower)
    expect(await openIssue(app, slower)).toMatchObject({ number })
    expect(setting.github.state.issues).toMatchObject([{ state: 'open' }, { state: 'closed' }])
  })

  it('is edited only where its text has changed', async () => {
    await opened([a])
    const [issue] = await found()
    if (!issue) throw new Error('no issue')
    const before = setting.github.requests.length
    await updateIssue({ ...context, octokit: octokit() }, issue, { title: 'slower', body: 'text' })
    expect(setting.github.requests).toHaveLength(before)
    await updateIssue({ ...context, octokit: octokit() }, issue, { title: 'much slower', body: 'more text' })
    expect(setting.github.state.issues).toMatchObject([
      { title: 'much slower', body: withMarker([a], 'more text') },
    ])
  })

  it('is closed with a comment, and still found then', async () => {
    await opened([a])
    const [issue] = await found()
    if (!issue) throw new Error('no issue')
    await closeIssue({ ...context, octokit: octokit() }, issue, 'The level is back.')
    expect(setting.github.state.issues).toMatchObject([{ state: 'closed', state_reason: 'completed' }])
    expect(setting.github.comments).toMatchObject([{ body: 'The level is back.' }])
    expect(issueAbout(await found(), [a])).toMatchObject({ open: false })
  })

  it('stays where another night opened it at the same time', async () => {
    const first = await opened([a])
    const second = await opened([a, b])
    expect(second.number).toBe(first.number)
    expect(setting.github.state.issues).toMatchObject([
      { state: 'open' },
      { state: 'closed', state_reason: 'not_planned' },
    ])
  })

  it('is refused without the permission', async () => {
    const reading = setting.octokit({ issues: 'read' })
    await expect(
      openIssue({ ...context, octokit: reading }, { title: 't', body: 'b', nights: [a] }),
    ).rejects.toMatchObject({
      status: 403,
    })
  })
})
