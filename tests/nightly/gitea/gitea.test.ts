// The comment and artifact code against a server that nobody here wrote. Not part of every test run, since the server
// has to be built first: `npm run test:gitea`.
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connect } from '../../../src/github/api/connect.ts'
import { readContext } from '../../../src/github/api/context.ts'
import { singleResult } from '../../../src/github/artifacts/stored-result.ts'
import { root } from '../../e2e/command-line.ts'
import { ensureGitea } from '../../stand-ins/ensure-gitea.ts'
import { outputsOf, quickExample, suiteFiles } from '../../workflows/quick-suite.ts'
import { type GiteaBed, type GiteaRun, startGiteaBed } from './gitea-bed.ts'

const workflow = '.github/workflows/bench.yml'
const example = quickExample('pull-request/bench.yml')
const files = { [workflow]: example, ...suiteFiles({ 'access-log': 20 }) }
const cost = (number: number) => ({ 'bench/access-log.txt': String(number) })

type Comment = { id: number; body: string; user: { login: string } }
type Artifact = { id: number; name: string; workflow_run: { id: number } }

describe('the action on Gitea', () => {
  let bed: GiteaBed
  const repository = <Answer>(path: string) => bed.server.api<Answer>('GET', `${bed.server.path}${path}`)
  const commentsOn = (number: number) => repository<Comment[]>(`/issues/${number}/comments`)
  const artifacts = async () => (await repository<{ artifacts: Artifact[] }>('/actions/artifacts')).artifacts
  const statusOf = async (sha: string) =>
    (await repository<{ state: string }>(`/commits/${sha}/status`)).state
  const succeeded = ({ code, log }: GiteaRun) =>
    expect({ code, log: code === 0 ? '' : log }).toEqual({ code: 0, log: '' })

  beforeAll(async () => {
    bed = await startGiteaBed({
      gitea: await ensureGitea(),
      action: { repository: 'org/stable-bench', root },
    })
  }, 3_600_000)

  // A server that did not start has left nothing, and there is no bed.
  afterAll(async () => expect((await bed?.close()) ?? []).toEqual([]))

  it('leaves a baseline on main, which another run can download and read', async () => {
    const sha = bed.push({ branch: 'main', files })
    const run = await bed.runJob()
    succeeded(run)
    expect(await statusOf(sha)).toBe('success')
    const [left, ...others] = await artifacts()
    expect(others).toEqual([])
    expect(left).toMatchObject({
      name: expect.stringMatching(/^stable-bench-baseline-access-log-[0-9a-f]{12}$/),
      workflow_run: { id: run.runId },
    })
    const octokit = connect(bed.server.token, { baseUrl: run.context.api_url })
    const context = readContext({ GITHUB_REPOSITORY: run.context.repository })
    const { owner, repo } = context
    const request = { owner, repo, name: left?.name ?? '' }
    const [artifact] = (await octokit.rest.actions.listArtifactsForRepo(request)).data.artifacts
    if (!artifact) throw new Error('the artifact is not found by its name')
    const single = { artifact, runId: run.runId, commit: sha, createdAt: '' }
    const { fileName, bytes } = await singleResult({ ...context, octokit }, single)
    expect(fileName).toBe('result.json.gz')
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ schema: 'stable-bench/result@1' })
  }, 120_000)

  it('comments with the token of the job, and edits that one comment afterwards', async () => {
    bed.push({ branch: 'slower', files: cost(30) })
    const number = await bed.openPull('slower')
    const marker = '<!-- stable-bench: access%2Dlog -->\n'
    const path = `${bed.server.path}/issues/${number}/comments`
    const planted = await bed.server.api<Comment>('POST', path, { body: `${marker}planted` })

    const slow = await bed.runJob()
    expect(outputsOf(slow)).toMatchObject({ outcome: 'regression' })
    const [, comment, ...others] = await commentsOn(number)
    expect(others).toEqual([])
    expect(comment?.user.login).toBe('gitea-actions')
    expect(comment?.body).toMatch(/parse[\s\S]*the base was measured in this job/)
    expect(await statusOf(slow.context.sha)).toBe('failure')

    const fixed = bed.push({ branch: 'slower', files: cost(20) })
    const quick = await bed.runJob()
    succeeded(quick)
    expect(quick.context.sha).toBe(fixed)
    expect(outputsOf(quick)).toMatchObject({ outcome: 'pass' })
    expect(await statusOf(fixed)).toBe('success')
    const after = await commentsOn(number)
    expect(after.map(({ id }) => id)).toEqual([planted.id, comment?.id])
    expect(after[0]?.body).toBe(`${marker}planted`)
    expect(after[1]?.body).toContain(fixed)
    expect(after[1]?.body).not.toMatch(/regression/)
  }, 240_000)

  it('uses no stored result whose origin the server does not prove, and says so', async () => {
    // The runner does not name the workflow's file, so no input of it decides.
    const baseline = async (source: string) => {
      bed.push({ branch: 'main', files: { '.stable-bench.yml': `defaults: { baseline: ${source} }\n` } })
      succeeded(await bed.runJob())
    }
    await baseline('artifact')
    bed.push({ branch: 'stored', files: cost(30) })
    const number = await bed.openPull('stored')
    const run = await bed.runJob()
    succeeded(run)
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect((await commentsOn(number))[0]?.body).toMatch(/cannot be used: the server does not name the branch/)
    await baseline('auto')
  }, 180_000)

  it('joins the first attempt of a job that is run again, and leaves its own beside what that left', async () => {
    bed.push({ branch: 'again', files: cost(30) })
    await bed.openPull('again')
    const first = await bed.runJob()
    const before = await artifacts()
    await bed.server.api('POST', `${bed.server.path}/actions/runs/${first.runId}/rerun`)
    const second = await bed.runJob()
    expect(second.context).toMatchObject({ run_id: first.context.run_id, run_attempt: '2' })
    expect(second.summary).toMatch(/the runs of one earlier attempt of this job were joined/)
    const left = before.find(each => each.workflow_run.id === first.runId)?.name ?? ''
    const after = (await artifacts()).map(({ name }) => name)
    expect(after.toSorted()).toEqual([...before.map(({ name }) => name), `${left}-attempt-2`].toSorted())
  }, 120_000)

  it('compares with the commit at which a branch left main, and asks for no check run', async () => {
    const left = bed.push({ branch: 'main', files: { 'README.md': 'before' } })
    succeeded(await bed.runJob())
    bed.push({ branch: 'behind', files: cost(30) })
    bed.push({ branch: 'main', files: { ...cost(10), 'README.md': 'after' } })
    succeeded(await bed.runJob())
    const number = await bed.openPull('behind')
    const run = await bed.runJob()
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(run.log).toMatch(/No check run: this server has none/)
    expect((await commentsOn(number))[0]?.body).toContain(left)
  }, 240_000)

  it('leaves its result and the history at night', async () => {
    bed.push({ branch: 'main', files: { [workflow]: quickExample('nightly/bench.yml') } })
    succeeded(await bed.runJob())
    const dispatch = `${bed.server.path}/actions/workflows/bench.yml/dispatches`
    await bed.server.api('POST', dispatch, { ref: 'refs/heads/main' })
    const night = await bed.runJob()
    succeeded(night)
    const left = (await artifacts()).filter(artifact => artifact.workflow_run.id === night.runId)
    expect(left.map(({ name }) => name.replace(/-[0-9a-f]{12}$/, '')).sort()).toEqual(
      ['baseline', 'trend'].map(kind => `stable-bench-${kind}-access-log`),
    )
  }, 120_000)

  it('names the permission that a job lacks for the comment', async () => {
    const silent = example.replace(', pull-requests: read }', ' }')
    expect(silent).not.toBe(example)
    bed.push({ branch: 'silent', files: { ...cost(30), [workflow]: silent } })
    const number = await bed.openPull('silent')
    const run = await bed.runJob()
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(run.log).toMatch(/The comment could not be written: .*pull-requests: write/)
    expect(await commentsOn(number)).toEqual([])
  }, 120_000)

  it('reports without artifacts where the server is not known to have them', async () => {
    bed.push({ branch: 'no-artifacts', files: cost(30) })
    const number = await bed.openPull('no-artifacts')
    const before = (await artifacts()).length
    const run = await bed.runJob({ GITHUB_SERVER_URL: bed.server.url })
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(run.log).toMatch(/This server cannot keep results/)
    expect(await commentsOn(number)).toHaveLength(1)
    expect(await artifacts()).toHaveLength(before)
  }, 120_000)
})
