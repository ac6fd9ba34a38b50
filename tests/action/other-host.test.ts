// The action on a host that has no check runs, proves no artifact's origin, and says less of commits than GitHub does.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { postReport } from '../../src/action/publish/posts.ts'
import { previousTag } from '../../src/action/release/previous-tag.ts'
import { keptSessions } from '../../src/action/stored-session.ts'
import { newBudget } from '../../src/github/api/budget.ts'
import { connect, type Octokit } from '../../src/github/api/connect.ts'
import { hostAt } from '../../src/github/api/host.ts'
import { findBaselineResults } from '../../src/github/artifacts/baseline.ts'
import { openIssue, trackingIssues } from '../../src/github/posts/tracking-issue.ts'
import { baseCommit, firstParentDistances } from '../../src/github/pull-request/base-commits.ts'
import type { InputName } from '../../src/inputs/values.ts'
import { defaultPolicy } from '../../src/model/index.ts'
import {
  everything,
  jobContext,
  pullRequest,
  type Setting,
  sha,
  singleZip,
  startSetting,
} from '../github/setting.ts'
import { jobValues } from '../inputs/job-values.ts'
import { unchangedExample } from '../report/example-comparison.ts'
import { type GiteaApi, giteaJob, startGiteaApi } from '../stand-ins/github/gitea-api.ts'
import { reportOf, sectionOf } from './publish/example-report.ts'

let setting: Setting
let gitea: GiteaApi
let octokit: Octokit

beforeEach(async () => {
  setting = await startSetting(40)
  const head = { sha: sha(900), parents: [sha(35)], message: 'x', date: '2026-03-01T00:00:00Z' }
  setting.github.state.commits.unshift(head)
  gitea = await startGiteaApi(setting.github)
  const token = setting.github.token({ ...everything, issues: 'write' }, giteaJob)
  octokit = connect(token, { baseUrl: gitea.url, budget: newBudget() })
})

afterEach(async () => {
  await gitea.close()
  expect(setting.github.unexpectedRequests).toEqual([])
  await setting.close()
})

describe('a host', () => {
  it('is known by the address of its API', () => {
    for (const github of ['https://api.github.com', 'https://git.example/api/v3', 'http://127.0.0.1:9']) {
      expect(hostAt(github)).toMatchObject({ hasChecks: true, jobAuthor: 'github-actions[bot]' })
    }
    for (const other of ['https://codeberg.org/api/v1', 'https://example.org/git/api/v1/']) {
      expect(hostAt(other)).toMatchObject({ hasChecks: false, jobAuthor: null })
    }
    expect(octokit.host).toBe(hostAt(gitea.url))
  })
})

describe('on a host that is not GitHub', () => {
  /** Posts a report as a job does, and returns what the log says. */
  async function post(given: Partial<Record<InputName, string>>): Promise<string> {
    const said: string[] = []
    const { write } = process.stdout
    process.stdout.write = (text: string | Uint8Array) => said.push(String(text)) > 0
    try {
      await postReport(
        jobValues(given),
        { ...jobContext(), octokit },
        reportOf([sectionOf('a', unchangedExample())]),
      )
    } finally {
      process.stdout.write = write
    }
    return said.join('')
  }

  it('a report is one comment that the job edits, and no check run is asked for', async () => {
    const first = await post({ checks: 'auto' })
    expect(first).toMatch(/No check run: this server has none/)
    expect(first).not.toMatch(/::warning/)
    await post({ checks: 'auto' })
    expect(setting.github.comments.map(({ user }) => user.login)).toEqual([giteaJob.login])
    expect(gitea.asked.filter(each => each.includes('check-runs'))).toEqual([])
  })

  it('no stored result is asked for, and the report says why', async () => {
    const name = 'stable-bench-baseline-suite-f00'
    setting.addRun(101, 40)
    setting.results.addArtifact({ runId: 101, name, content: singleZip('result') })
    const why = 'what earlier runs left cannot be used: the server does not name the branch of an artifact'
    const search = {
      single: name,
      kept: [],
      branches: ['main'],
      distances: new Map([[sha(40), 0]]),
      read: () => 1,
    }
    const found = await findBaselineResults({ ...jobContext(), octokit }, search)
    expect(found).toEqual({ results: [], notes: [why], unread: [] })
    const wanted = { suite: 'suite', fingerprint: 'f00', branches: ['main'], policy: defaultPolicy }
    expect(await keptSessions({ ...jobContext(), octokit }, wanted)).toMatchObject({
      results: [],
      notes: [why],
    })
    expect(gitea.asked).toEqual([])
  })

  it('the base commit is the one that the event names, not the tip of the base branch', async () => {
    const pull = { ...pullRequest, baseSha: sha(40), mergeBase: sha(35) }
    expect(await baseCommit({ ...jobContext({ pullRequest: pull }), octokit }, [sha(35)])).toBe(sha(35))
  })

  it('ancestors are followed over its smaller pages', async () => {
    expect((await firstParentDistances({ ...jobContext(), octokit }, sha(40))).get(sha(1))).toBe(39)
  })

  it('the previous tag of a release is found over its smaller pages', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'stable-bench-other-host-'))
    const { tags } = setting.github.state
    const release = jobContext({ pullRequest: null, event: 'push', tag: 'v2.0.0', sha: sha(20) })
    try {
      for (let i = 0; i < 60; i++) tags.push({ name: `docs-${i}.0`, sha: sha(30) })
      tags.push({ name: 'v1.1.0', sha: sha(30) }, { name: 'v1.0.0', sha: sha(10) })
      const found = await previousTag({ ...release, octokit }, directory)
      expect(found.previous).toEqual({ tag: 'v1.0.0', commit: sha(10) })
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('no release is said to be the first where the server has more tags than are read', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'stable-bench-other-host-'))
    const release = jobContext({ pullRequest: null, event: 'push', tag: 'v2.0.0', sha: sha(20) })
    try {
      for (let i = 0; i < 1001; i++) setting.github.state.tags.push({ name: `docs-${i}.0`, sha: sha(30) })
      const asked = previousTag({ ...release, octokit }, directory)
      await expect(asked).rejects.toThrow(
        /more than the \d+ tags that are read: check out with fetch-depth: 0/,
      )
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('an issue is found again by its author', async () => {
    const text = { title: 'slower', body: 'text', nights: ['ab'] }
    const { number } = await openIssue({ ...jobContext(), octokit }, text)
    expect((await trackingIssues({ ...jobContext(), octokit })).map(each => each.number)).toEqual([number])
  })
})
