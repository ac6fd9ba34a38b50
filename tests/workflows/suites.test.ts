// Suites that the configuration describes, measured by workflows that name none of them.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { RunSettings } from '../stand-ins/test-bed.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { gatingSettings, outputsOf, pairPermissions, quickScript, suitesWorkflow } from './quick-suite.ts'

const [bench, publish] = [gatingSettings.workflow, '.github/workflows/publish.yml']

const publishing = JSON.stringify({
  on: { workflow_run: { workflows: ['bench'] } },
  jobs: { publish: { 'runs-on': 'ubuntu-latest', steps: [{ uses: 'org/stable-bench@v1' }] } },
})

type Suites = Record<string, Record<string, unknown>>

const suite = (name: string, more = {}) => ({
  command: `sh bench/quick.sh ./${name}.txt`,
  ...more,
})

const three: Suites = {
  parse: suite('parse'),
  print: suite('print', { paths: ['bench/print.txt'] }),
  http: suite('http'),
}

const config = (suites: Suites, more = {}) => JSON.stringify({ suites, ...more })

const files = {
  [bench]: suitesWorkflow(),
  [publish]: publishing,
  '.stable-bench.yml': config(three),
  'bench/quick.sh': quickScript('small', 'large'),
  'bench/parse.txt': '10',
  'bench/print.txt': '20',
  'bench/http.txt': '30',
}

