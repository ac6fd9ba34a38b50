// Pull requests that are measured because somebody asks for it, with the two workflows of the example: who may ask, which
// commit is measured, and what code that runs there can do to the report.
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { renderResultDocument } from '../../src/formats/documents/result.ts'
import { sample, session, testbed } from '../compare/session.ts'
import { root } from '../e2e/command-line.ts'
import { hostileZip } from '../github/hostile-zip.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import type { GitHubState } from '../stand-ins/github/state.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { example, outputsOf, suiteFiles } from './quick-suite.ts'

const [bench, byHand, publish] = ['bench', 'by-hand', 'publish'].map(
  name => `.github/workflows/${name}.yml`,
) as [string, string, string]
const onDemand = example('on-demand/bench.yml')
  .replaceAll('command: node bench/benchmark.mjs lib', 'command: sh bench/quick.sh ./access-log.txt')
  .replace("|| '10'", "|| '5'")
/** As docs/on-demand.md says: the jobs `request` and `on-demand`, in a file of their own that is started by hand. */
const startedByHand = `name: bench by hand
on:
  workflow_dispatch:
    inputs: { pull-request: { description: Its number, required: true } }
permissions: {}
jobs:
${onDemand.slice(onDemand.indexOf('  request:'))}`
  .replace(/^ {4}if: github.*\n/m, '')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
  .replace('{ mode: request }', '{ mode: request, pull-request: "${{ inputs.pull-request }}" }')
const files = {
  [bench]: onDemand,
  [byHand]: startedByHand,
  [publish]: example('pull-request/publish.yml').replace('[bench]', '[bench, bench by hand]'),
  ...suiteFiles({ 'access-log': 20 }),
}
const reading = { contents: 'read', actions: 'read' } satisfies Permissions
/** The token is that of the job that asks: the one that measures has less, which no test of it may need. */
const asking = { workflow: bench, permissions: { ...reading, 'pull-requests': 'write' } as Permissions }
const publishing = {
  workflow: publish,
  permissions: { ...reading, issues: 'write', 'pull-requests': 'write', checks: 'write' } as Permissions,
}

let bed: TestBed

/** One bed for all tests of a part, each of which costs too little for a bed of its own. */
function sharedBed(prepare: () => unknown): void {
  beforeAll(async () => {
    const forks = [{ id: 99, owner: 'mallory', repo: 'rocket' }]
    const collaborators = { octocat: 'admin', writer: 'write', triager: 'read' } as const
    const state = { forks, collaborators }
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root }, state })
    bed.repository.commit({ files })
    await prepare()
  }, 300_000)
  afterEach(() => expect(bed.github.unexpectedRequests).toEqual([]))
  afterAll(() => bed.close())
}

const open = (number: number, middle: number) =>
  bed.openPull(number, {
    branch: `change-${number}`,
    repository_id: 99,
    files: { 'bench/access-log.txt': String(middle) },
  })
const headOf = (number: number) => bed.github.state.pulls.find(each => each.number === number)?.head.sha
const ask = (body: string, by = 'writer', number = 3) => bed.comment(number, { body, by }, asking)
const start = (branch = 'main') =>
  bed.dispatch({ ...asking, workflow: byHand }, { inputs: { 'pull-request': '3' }, by: 'writer', branch })
const report = (measured: BedRun) => bed.workflowRun(measured.runId, publishing)
const isReport = ({ body }: { body: string }) => body.startsWith('<!-- stable-bench')
const reports = () => bed.github.comments.filter(isReport)
const checks = () => bed.github.state.checks
const candidates = () => bed.results.artifacts().filter(({ name }) => name.includes('-candidate-'))
const measuredIn = (run: BedRun) =>
  Object.entries(run.jobs).find(([name]) => /^(?:bench \d|on-demand$)/.test(name))?.[1]

