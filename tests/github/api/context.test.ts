// Names of workflow files, branches and tags may all contain `@`; a tag of a scoped package always does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readContext } from '../../../src/github/api/context.ts'
import { objection } from '../../../src/github/artifacts/branch-artifacts.ts'
import { withoutRef } from '../../../src/github/runs/ended-run.ts'
import { jobContext, startSetting } from '../setting.ts'

const path = '.github/workflows/bench.yml'
const commit = 'c'.repeat(40)

describe('the path of a workflow file', () => {
  it.each([
    ['as GitHub lists a run', path, path],
    ['on a branch', `${path}@refs/heads/main`, path],
    ['on the tag of a scoped package', `${path}@refs/tags/@scope/pkg@1.2.3`, path],
    ['on a branch that is named like a ref', `${path}@refs/heads/a@refs/heads/b`, path],
    ['at a commit', `${path}@${commit}`, path],
    ['with a short ref', `${path}@main`, path],
    ['with an @ of its own', '.github/workflows/@bench@2.yml', '.github/workflows/@bench@2.yml'],
    [
      'with an @ of its own, on a branch',
      '.github/workflows/a@b.yaml@refs/heads/main',
      '.github/workflows/a@b.yaml',
    ],
    ['with an ending in its name', '.github/workflows/a.yml@b.yml', '.github/workflows/a.yml@b.yml'],
  ])('is known without its ref: %s', (_, given, expected) => {
    expect(withoutRef(given)).toBe(expected)
  })

  it('is read from the runner for the tag of a scoped package', () => {
    const GITHUB_WORKFLOW_REF = `acme/rocket/${path}@refs/tags/@scope/pkg@1.2.3`
    const env = {
      GITHUB_REPOSITORY: 'acme/rocket',
      GITHUB_REF: 'refs/tags/@scope/pkg@1.2.3',
      GITHUB_WORKFLOW_REF,
    }
    expect(readContext(env)).toMatchObject({ workflowPath: path, tag: '@scope/pkg@1.2.3' })
    expect(readContext({ GITHUB_REPOSITORY: 'acme/rocket' }).workflowPath).toBe('')
  })

  it('is the same in a run that a server lists with its ref', async () => {
    const setting = await startSetting()
    try {
      const workflowPath = '.github/workflows/a@b.yml'
      setting.addRun(101, 30, { path: `${workflowPath}@refs/heads/main` })
      expect(
        await objection({ ...jobContext({ workflowPath }), octokit: setting.octokit() }, { runId: 101 }),
      ).toBeNull()
      const other = jobContext({ workflowPath: '.github/workflows/a' })
      expect(await objection({ ...other, octokit: setting.octokit() }, { runId: 101 })).toMatch(
        /^made by the workflow \.github\/workflows\/a@b\.yml; .*former-workflows/,
      )
      const formerWorkflows = [workflowPath]
      expect(
        await objection({ ...other, formerWorkflows, octokit: setting.octokit() }, { runId: 101 }),
      ).toBeNull()
    } finally {
      await setting.close()
    }
  })
})

describe('the merge base of a pull request', () => {
  it('is known where the event names it, as Gitea does', () => {
    const directory = mkdtempSync(join(tmpdir(), 'stable-bench-context-'))
    const GITHUB_EVENT_PATH = join(directory, 'event.json')
    const side = { ref: 'main', sha: commit, repo: { id: 1 } }
    const pull = { number: 7, base: side, head: side }
    try {
      for (const mergeBase of ['b'.repeat(40), '', undefined]) {
        writeFileSync(GITHUB_EVENT_PATH, JSON.stringify({ pull_request: { ...pull, merge_base: mergeBase } }))
        const { pullRequest } = readContext({ GITHUB_REPOSITORY: 'acme/rocket', GITHUB_EVENT_PATH })
        expect(pullRequest?.mergeBase).toBe(mergeBase || undefined)
      }
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})

describe('the default branch', () => {
  const branchOf = (GITHUB_EVENT_NAME: string, payload: object) => {
    const directory = mkdtempSync(join(tmpdir(), 'event-'))
    const GITHUB_EVENT_PATH = join(directory, 'event.json')
    writeFileSync(GITHUB_EVENT_PATH, JSON.stringify(payload))
    const env = {
      GITHUB_REPOSITORY: 'acme/rocket',
      GITHUB_EVENT_NAME,
      GITHUB_EVENT_PATH,
      GITHUB_REF_NAME: 'trunk',
    }
    const { defaultBranch } = readContext(env)
    rmSync(directory, { recursive: true })
    return defaultBranch
  }

  it('is that of a schedule, whose payload names no repository', () => {
    expect(branchOf('schedule', { schedule: '17 3 * * *' })).toBe('trunk')
    expect(branchOf('push', {})).toBeNull()
    expect(branchOf('workflow_dispatch', { repository: { id: 1, default_branch: 'main' } })).toBe('main')
  })
})
