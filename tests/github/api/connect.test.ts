import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { connect, tokenOwner } from '../../../src/github/api/connect.ts'
import { explainRefusal } from '../../../src/github/api/explain-refusal.ts'
import { everything, impatient, jobContext, patient, type Setting, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const { owner, repo } = jobContext()
const list = { owner, repo, issue_number: 7 }
const operation = 'issues/list-comments'

const requests = () => setting.github.requests.map(({ status }) => status)
const read = (retries = patient) => setting.octokit(everything, retries).rest.issues.listComments(list)
const reasonOf = (call: Promise<unknown>, permission = 'pull-requests: write') =>
  call.then(
    () => 'answered',
    error => explainRefusal(error, permission),
  )

describe('the connection to GitHub', () => {
  it.each([500, 502, 503, 504, 409])('tries again after %i', async status => {
    setting.github.interrupt(operation, { status }, { status })
    expect((await read()).data).toEqual([])
    expect(requests()).toEqual([status, status, 200])
  })

  it('gives up after four attempts, and says what the server said', async () => {
    setting.github.interrupt(operation, ...Array(9).fill({ status: 502, message: 'Bad Gateway' }))
    expect(await reasonOf(read())).toBe('502 Bad Gateway')
    expect(requests()).toEqual([502, 502, 502, 502])
  })

  it.each([
    ['429 with a time', { status: 429, headers: { 'retry-after': '0' } }],
    ['403 with a time', { status: 403, headers: { 'retry-after': '0' } }],
  ])('waits as long as a rate limit says (%s), for writing too', async (_, limited) => {
    setting.github.interrupt('issues/create-comment', limited)
    await setting.octokit().rest.issues.createComment({ ...list, body: 'text' })
    expect(setting.github.comments).toHaveLength(1)
  })

  it("counts a rate limit by the server's clock, and does not wait for one that lasts", async () => {
    const now = Date.UTC(2031, 0, 1)
    const headers = (seconds: number) => ({
      date: new Date(now).toUTCString(),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(now / 1000 + seconds),
    })
    setting.github.interrupt(operation, { status: 403, headers: headers(1800) })
    expect(await reasonOf(read())).toBe('the rate limit is used up for another 30 min (403 interrupted)')
    const message = 'You have exceeded a secondary rate limit'
    setting.github.interrupt(operation, { status: 403, message })
    expect(await reasonOf(read())).toMatch(/^the rate limit is used up for another 1 min/)
    expect(requests()).toEqual([403, 403])
  })

  it('does not take a rate limit for a token that may not ask for its owner', async () => {
    const asked = 'users/get-authenticated'
    setting.github.interrupt(asked, { status: 403, headers: { 'retry-after': '3600' } })
    expect(await reasonOf(tokenOwner(setting.octokit()))).toMatch(
      /^the rate limit is used up for another 60 min/,
    )
    setting.github.interrupt(asked, { status: 403 })
    expect(await tokenOwner(setting.octokit())).toBeNull()
  })

  it('tries again when no answer comes in time, or half of one', async () => {
    setting.github.interrupt(operation, { delayMs: 1000 }, { cut: true })
    setting.github.interrupt('issues/create-comment', {})
    await setting.octokit().rest.issues.createComment({ ...list, body: 'text' })
    expect((await read(impatient)).data).toHaveLength(1)
  })

  it('never repeats a POST that may have been carried out', async () => {
    setting.github.interrupt('issues/create-comment', { status: 502, done: true })
    await expect(
      setting.octokit().rest.issues.createComment({ ...list, body: 'text' }),
    ).rejects.toMatchObject({ status: 502 })
    expect(setting.github.comments).toHaveLength(1)
  })

  it('says which line of the workflow is missing', async () => {
    const { rest } = setting.octokit({ contents: 'read' })
    const comment = rest.issues.createComment({ ...list, body: 'text' })
    expect(await reasonOf(comment)).toBe(
      "the token must not do that; add this line under 'permissions:' of the job: pull-requests: write " +
        '(403 Resource not accessible by integration)',
    )
    const artifacts = rest.actions.listArtifactsForRepo({ owner, repo })
    expect(await reasonOf(artifacts, 'actions: read')).toMatch(/add this line .*: actions: read \(403/)
    const lost = connect('ghs_old', { baseUrl: setting.github.url, retries: patient })
    expect(await reasonOf(lost.rest.issues.listComments(list))).toMatch(/^the token is not valid .*\(401/)
    const unseen = rest.repos.get({ owner, repo: 'elsewhere' })
    expect(await reasonOf(unseen, 'contents: read')).toMatch(
      /gone, or the token cannot see it.*contents: read/,
    )
  })

  it('tells that nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise(resolve => server.close(resolve))
    const octokit = connect('token', { baseUrl, retries: patient })
    expect(await reasonOf(octokit.rest.repos.get({ owner, repo }))).toBe(
      'the server cannot be reached: ECONNREFUSED',
    )
  })

  it('ends with what it was to last until: requests, attempts and downloads under way', async () => {
    setting.github.interrupt(operation, { delayMs: 2000 }, { delayMs: 2000 })
    const token = setting.github.token({ 'pull-requests': 'read' })
    const until = AbortSignal.timeout(100)
    const octokit = connect(token, { baseUrl: setting.github.url, retries: patient, until })
    expect(await reasonOf(octokit.rest.issues.listComments(list))).toMatch(/did not answer in time|aborted/)
    expect(await reasonOf(octokit.rest.issues.listComments(list))).not.toBe('answered')
  })

  it('tells that nobody answers', async () => {
    setting.github.interrupt(operation, ...Array(4).fill({ delayMs: 700 }))
    expect(await reasonOf(read(impatient))).toBe('the server did not answer in time')
  })
})
