import { getOctokit } from '@actions/github'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type ResultsService, startResultsService } from '../artifacts/results-service.ts'
import { type GitHubApi, startGitHubApi } from './api.ts'
import type { Permissions } from './service.ts'
import { newState } from './state.ts'

const repository = { owner: 'acme', repo: 'rocket' }
const sha = 'a'.repeat(40)

const state = () =>
  newState({
    ...repository,
    runs: [
      { id: 11, event: 'push', path: '.github/workflows/bench.yml', head_branch: 'main', head_sha: sha },
    ],
    pulls: [{ number: 7, head: { ref: 'change', sha }, base: { ref: 'main', sha } }],
  })

let results: ResultsService
let github: GitHubApi

beforeEach(async () => {
  results = await startResultsService()
  github = await startGitHubApi({ state: state(), results })
})

afterEach(async () => {
  await results.close()
  await github.close()
})

const client = (permissions: Permissions) => getOctokit(github.token(permissions), { baseUrl: github.url })

const status = (call: Promise<unknown>) =>
  call.then(() => 'answered').catch((error: { status: number }) => error.status)

describe('the GitHub stand-in', () => {
  it('refuses a token it did not issue (401), a missing permission (403) and too long a comment (422)', async () => {
    const stranger = getOctokit('ghs_unknown', { baseUrl: github.url }).rest
    expect(await status(stranger.repos.get(repository))).toBe(401)
    const reader = client({ 'pull-requests': 'read' }).rest
    const issue = { ...repository, issue_number: 7 }
    expect((await reader.issues.listComments(issue)).data).toEqual([])
    await expect(reader.issues.createComment({ ...issue, body: 'x' })).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('Resource not accessible by integration'),
    })
    const writer = client({ 'pull-requests': 'write' }).rest
    const tooLong = { ...issue, body: 'x'.repeat(65_537) }
    expect(await status(writer.issues.createComment(tooLong))).toBe(422)
    expect(github.comments).toEqual([])
    expect(github.unexpectedRequests).toEqual([])
  })

  it("refuses and reports what GitHub's description forbids and what is not modelled", async () => {
    const octokit = client({ actions: 'read', contents: 'read', issues: 'write' })
    const path = `${github.url}/repos/acme/rocket`
    expect(await status(octokit.request(`POST ${path}/issues/7/comments`, { text: 'no body' }))).toBe(422)
    expect(await status(octokit.request(`GET ${path}/actions/artifacts?per_page=abc`))).toBe(422)
    expect(await status(octokit.request(`GET ${path}/commits?until=2026-01-01T00:00:00Z`))).toBe(422)
    expect(await status(octokit.request(`GET ${path}/actions/caches`))).toBe(404)
    expect(github.unexpectedRequests.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("must have required property 'body'"),
      expect.stringContaining('must be integer'),
      expect.stringContaining('until is not modelled'),
      expect.stringContaining('no such operation'),
    ])
  })

  it('does not close in peace when one of its own responses did not fit the description', async () => {
    const broken = await startGitHubApi({ state: state(), results })
    broken.state.runs.push({ ...broken.state.runs[0], id: 'text' } as never)
    const octokit = getOctokit(broken.token({ actions: 'read' }), { baseUrl: broken.url })
    expect(await status(octokit.rest.actions.listWorkflowRunsForRepo(repository))).toBe(500)
    await expect(broken.close()).rejects.toThrow(/at fault.*must be integer/s)
  })
})
