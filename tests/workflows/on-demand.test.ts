// Pull requests that are measured because somebody asks for it, with the two workflows of the example: who may ask, which
// commit is measured, and what code that runs there can do to the report.
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { hostileZip } from '../github/hostile-zip.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { example, outputsOf, suiteFiles } from './quick-suite.ts'

const [onDemand, publish] = ['.github/workflows/on-demand.yml', '.github/workflows/publish.yml']
const files = {
  [onDemand]: example('on-demand/on-demand.yml')
    .replace('command: node bench/benchmark.mjs lib', 'command: sh bench/quick.sh ./access-log.txt')
    .replace("|| '10'", "|| '5'"),
  [publish]: example('pull-request/publish.yml'),
  ...suiteFiles({ 'access-log': 20 }),
}
const reading = { contents: 'read', actions: 'read' } satisfies Permissions
/** The token is that of the job that asks: the one that measures has less, which no test of it may need. */
const asking = { workflow: onDemand, permissions: { ...reading, 'pull-requests': 'write' } as Permissions }
const publishing = {
  workflow: publish,
  permissions: { ...reading, issues: 'read', 'pull-requests': 'write', checks: 'write' } as Permissions,
}

let bed: TestBed

beforeEach(async () => {
  const forks = [{ id: 99, owner: 'mallory', repo: 'rocket' }]
  const collaborators = { octocat: 'admin', writer: 'write', triager: 'read' } as const
  const state = { forks, collaborators }
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root }, state })
  bed.repository.commit({ files })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const open = (number: number, middle: number, fork = true) =>
  bed.openPull(number, {
    branch: `change-${number}`,
    ...(fork ? { repository_id: 99 } : {}),
    files: { 'bench/access-log.txt': String(middle) },
  })
const headOf = (number: number) => bed.github.state.pulls.find(each => each.number === number)?.head.sha
const ask = (body: string, by = 'writer', number = 3) => bed.comment(number, { body, by }, asking)
const report = (measured: BedRun) => bed.workflowRun(measured.runId, publishing)
const reports = () => bed.github.comments.filter(({ body }) => body.startsWith('<!-- stable-bench'))
const checks = () => bed.github.state.checks
const measuredIn = (run: BedRun) => Object.entries(run.jobs).find(([name]) => name.startsWith('bench'))?.[1]