/** What code that ran in the job could have left: another pull request's result, without any change. */
function claimsOf(number: number, name: string): Buffer {
  const claims = { pull_request: number, number, 'pull-request': `${number}@${headOf(number)}` }
  const machine = { ...testbed({ machine: 'm' }), fingerprint: name.slice(-12) }
  const unchanged = session([sample('parse', Array(10).fill(20))], { suite: 'access-log', testbed: machine })
  const content = gzipSync(JSON.stringify({ ...JSON.parse(renderResultDocument(unchanged)), ...claims }))
  return hostileZip([
    { name: 'result.json.gz', content },
    { name: 'baseline.json.gz', content },
    { name: 'attempt.json', content: Buffer.from(JSON.stringify(claims)) },
  ])
}

describe('a pull request of a fork that a maintainer asks to be measured', () => {
  let started: BedRun
  let asked: BedRun
  let posted: unknown[]
  let pulls: GitHubState['pulls']

  // Both runs are measured once. Each test reports on one of them, or tries to.
  sharedBed(async () => {
    open(3, 30)
    open(4, 20)
    started = await start()
    expect(bed.results.artifacts().filter(({ name }) => name.includes('baseline'))).toEqual([])
    // Code in that job could leave a baseline as well.
    const [left] = candidates()
    const name = left?.name.replace('candidate', 'baseline') ?? ''
    const content = bed.results.blob(left?.id ?? 0)
    bed.results.addArtifact({ runId: started.runId, name, content })
    asked = await ask('/bench access-log 6')
    posted = [...reports(), ...checks()]
    pulls = bed.github.state.pulls
  })

  beforeEach(() => {
    const { state } = bed.github
    state.pulls = pulls
    state.collaborators.writer = 'write'
    state.checks.length = 0
    state.comments.splice(0, Infinity, ...state.comments.filter(each => !isReport(each)))
  })

  it('is measured at the commit of that moment, and no baseline of such a job counts', () => {
    expect(outputsOf(asked)).toMatchObject({ commit: pulls[0]?.merge_commit_sha })
    expect(bed.github.state.reactions).toMatchObject([{ content: 'eyes' }])
    expect(asked.jobs).toMatchObject({ request: 'success', [`bench 3@${headOf(3)}`]: 'failure' })
    expect(outputsOf(asked)).toMatchObject({ outcome: 'regression', suite: 'access-log', runs: '6' })
    expect(posted).toEqual([])
    // As in any pull request the merge is measured, and the base beside it: nothing stored is trusted here.
    expect(asked.log).not.toMatch(/stored/)
  })

  it('is reported on by another run', async () => {
    const published = await report(asked)
    expect(outputsOf(published)).toMatchObject({ outcome: 'regression' })
    expect(reports()).toMatchObject([{ issue: 3, body: expect.stringMatching(/Self-reported by a fork/) }])
    expect(reports()[0]?.body).toMatch(/6 runs per side/)
    expect(checks()).toMatchObject([{ head_sha: headOf(3), conclusion: 'failure' }])
  }, 300_000)

  it('is measured for its number', async () => {
    expect(outputsOf(started)).toMatchObject({ outcome: 'regression' })
    await report(started)
    expect(reports()[0]?.body).toMatch(/5 runs per side/)
    expect(checks()).toMatchObject([{ head_sha: headOf(3), conclusion: 'failure' }])
  }, 300_000)

  it('is measured for a label, but not for a comment after which the fork was pushed to', async () => {
    open(5, 20)
    const [fork] = bed.github.state.forks
    // The comment is there; then the fork replaces what was looked at, before any job has begun.
    const later = new Date(Date.now() + 60_000).toISOString()
    if (fork) fork.pushed_at = later
    const run = await ask('/bench', 'writer', 5)
    expect(run.log).toMatch(
      /#5 was pushed to after this was asked for \(to be certain, name the commit: \/bench [0-9a-f]{40}\); ask again/,
    )
    expect(measuredIn(run)).toBe('skipped')
    // Whoever names the commit has seen it, and gets no other.
    const answer = { ...asking, job: 'request' }
    const said = (body: string) => bed.comment(5, { body, by: 'writer' }, answer)
    const begun = await said(`/bench ${headOf(5)?.slice(0, 7)}`)
    expect(begun.log).toMatch(/#5 was pushed to after this was asked for/)
    const seen = await said(`/bench ${headOf(5)}`)
    expect(outputsOf(seen)).toMatchObject({ 'pull-request': `5@${headOf(5)}` })
    const other = await said(`/bench ${headOf(3)?.slice(0, 7)}`)
    expect(other.log).toMatch(/#5 has the head [0-9a-f]{10}, not [0-9a-f]{7}; ask again/)
    // The event of a label names the commit, so there is nothing to guess.
    const labelled = await bed.label(5, { label: 'bench', by: 'writer' }, asking)
    expect(measuredIn(labelled)).toBe('success')
    await report(labelled)
    // A fork never passes by its own word.
    expect(checks()).toMatchObject([{ head_sha: headOf(5), conclusion: 'action_required' }])
  }, 300_000)

  it('gets no report where it was pushed to while it was measured, or the one who asked may not write any more', async () => {
    bed.github.state.collaborators.writer = 'read'
    expect((await report(asked)).summary).toMatch(/writer, who started run \d+, has no write access/)
    bed.github.state.collaborators.writer = 'write'
    open(3, 21)
    expect((await report(asked)).summary).toMatch(
      /`#3` has a newer head than `[0-9a-f]{10}`, which was asked for/,
    )
    expect([reports(), checks()]).toEqual([[], []])
  }, 300_000)

  it('is reported on after it was cancelled, unless a later request measures the same commit of it', async () => {
    const { runs } = bed.github.state
    const own = runs.find(({ id }) => id === asked.runId)
    if (own === undefined) throw new Error('no run')
    const { conclusion = null } = own
    own.conclusion = 'cancelled'
    const later = (id: number, number: number) =>
      runs.push({
        ...own,
        id,
        conclusion: 'success',
        jobs: [{ name: `bench ${number}@${headOf(number)}`, conclusion: 'success' }],
      })
    later(asked.runId + 1000, 4)
    await report(asked)
    expect(checks()).toMatchObject([{ head_sha: headOf(3), conclusion: 'failure' }])
    later(asked.runId + 999, 3)
    const { summary } = await report(asked)
    expect(summary).toContain(`was cancelled, and run ${asked.runId + 999} is of the same commit`)
    expect(checks()).toHaveLength(1)
    runs.splice(-2)
    own.conclusion = conclusion
  }, 300_000)

  // The last one: what it replaces stays replaced.
  it('cannot make its report that of another pull request, or pass', async () => {
    // Whatever code ran in the job could replace each artifact of the run.
    const { name = '' } = candidates().findLast(({ runId }) => runId === asked.runId) ?? {}
    bed.results.addArtifact({ runId: asked.runId, name, content: claimsOf(4, name) })
    await report(asked)
    expect(reports().map(({ issue }) => issue)).toEqual([3])
    expect(checks()).toMatchObject([{ head_sha: headOf(3), conclusion: 'action_required' }])
  }, 300_000)
})

describe('a pull request of a fork', () => {
  sharedBed(() => open(3, 20))
  beforeEach(() => {
    bed.github.state.reactions.length = 0
  })

  function expectRefused(run: BedRun, by: string, reason: RegExp): void {
    expect(run.code).toBe(0)
    expect(run.log).toMatch(reason)
    expect(measuredIn(run)).toBe('skipped')
    const reactions = bed.github.state.reactions.map(({ content }) => content)
    expect(reactions).toEqual(by === 'writer' ? ['confused'] : [])
    expect([reports(), checks()]).toEqual([[], []])
  }

  it.each([
    ['somebody without write access', '/bench', 'stranger', /stranger has no write access/],
    ['who may triage only', '/bench', 'triager', /triager has no write access/],
    ['an app', '/bench', 'helper[bot]', /has no write access/],
    ['more than the command', '/bench access-log 10\nplease', 'writer', /has to be \/bench/],
    ['a command in it', '/bench $(id) 10', 'writer', /has to be \/bench/],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what somebody could write
    ['a suite that is an expression', '/bench ${{github.token}}', 'writer', /has to be \/bench/],
    [
      'a suite that no job has',
      '/bench acces-log',
      'writer',
      /measures a suite acces-log on demand, it has access-log/,
    ],
  ])(
    'is not measured for a comment of or with %s',
    async (_, body, by, reason) => expectRefused(await ask(body, by), by, reason),
    120_000,
  )

  it('is not measured for a comment with too many runs, and gets no report', async () => {
    const run = await ask('/bench access-log 9999')
    expectRefused(run, 'writer', /runs has to be 5 to 1000, not 9999/)
    expect((await report(run)).summary).toMatch(/no job of run \d+ measured a pull request on demand/)
    expect([reports(), checks()]).toEqual([[], []])
  }, 120_000)

  it('is answered, and measured, with the permissions that the example gives to each job', async () => {
    type Jobs = Record<string, { permissions: Permissions }>
    const { jobs }: { jobs: Jobs } = parse(onDemand)
    const said = (job: 'request' | 'on-demand', only: { job?: string }) => {
      const permissions = jobs[job]?.permissions ?? {}
      return bed.comment(3, { body: '/bench', by: 'writer' }, { workflow: bench, permissions, ...only })
    }
    const answered = await said('request', { job: 'request' })
    expect({ ...outputsOf(answered), log: answered.log }).toMatchObject({ 'pull-request': `3@${headOf(3)}` })
    expect(bed.github.state.reactions).toMatchObject([{ content: 'eyes' }])
    const [less, only] = [
      { contents: 'read', 'pull-requests': 'write' },
      { workflow: bench, job: 'request' },
    ] as const
    const refused = await bed.comment(3, { body: '/bench', by: 'writer' }, { ...only, permissions: less })
    expect(refused.log).toContain('actions: read')
    expect(bed.github.state.reactions).toMatchObject([{ content: 'eyes' }, { content: 'confused' }])
    // The runner of this test gives one token to all jobs: the one that measures may not even react.
    const measured = await said('on-demand', {})
    expect(measuredIn(measured)).toBe('success')
    expect(measured.log).not.toMatch(
      /add this line under 'permissions:' of the job: (?!pull-requests: write)/,
    )
  }, 120_000)

  it('is not measured by the workflow of another branch, which is anybody’s', async () => {
    bed.repository.commit({ branch: 'other', files: { 'README.md': 'x\n' } })
    const run = await start('other')
    expect(run.log).toMatch(
      /start this workflow on main: anybody who may push could have changed the one on 'other'/,
    )
    const [own] = bed.github.state.runs.filter(({ id }) => id === run.runId)
    own?.jobs?.push({ name: `bench 3@${headOf(3)}`, conclusion: 'success' })
    expect((await report(run)).summary).toMatch(/has the workflow of the branch other/)
    // A tag that has the name of the default branch is shown as that branch.
    Object.assign(own ?? {}, { head_branch: 'main' })
    expect((await report(run)).log).toMatch(/has the workflow of [0-9a-f]{10}, which is not on main/)
    expect([reports(), checks()]).toEqual([[], []])
  }, 120_000)

  // The last one: it changes the workflow.
  it('is not measured by a workflow that leaves baselines', async () => {
    const both = startedByHand.replace('workflow_dispatch:', 'push:\n  workflow_dispatch:')
    bed.repository.commit({ files: { [byHand]: both } })
    const run = await start()
    expect(run.log).toMatch(
      /runs on push too, where it may leave baselines; measure on demand in a workflow file of its own/,
    )
    expect(measuredIn(run)).toBe('skipped')
  }, 120_000)
})