describe('the suites of the configuration', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const open = (number: number, changed: Record<string, string>, more = {}) =>
    bed.openPull(number, { branch: `change-${number}`, files: changed, ...more })
  const gate = (number: number, settings: Partial<RunSettings> = {}) =>
    bed.pullRequest(number, { ...gatingSettings, ...settings })
  const bodies = () => bed.github.comments.map(({ body }) => body.replace(/<!--.*?-->/gs, ''))
  const artifacts = (run: BedRun) =>
    bed.results
      .artifacts()
      .filter(({ runId }) => runId === run.runId)
      .map(({ name }) => name.replace(/-[0-9a-f]{12}/, ''))

  it('leave a baseline each, and are kept at night although one of them cannot be, and the job fails', async () => {
    const first = await bed.push('main', { ...gatingSettings, expectedCode: 0 })
    const baselines = ['parse', 'print', 'http'].map(name => `stable-bench-baseline-${name}`)
    expect(artifacts(first)).toEqual(expect.arrayContaining(baselines))
    const taken = bed.results.artifacts().find(({ name }) => name.startsWith('stable-bench-baseline-parse-'))
    bed.results.addArtifact({
      runId: first.runId + 1,
      name: taken?.name ?? '',
      content: Buffer.from('of another job'),
    })
    bed.repository.commit({ files: { 'README.md': 'the night' } })
    const night = await bed.schedule({ ...gatingSettings, expectedCode: 1 })
    expect(night.runId).toBe(first.runId + 1)
    expect(artifacts(night).sort()).toEqual([
      'stable-bench-baseline-http',
      'stable-bench-baseline-parse',
      'stable-bench-baseline-print',
      'stable-bench-trend-http',
      'stable-bench-trend-print',
    ])
    expect(night.log).toMatch(
      /suite parse: the artifact stable-bench-baseline-parse-\S+ could not be uploaded/,
    )
  }, 240_000)

  it('are all measured by a step without inputs, in one report, one comment and one check run', async () => {
    open(1, { 'bench/http.txt': '60' })
    const run = await gate(1, { expectedCode: 1 })
    expect(outputsOf(run)).toMatchObject({
      outcome: 'regression',
      regressions: JSON.stringify(['http: small (time)', 'http: large (time)']),
    })
    expect(bodies()).toHaveLength(1)
    expect(bodies()[0]).toMatch(/http[\s\S]*parse/)
    expect(bodies()[0]).toMatch(/1 suite not measured, since no file of its paths changed: print\./)
    expect(
      (bed.github.state.checks as unknown as { name: string; conclusion: string }[]).map(
        ({ name, conclusion }) => `${name}: ${conclusion}`,
      ),
    ).toEqual(['stable-bench: benchmark: failure'])
    expect(artifacts(run)).toEqual(
      expect.arrayContaining([
        'stable-bench-candidate-parse',
        'stable-bench-candidate-http',
        'stable-bench-report-benchmark',
      ]),
    )
  }, 300_000)

  it('share what their setup builds, once on each side, and each commit runs its own command', async () => {
    const built = (name: string) => suite(name, { setup: 'echo built >>"$BUILDS"; cp bench/quick.sh run.sh' })
    const before = { parse: built('parse'), http: built('http') }
    bed.repository.commit({ files: { '.stable-bench.yml': config(before) } })
    const after = { ...before, http: { ...built('http'), command: 'sh bench/quick.sh ./parse.txt' } }
    open(1, { '.stable-bench.yml': config(after), 'bench/parse.txt': '10.0' })
    const log = join(mkdtempSync(join(tmpdir(), 'stable-bench-builds-')), 'builds.txt')
    const run = await gate(1, { env: { BUILDS: log } })
    expect(readFileSync(log, 'utf8')).toBe('built\nbuilt\n')
    expect(outputsOf(run)).toMatchObject({ outcome: 'pass' })
    expect(JSON.parse(outputsOf(run).improvements ?? '')).toEqual([
      'http: small (time)',
      'http: large (time)',
    ])
    expect(bodies()[0]).toMatch(
      /the candidate changes what this suite is: command is 'sh bench\/quick\.sh \.\/parse\.txt', and was/,
    )
  }, 300_000)

  it('are new where only the pull request has them, and missing where it takes them away, until a waiver accepts it', async () => {
    const { http: _, ...left } = three
    open(1, { '.stable-bench.yml': config({ ...left, fresh: suite('http') }), 'bench/print.txt': '20.0' })
    const run = await gate(1, { expectedCode: 1 })
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(bodies()[0]).toMatch(
      /`http`<br><sub>only the base commit has this suite; where it has another name now, that suite needs former-names: .{0,2}\[http\]/,
    )
    expect(bodies()[0]).toMatch(/1 suite new/)

    const waivers = [{ benchmark: 'http', missing: true, reason: 'gone', expires: '2999-01-01' }]
    bed.repository.commit({ files: { '.stable-bench.yml': config(three, { waivers }) } })
    open(2, { '.stable-bench.yml': config(left, { waivers }), 'bench/print.txt': '20.0' })
    expect(outputsOf(await gate(2))).toMatchObject({ outcome: 'pass' })
  }, 300_000)

  it('go on where one of them cannot be measured, which fails', async () => {
    open(1, { '.stable-bench.yml': config({ ...three, parse: suite('parse', { setup: 'exit 7' }) }) })
    const run = await gate(1, { expectedCode: 1 })
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(bodies()[0]).toMatch(/parse[\s\S]*the setup command failed with exit code 7/)
    expect(artifacts(run)).toEqual(
      expect.arrayContaining(['stable-bench-candidate-http', 'stable-bench-unmeasured-parse']),
    )
  }, 300_000)

  it('stay the base commit’s, whatever a pull request writes into its workflow and its file of paths, summaries and names', async () => {
    // Each of the two alone would hide what is slower.
    const quiet = { ...three, http: suite('http', { paths: ['bench/print.txt'], 'warmup-runs': 9 }) }
    const hiding = { [bench]: suitesWorkflow({ suite: 'parse' }), '.stable-bench.yml': config(quiet) }
    open(1, { ...hiding, 'bench/http.txt': '60' })
    const hidden = await gate(1, { expectedCode: 1 })
    expect(JSON.parse(outputsOf(hidden).regressions ?? '')).toEqual([
      'http: small (time)',
      'http: large (time)',
    ])
    expect(bodies()[0]).toMatch(
      /these inputs of it do not count before it is merged: suite parse \(all counts\)/,
    )
    expect(bodies()[0]).toMatch(
      /counts only once it is merged: it sets warmup-runs in suites, http to 9, which is not set now/,
    )
    expect(hidden.log).not.toMatch(/warm-up run 2/)

    open(2, { [bench]: suitesWorkflow({ command: 'sh bench/quick.sh ./parse.txt' }), 'bench/http.txt': '60' })
    const replaced = await gate(2, { expectedCode: 1 })
    expect(outputsOf(replaced)).toMatchObject({ outcome: 'not-established' })
    expect(bodies()[1]).toMatch(/`http`<br><sub>only the base commit has this suite/)

    const { http, ...others } = three
    open(3, { '.stable-bench.yml': config({ ...others, web: http ?? {} }), 'bench/http.txt': '60' })
    expect(outputsOf(await gate(3, { expectedCode: 1 }))).toMatchObject({ outcome: 'not-established' })
    expect(bodies()[2]).toMatch(/`http`<br><sub>only the base commit has this suite/)
  }, 300_000)

  it('are measured of a fork, reported on by another workflow, and all of those of the base commit must be there', async () => {
    bed.github.state.forks = [{ id: 99, owner: 'mallory', repo: 'rocket' }]
    const pull = { repository_id: 99 }
    const { http: _, ...left } = three
    const run = async (number: number, changed: Record<string, string>) => {
      open(number, changed, pull)
      const measured = await bed.pullRequest(number, {
        workflow: bench,
        permissions: pairPermissions.measuring,
      })
      const reading = { workflow: publish, permissions: pairPermissions.publishing }
      return { measured, published: await bed.workflowRun(measured.runId, reading) }
    }
    const slow = await run(3, { 'bench/http.txt': '60' })
    expect(outputsOf(slow.published)).toMatchObject({ outcome: 'regression' })
    expect(bodies()[0]).toMatch(/1 suite not measured, since no file of its paths changed: print\./)

    const removed = await run(4, { '.stable-bench.yml': config(left), 'bench/print.txt': '20.0' })
    expect(outputsOf(removed.published)).toMatchObject({ outcome: 'not-established' })
    expect(bodies()[1]).toMatch(/http: the run left no result of it/)

    const added = { ...three, fresh: suite('parse') }
    const more = await run(5, { '.stable-bench.yml': config(added), 'bench/print.txt': '20.0' })
    expect(outputsOf(more.published)).toMatchObject({ outcome: 'not-established' })
    expect(bodies()[2]).toMatch(/1 suite new/)
    expect(bodies()[2]).toMatch(/No change: all 6 benchmarks stayed within/)
  }, 300_000)

  it('stand for one name of the base commit each where another workflow reports: no former name covers for a suite that is gone', async () => {
    const measure = (number: number) =>
      bed.pullRequest(number, { workflow: bench, permissions: pairPermissions.measuring })
    const report = ({ runId }: BedRun) =>
      bed.workflowRun(runId, { workflow: publish, permissions: pairPermissions.publishing })
    bed.repository.commit({ files: { [bench]: suitesWorkflow({ mode: 'measure' }) } })
    const { http, ...left } = three
    const covering = { ...left, parse: { ...left.parse, 'former-names': ['http'] } }
    open(1, { '.stable-bench.yml': config(covering), 'bench/http.txt': '90' })
    const covered = await report(await measure(1))
    expect(outputsOf(covered)).toMatchObject({ outcome: 'not-established' })
    expect(bodies()[0]).toMatch(/http: the run left no result of it/)

    const renamed = { ...left, web: { ...http, 'former-names': ['http'] } }
    open(2, { '.stable-bench.yml': config(renamed), 'bench/print.txt': '20.0' })
    expect(outputsOf(await report(await measure(2)))).toMatchObject({ outcome: 'pass' })

    const waivers = [{ benchmark: 'http', missing: true, reason: 'gone', expires: '2999-01-01' }]
    bed.repository.commit({ files: { '.stable-bench.yml': config(three, { waivers }) } })
    open(3, { '.stable-bench.yml': config(left, { waivers }), 'bench/print.txt': '20.0' })
    expect(outputsOf(await report(await measure(3)))).toMatchObject({ outcome: 'pass' })
  }, 300_000)

  it('are those that a step asks for by name also where a pull request adds or renames one of these', async () => {
    bed.repository.commit({ files: { [bench]: suitesWorkflow({ suite: 'http' }) } })
    const { http, ...left } = three
    const renamed = { ...left, web: { ...http, 'former-names': ['http'] } }
    open(1, { [bench]: suitesWorkflow({ suite: 'web' }), '.stable-bench.yml': config(renamed) })
    const run = await gate(1)
    expect(outputsOf(run)).toMatchObject({ outcome: 'pass' })
    expect(artifacts(run)).toContain('stable-bench-candidate-web')

    open(2, {
      [bench]: suitesWorkflow({ suite: 'fresh' }),
      '.stable-bench.yml': config({ ...three, fresh: suite('http') }),
    })
    const added = await gate(2)
    expect(artifacts(added)).toContain('stable-bench-candidate-fresh')
    expect(added.summary).toMatch(/This suite is new/)
  }, 300_000)

  it('have a night each, and keep their history and their comparison under a new name that lists the former one', async () => {
    const first = await bed.schedule(gatingSettings)
    const trends = ['parse', 'print', 'http'].map(name => `stable-bench-trend-${name}`)
    expect(artifacts(first)).toEqual(expect.arrayContaining(trends))
    const pages = outputsOf(first)['trend-path']?.split('\n') ?? []
    expect(pages.map(page => page.split('/').slice(-2))).toEqual(trends.map(name => [name, 'trend.html']))
    const { http, ...others } = three
    const renamed = { ...others, web: { ...http, 'former-names': ['http'] } }
    open(1, { '.stable-bench.yml': config(renamed), 'bench/http.txt': '60' })
    const run = await gate(1, { expectedCode: 1 })
    expect(JSON.parse(outputsOf(run).regressions ?? '')).toEqual(['web: small (time)', 'web: large (time)'])
    expect(bodies()[0]).not.toMatch(/is new|missing/)

    bed.repository.commit({ files: { '.stable-bench.yml': config(renamed) } })
    const night = await bed.schedule(gatingSettings)
    expect(artifacts(night)).toContain('stable-bench-trend-web')
    expect(night.summary).toMatch(/Trend of web: 2 nights/)
  }, 300_000)

  it('are compared with the previous tag by a release, which decides how they are measured', async () => {
    bed.repository.tag('v1.0.0', 'main')
    bed.repository.commit({ files: { 'bench/parse.txt': '20' } })
    const run = await bed.tag('v1.1.0', { ...gatingSettings, expectedCode: 1 })
    expect(outputsOf(run)).toMatchObject({
      outcome: 'regression',
      regressions: JSON.stringify(['parse: small (time)', 'parse: large (time)']),
    })
  }, 300_000)

  it('are refused where nothing is described, where none is meant, and where an input belongs to a command', async () => {
    bed.repository.commit({ files: { [bench]: suitesWorkflow({ suite: 'pars' }) } })
    open(1, { 'bench/http.txt': '31' })
    expect((await gate(1, { expectedCode: 1 })).log).toMatch(
      /suite: \.stable-bench\.yml describes no suite 'pars'; did you mean parse\?/,
    )
    bed.repository.commit({ files: { [bench]: suitesWorkflow({ setup: 'make' }) } })
    open(2, { 'bench/http.txt': '31' })
    expect((await gate(2, { expectedCode: 1 })).log).toMatch(
      /input 'setup' belongs to a command, and input 'command' is empty; give a command, or write setup into the suite/,
    )
    bed.repository.commit({ files: { [bench]: suitesWorkflow(), '.stable-bench.yml': config({}) } })
    open(3, { 'bench/http.txt': '31' })
    expect((await gate(3, { expectedCode: 1 })).log).toMatch(
      /input 'command' is empty, and \.stable-bench\.yml describes no suites; give the benchmark command/,
    )
  }, 300_000)

  it('report under one name only once: two steps of one name that a pull request starts are refused before anything is measured', async () => {
    const besides = ['other', 'third', 'fourth'].map(name => `.github/workflows/${name}.yml`)
    const filtered = (filters: object) =>
      JSON.stringify({ ...JSON.parse(suitesWorkflow()), on: { pull_request: filters } })
    const gateBeside = async (number: number, ...workflows: string[]) => {
      const files = Object.fromEntries(besides.map((path, i) => [path, workflows[i] ?? null]))
      bed.repository.commit({ files: { ...files, '.stable-bench.yml': config({ print: suite('print') }) } })
      open(number, { 'bench/http.txt': `30.${number}` })
      return gate(number)
    }
    const both = await gateBeside(1, suitesWorkflow({ runs: '6' }))
    expect(both.code).toBe(1)
    expect(both.log).not.toMatch(/warm-up run/)
    expect(both.log).toMatch(
      /name: 2 steps report under 'benchmark': job bench of \.github\/workflows\/bench\.yml, job bench of \.github\/workflows\/other\.yml; give each a name of its own/,
    )
    const started = await gateBeside(2, filtered({ branches: ['main'], paths: ['bench/**'] }))
    expect(started.log).toMatch(/name: 2 steps report under 'benchmark'/)

    const named = suitesWorkflow({ suite: 'print' })
    const elsewhere = [{ branches: ['release/**'] }, { paths: ['docs/**'] }].map(filtered)
    expect(outputsOf(await gateBeside(3, named, ...elsewhere))).toMatchObject({ outcome: 'pass' })
  }, 300_000)
})
