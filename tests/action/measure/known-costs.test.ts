import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { knownCosts } from '../../../src/action/measure/known-costs.ts'
import { newBudget } from '../../../src/github/api/budget.ts'
import { connect } from '../../../src/github/api/connect.ts'
import { costsFile, renderCosts } from '../../../src/history/store/costs.ts'
import {
  everything,
  impatient,
  jobContext,
  patient,
  type Setting,
  startSetting,
  zip,
} from '../../github/setting.ts'
import { commit, git } from '../../measure/git-fixtures.ts'

const name = 'stable-bench-costs-suite'
const values = {
  name: 'suite 2 of 4',
  shard: '2/4',
  baseline: ['interleave'],
  duet: false,
  config: '',
  'working-directory': '.',
}
const shards = [['parse'], ['print']]
const fileWith = (seconds: number) =>
  zip({ [costsFile]: renderCosts({ seconds: new Map([['parse', seconds]]), shards }) })

describe('the costs by which a job deals benchmarks', () => {
  let setting: Setting

  beforeEach(async () => {
    setting = await startSetting()
    for (const id of [101, 102, 103]) setting.addRun(id, 20)
    setting.addRun(500, 900, { event: 'pull_request', created_at: '2026-03-01T12:00:00Z' })
  })

  afterEach(async () => {
    expect(setting.github.unexpectedRequests).toEqual([])
    await setting.close()
  })

  const add = (runId: number, createdAt: string, content = fileWith(runId)) =>
    setting.results.addArtifact({ runId, name, createdAt, content }).id
  const known = (more: Partial<typeof values> = {}, requested = false) =>
    knownCosts({ ...values, ...more }, { ...jobContext({ requested }), octokit: setting.octokit() })

  it('are the newest that the base branch had left when the run was made', async () => {
    add(101, '2026-03-01T10:00:00Z')
    const newest = add(102, '2026-03-01T11:00:00Z')
    add(103, '2026-03-01T13:00:00Z')
    expect(await known()).toEqual({ artifact: newest, seconds: new Map([['parse', 102]]) })
  })

  it('come with the deal that is kept, for a branch: its shards have histories, and those of a pull request have none', async () => {
    add(101, '2026-03-01T10:00:00Z')
    const branch = { event: 'schedule', branch: 'main', pullRequest: null }
    setting.addRun(501, 25, { event: 'schedule', created_at: '2026-03-01T12:00:00Z' })
    const onMain = jobContext({ ...branch, runId: 501 })
    expect(await knownCosts(values, { ...onMain, octokit: setting.octokit() })).toMatchObject({
      kept: shards,
    })
    expect(await known()).not.toHaveProperty('kept')
  })

  it('are those of a former name, as long as the suite has left none under its own', async () => {
    const checkout = mkdtempSync(join(tmpdir(), 'stable-bench-renamed-'))
    git(checkout, 'init', '--quiet', '--initial-branch=main')
    const file = JSON.stringify({
      suites: { fresh: { command: './bench', 'former-names': ['old', 'suite'] } },
    })
    commit(checkout, { '.stable-bench.yml': file })
    const renamed = { name: 'fresh 2 of 4', 'working-directory': checkout }
    const former = add(101, '2026-03-01T10:00:00Z')
    expect(await known(renamed)).toMatchObject({ artifact: former })
    const content = fileWith(7)
    const own = { runId: 102, name: 'stable-bench-costs-fresh', createdAt: '2026-03-01T09:00:00Z', content }
    const { id } = setting.results.addArtifact(own)
    expect(await known(renamed)).toMatchObject({ artifact: id })
  })

  it('are not those that another branch, a fork or another workflow left', async () => {
    setting.addRun(201, 20, { head_branch: 'other' })
    setting.addRun(202, 901, { head_repository_id: 99 })
    setting.addRun(203, 20, { path: '.github/workflows/other.yml' })
    for (const run of [201, 202, 203]) add(run, '2026-03-01T11:00:00Z')
    expect(await known()).toBeNull()
    const own = add(101, '2026-03-01T10:00:00Z')
    expect(await known()).toMatchObject({ artifact: own })
  })

  it('are none where all is measured, where stored results may count, or where somebody asked for the run', async () => {
    add(101, '2026-03-01T10:00:00Z')
    expect(await known({ shard: '' })).toBeNull()
    expect(await known({ baseline: ['auto'] })).toBeNull()
    expect(await known({}, true)).toBeNull()
    expect(await known({ baseline: ['auto'], duet: true })).not.toBeNull()
  })

  it('are none where no job of the run can read them: for a token that may not, or where the file is broken', async () => {
    add(101, '2026-03-01T10:00:00Z', zip({ [costsFile]: '{"schema":"stable-bench/costs@1"}' }))
    expect(await known()).toBeNull()
    expect(
      await knownCosts(values, { ...jobContext(), octokit: setting.octokit({ contents: 'read' }) }),
    ).toBeNull()
  })

  it('must be had where only the server fails: this job would deal in another way than the others', async () => {
    const nowhere = connect('token', {
      baseUrl: 'http://127.0.0.1:1',
      retries: impatient,
      budget: newBudget(),
    })
    await expect(knownCosts(values, { ...jobContext(), octokit: nowhere })).rejects.toThrow(
      /^shard: the cost of each benchmark cannot be read: the server cannot be reached: .*; run the job again$/,
    )
  })

  it('must be had where the server fails after it has listed them', async () => {
    add(101, '2026-03-01T10:00:00Z')
    add(102, '2026-03-01T11:00:00Z')
    setting.github.interrupt('actions/download-artifact', { status: 502 })
    const once = setting.octokit(everything, { ...patient, pausesMs: [] })
    await expect(knownCosts(values, { ...jobContext(), octokit: once })).rejects.toThrow(
      /^shard: .*; run the job again$/,
    )
  })
})
