import { getOctokit } from '@actions/github'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type ResultsService, startResultsService } from '../artifacts/results-service.ts'
import { type GitHubApi, startGitHubApi } from './api.ts'
import type { Permissions } from './service.ts'
import { newState } from './state.ts'

const repository = { owner: 'acme', repo: 'rocket' }
const sha = (letter: string) => letter.repeat(40)
const date = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString()

// a - b - d (main), a - c (change), with c merged into d as m
const commits = [
  { sha: sha('a'), parents: [], message: 'first', date: date(1) },
  { sha: sha('b'), parents: [sha('a')], message: 'second', date: date(2) },
  { sha: sha('c'), parents: [sha('a')], message: 'change', date: date(3) },
  { sha: sha('d'), parents: [sha('b')], message: 'third', date: date(4) },
  { sha: sha('f'), parents: [sha('d'), sha('c')], message: 'merge', date: date(5) },
]

const state = () =>
  newState({
    ...repository,
    commits,
    branches: { main: sha('d'), 'feature/change': sha('c') },
    forks: [{ id: 99, owner: 'mallory', repo: 'rocket' }],
    runs: [
      { id: 11, event: 'push', path: '.github/workflows/bench.yml', head_branch: 'main', head_sha: sha('b') },
      { id: 12, event: 'push', path: '.github/workflows/bench.yml', head_branch: 'main', head_sha: sha('d') },
      {
        id: 13,
        event: 'pull_request',
        path: '.github/workflows/other.yml',
        head_branch: 'main',
        head_sha: sha('c'),
        head_repository_id: 99,
        conclusion: 'failure',
      },
    ],
    pulls: [
      { number: 7, head: { ref: 'feature/change', sha: sha('c') }, base: { ref: 'main', sha: sha('d') } },
      {
        number: 8,
        head: { ref: 'main', sha: sha('c'), repository_id: 99 },
        base: { ref: 'main', sha: sha('d') },
      },
    ],
  })

const everything: Permissions = {
  actions: 'read',
  contents: 'read',
  'pull-requests': 'write',
  checks: 'write',
}

let results: ResultsService
let github: GitHubApi

beforeEach(async () => {
  results = await startResultsService()
  github = await startGitHubApi({ state: state(), results })
})

afterEach(async () => {
  await github.close()
  await results.close()
})

function client(permissions: Permissions = everything) {
  return getOctokit(github.token(permissions), { baseUrl: github.url }).rest
}

const status = (call: Promise<unknown>) =>
  call.then(() => 'answered').catch((error: { status: number }) => error.status)

describe('the GitHub stand-in', () => {
  it('lists artifacts by name over pages, newest first, with the run that made them', async () => {
    for (let count = 0; count < 5; count++) {
      results.addArtifact({
        runId: count < 3 ? 11 : 13,
        name: 'stable-bench',
        content: Buffer.from(`zip ${count}`),
      })
      results.addArtifact({ runId: 12, name: `other-${count}`, content: Buffer.from('x') })
    }
    const octokit = getOctokit(github.token(everything), { baseUrl: github.url })
    const found = await octokit.paginate(octokit.rest.actions.listArtifactsForRepo, {
      ...repository,
      name: 'stable-bench',
      per_page: 2,
    })
    expect(found.map(({ workflow_run }) => workflow_run?.id)).toEqual([13, 13, 11, 11, 11])
    expect(found[0]?.workflow_run).toMatchObject({
      head_repository_id: 99,
      repository_id: 4242,
      head_branch: 'main',
    })
    expect(found.at(-1)?.digest).toBe(results.artifacts()[0]?.digest)
    expect(github.requests).toHaveLength(3)
    expect(github.unexpectedRequests).toEqual([])
  })

  it('redirects the download of an artifact to its blob, and answers 410 once it has expired', async () => {
    const kept = results.addArtifact({ runId: 11, name: 'kept', content: Buffer.from('zip') })
    const gone = results.addArtifact({ runId: 11, name: 'gone', content: Buffer.from('zip'), expired: true })
    const download = (artifact_id: number) =>
      client().actions.downloadArtifact({ ...repository, artifact_id, archive_format: 'zip' })
    const { data } = await download(kept.id)
    expect(Buffer.from(data as ArrayBuffer).toString()).toBe('zip')
    expect(await status(download(gone.id))).toBe(410)
  })

  it('filters workflow runs by file, branch, event and conclusion', async () => {
    const { actions } = client()
    const ofFile = await actions.listWorkflowRuns({ ...repository, workflow_id: 'bench.yml', branch: 'main' })
    expect(ofFile.data.workflow_runs.map(({ id }) => id)).toEqual([12, 11])
    const failed = await actions.listWorkflowRunsForRepo({
      ...repository,
      status: 'failure',
      event: 'pull_request',
    })
    expect(failed.data.workflow_runs.map(({ head_repository }) => head_repository.full_name)).toEqual([
      'mallory/rocket',
    ])
    const { data: run } = await actions.getWorkflowRun({ ...repository, run_id: 12 })
    expect(run).toMatchObject({ path: '.github/workflows/bench.yml', event: 'push', conclusion: 'success' })
  })

  it('walks commits from a branch or SHA and finds the merge base', async () => {
    const { repos } = client()
    const list = await repos.listCommits({ ...repository, sha: sha('f'), per_page: 3 })
    expect(list.data.map(commit => commit.sha)).toEqual([sha('f'), sha('d'), sha('c')])
    expect((await repos.getCommit({ ...repository, ref: 'feature/change' })).data.parents[0]?.sha).toBe(
      sha('a'),
    )
    const { data } = await repos.compareCommitsWithBasehead({
      ...repository,
      basehead: 'main...feature/change',
    })
    expect([data.merge_base_commit.sha, data.status, data.ahead_by, data.behind_by]).toEqual([
      sha('a'),
      'diverged',
      1,
      2,
    ])
    expect(github.unexpectedRequests).toEqual([])
  })

  it('finds the pull request of a fork by its head', async () => {
    const { data } = await client().pulls.list({ ...repository, head: 'mallory:main', state: 'open' })
    expect(data.map(({ number, head }) => [number, head.sha, head.repo?.id])).toEqual([[8, sha('c'), 99]])
    expect((await client().pulls.get({ ...repository, pull_number: 7 })).data.base.ref).toBe('main')
  })

  it('keeps comments and check runs that were created and updated', async () => {
    const { issues, checks } = client()
    const { data: comment } = await issues.createComment({ ...repository, issue_number: 7, body: 'one' })
    await issues.updateComment({ ...repository, comment_id: comment.id, body: 'two' })
    expect(
      (await issues.listComments({ ...repository, issue_number: 7 })).data.map(({ body }) => body),
    ).toEqual(['two'])
    expect(github.comments[0]?.user).toMatchObject({ login: 'github-actions[bot]', type: 'Bot' })
    const { data: check } = await checks.create({ ...repository, name: 'bench', head_sha: sha('c') })
    const output = { title: 'slower', summary: '+3 %' }
    await checks.update({ ...repository, check_run_id: check.id, conclusion: 'failure', output })
    expect(github.state.checks).toMatchObject([{ name: 'bench', conclusion: 'failure', output }])
    expect(github.unexpectedRequests).toEqual([])
  })
})