describe('a pull request of a fork that a maintainer asks to be measured', () => {
  it('is measured at the commit of that moment, and reported on by another run', async () => {
    open(3, 30)
    const measured = await ask('/bench access-log 6')
    const [pull] = bed.github.state.pulls
    expect(outputsOf(measured)).toMatchObject({ commit: pull?.merge_commit_sha })
    expect(bed.github.state.reactions).toMatchObject([{ content: 'eyes' }])
    expect(measured.jobs).toMatchObject({ request: 'success', [`bench 3@${headOf(3)}`]: 'failure' })
    expect(outputsOf(measured)).toMatchObject({ outcome: 'regression', suite: 'access-log', runs: '6' })
    expect([reports(), checks()]).toEqual([[], []])
    // As in any pull request the merge is measured, and the base beside it: nothing stored is trusted here.
    expect(measured.log).not.toMatch(/stored/)
    const published = await report(measured)
    expect(outputsOf(published)).toMatchObject({ outcome: 'regression' })
    expect(reports()).toMatchObject([{ issue: 3, body: expect.stringMatching(/Self-reported by a fork/) }])
    expect(reports()[0]?.body).toMatch(/6 runs per side/)
    expect(checks()).toMatchObject([{ head_sha: headOf(3), conclusion: 'failure' }])
  }, 300_000)

  it('is measured for a label, and for its number', async () => {
    open(3, 20)
    const labelled = await bed.label(3, { label: 'bench', by: 'writer' }, asking)
    expect(measuredIn(labelled)).toBe('success')
    await report(labelled)
    // A fork never passes by its own word.
    expect(checks()).toMatchObject([{ head_sha: headOf(3), conclusion: 'action_required' }])
    const inputs = { 'pull-request': '3' }
    const started = await bed.dispatch(asking, { inputs, by: 'writer' })
    expect(measuredIn(started)).toBe('success')
    await report(started)
    expect(checks()).toHaveLength(2)
    expect(bed.results.artifacts().filter(({ name }) => name.includes('baseline'))).toEqual([])
  }, 300_000)

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
    ['too many runs', '/bench access-log 9999', 'writer', /runs has to be 5 to 1000, not 9999/],
  ])(
    'is not measured for a comment of or with %s',
    async (_, body, by, reason) => {
      open(3, 20)
      const run = await ask(body, by)
      expect(run.code).toBe(0)
      expect(run.log).toMatch(reason)
      expect(measuredIn(run)).toBe('skipped')
      expect(bed.github.state.reactions.map(({ content }) => content)).toEqual(
        by === 'writer' ? ['confused'] : [],
      )
      expect([reports(), checks()]).toEqual([[], []])
    },
    120_000,
  )

  it('gets no report where nothing was measured', async () => {
    open(3, 20)
    const run = await ask('/bench access-log 9999')
    expect((await report(run)).summary).toMatch(/no job of run \d+ measured a pull request on demand/)
    expect([reports(), checks()]).toEqual([[], []])
  }, 120_000)

  it('is not measured where the fork was pushed to after the comment', async () => {
    open(3, 20)
    const [fork] = bed.github.state.forks
    // The comment is there; then the fork replaces what was looked at, before any job has begun.
    const later = new Date(Date.now() + 60_000).toISOString()
    if (fork) fork.pushed_at = later
    const run = await ask('/bench')
    expect(run.log).toMatch(/the fork of #3 was pushed to after this was asked for; ask again/)
    expect(measuredIn(run)).toBe('skipped')
    const labelled = await bed.label(3, { label: 'bench', by: 'writer' }, asking)
    // The event of a label names the commit, so there is nothing to guess.
    expect(measuredIn(labelled)).toBe('success')
  }, 300_000)

  it('gets no report where it was pushed to while it was measured, or the one who asked may not write any more', async () => {
    open(3, 20)
    const measured = await ask('/bench')
    bed.github.state.collaborators.writer = 'read'
    expect((await report(measured)).summary).toMatch(/writer, who started run \d+, has no write access/)
    bed.github.state.collaborators.writer = 'write'
    open(3, 21)
    expect((await report(measured)).summary).toMatch(
      /`#3` has a newer head than `[0-9a-f]{10}`, which was asked for/,
    )
    expect([reports(), checks()]).toEqual([[], []])
  }, 300_000)

  it('cannot make its report that of another pull request, or pass', async () => {
    open(3, 30)
    open(4, 20)
    const measured = await ask('/bench')
    // Whatever code ran in the job could replace each artifact of the run.
    const [left] = bed.results.artifacts().filter(({ name }) => name.includes('-candidate-'))
    const claims = { pull_request: 4, number: 4, 'pull-request': `4@${headOf(4)}` }
    const runs = Array.from({ length: 10 }, () => [20])
    const benchmarks = [{ name: 'parse', metric: 'time', unit: 'ms', better: 'lower', runs }]
    const fingerprint = left?.name.slice(-12)
    const testbed = { grade: 'tuned', gradeReason: '', fingerprint, facts: { machine: 'm' } }
    const nothing = {
      tool: null,
      revision: null,
      plan: null,
      order: null,
      evidence: [],
      warnings: [],
      failures: [],
    }
    const document = {
      schema: 'stable-bench/result@1',
      suite: 'access-log',
      ...nothing,
      testbed,
      benchmarks,
      ...claims,
    }
    const content = gzipSync(JSON.stringify(document))
    const zipped = hostileZip([
      { name: 'result.json.gz', content },
      { name: 'baseline.json.gz', content },
      { name: 'attempt.json', content: Buffer.from(JSON.stringify(claims)) },
    ])
    bed.results.addArtifact({ runId: measured.runId, name: left?.name ?? '', content: zipped })
    await report(measured)
    expect(reports().map(({ issue }) => issue)).toEqual([3])
    expect(checks()).toMatchObject([{ head_sha: headOf(3), conclusion: 'action_required' }])
  }, 300_000)
})

describe('a baseline that code on demand could have left', () => {
  it('does not count for what is measured on demand', async () => {
    open(3, 30)
    const inputs = { 'pull-request': '3' }
    const poisoned = await bed.dispatch(asking, { inputs, by: 'writer' })
    const [left] = bed.results.artifacts().filter(({ name }) => name.includes('-candidate-'))
    const stored = left?.name.replace('candidate', 'baseline') ?? ''
    const content = bed.results.blob(left?.id ?? 0)
    bed.results.addArtifact({ runId: poisoned.runId, name: stored, content })
    const measured = await ask('/bench')
    expect(outputsOf(measured)).toMatchObject({ outcome: 'regression' })
    expect(measured.log).not.toMatch(/stored baseline/)
  }, 300_000)

  it('is none, since a workflow that leaves baselines does not measure on demand', async () => {
    const both = files[onDemand]?.replace('workflow_dispatch:', 'push:\n  workflow_dispatch:') ?? ''
    bed.repository.commit({ files: { [onDemand]: both } })
    open(3, 20)
    const run = await bed.dispatch(asking, { inputs: { 'pull-request': '3' }, by: 'writer' })
    expect(run.log).toMatch(
      /runs on push too, where it may leave baselines; measure on demand in a workflow file of its own/,
    )
    expect(measuredIn(run)).toBe('skipped')
  }, 120_000)

  it('is none of another branch, whose workflow is anybody’s', async () => {
    bed.repository.commit({ branch: 'other', files: { 'README.md': 'x\n' } })
    open(3, 20)
    const inputs = { 'pull-request': '3' }
    const run = await bed.dispatch(asking, { inputs, by: 'writer', branch: 'other' })
    expect(run.log).toMatch(
      /start this workflow on main: anybody who may push could have changed the one on 'other'/,
    )
    const [own] = bed.github.state.runs.filter(({ id }) => id === run.runId)
    own?.jobs?.push({ name: `bench 3@${headOf(3)}`, conclusion: 'success' })
    expect((await report(run)).summary).toMatch(/has the workflow of the branch other/)
  }, 120_000)
})
