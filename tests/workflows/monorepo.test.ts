// A repository with three suites in three languages, and the workflows of examples/ as they stand: no word in them is about
// this repository. It goes through a pull request, a fork's, nights, a release, and a request on demand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { noisyScript, outputsOf, pairPermissions } from './quick-suite.ts'

const asItStands = (path: string) => readFileSync(join(root, 'examples', path), 'utf8')
const [bench, publish, release] = ['bench', 'publish', 'release'].map(
  name => `.github/workflows/${name}.yml`,
) as [string, string, string]

const entry = (unit: string) =>
  `{"schema":"stable-bench/samples@1","benchmarks":[{"name":"${unit}","metric":"time","unit":"ms","better":"lower","runs":[[%s,%s]]}]}`

const node = `const cost = Number(require('node:fs').readFileSync('cost.txt', 'utf8'))
const noisy = () => cost * (1 + 0.004 * (Math.random() - 0.5))
console.log('${entry('page')}'.replace(/%s/g, noisy))
`
const perl = `open my $file, '<', 'cost.txt'; my $cost = <$file>;
sub noisy { $cost * (1 + 0.004 * (rand() - 0.5)) }
printf '${entry('index')}', noisy(), noisy();
`
const awk = noisyScript(
  `  NR == 1 { printf "${entry('parse').replaceAll('"', '\\"')}", noisy($1), noisy($1) }`,
  '"$1"',
)

const configuration = `suites:
  web:
    working-directory: web
    setup: cp source.cjs bench.cjs
    command: node bench.cjs
    paths: [web/**]
  search:
    working-directory: search
    command: perl index.pl
    paths: [search/**]
  parse:
    command: sh parse/parse.sh parse/cost.txt
    paths: [parse/**]
`

const files = {
  [bench]: asItStands('on-demand/bench.yml'),
  [publish]: asItStands('pull-request/publish.yml'),
  [release]: asItStands('release/bench.yml'),
  '.stable-bench.yml': configuration,
  '.gitignore': 'bench.cjs\n',
  'web/source.cjs': node,
  'web/cost.txt': '10',
  'search/index.pl': perl,
  'search/cost.txt': '20',
  'parse/parse.sh': awk,
  'parse/cost.txt': '30',
}

describe('a repository with three suites and the workflows of the examples', () => {
  let bed: TestBed

  beforeEach(async () => {
    const collaborators = { octocat: 'admin', writer: 'write' } as const
    const state = { forks: [{ id: 99, owner: 'mallory', repo: 'rocket' }], collaborators }
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root }, state })
    bed.repository.commit({ files })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const open = (number: number, changed: Record<string, string>, more = {}) =>
    bed.openPull(number, { branch: `change-${number}`, files: changed, ...more })
  const report = ({ runId }: BedRun) =>
    bed.workflowRun(runId, { workflow: publish, permissions: pairPermissions.publishing })
  const comments = () =>
    bed.github.comments
      .filter(({ body }) => body.startsWith('<!-- stable-bench'))
      .map(({ issue, body }) => `${issue}: ${/^### (.*)$/m.exec(body)?.[1]}`)
  const checks = () =>
    (bed.github.state.checks as unknown as { name: string; conclusion: string }[]).map(
      ({ name, conclusion }) => `${name}: ${conclusion}`,
    )
  const measured = (run: BedRun, kind: string) =>
    bed.results
      .artifacts()
      .filter(({ runId }) => runId === run.runId)
      .flatMap(({ name }) => new RegExp(`^stable-bench-${kind}-([a-z]+)`).exec(name)?.[1] ?? [])
      .sort()

  it('measures of a pull request the suites that it touches, and reports once', async () => {
    open(1, { 'search/cost.txt': '26' })
    const run = await bed.pullRequest(1, {
      workflow: bench,
      permissions: pairPermissions.measuring,
      expectedCode: 1,
    })
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(measured(run, 'candidate')).toEqual(['search'])
    await report(run)
    expect(comments()).toEqual([expect.stringMatching(/^1: 🔴 `\S+` is .* slower · 2 suites not touched$/)])
    expect(bed.github.comments[0]?.body).toMatch(/2 suites not measured, .*: web, parse\./)
    expect(checks()).toEqual(['stable-bench: benchmark: failure'])
  }, 300_000)

  it('measures a fork’s, and nothing of it vouches for itself', async () => {
    open(2, { 'web/cost.txt': '10.0', 'parse/cost.txt': '30.0' }, { repository_id: 99 })
    const run = await bed.pullRequest(2, { workflow: bench, permissions: pairPermissions.measuring })
    expect(outputsOf(run)).toMatchObject({ outcome: 'pass' })
    expect(measured(run, 'candidate')).toEqual(['parse', 'web'])
    await report(run)
    expect(comments()).toEqual([expect.stringMatching(/^2: 🟡 No change: .* · self-reported by a fork$/)])
    expect(checks()).toEqual(['stable-bench: benchmark: action_required'])
  }, 300_000)

  it('keeps a trend of each suite at night', async () => {
    const night = await bed.schedule({ workflow: bench, permissions: pairPermissions.measuring })
    expect(measured(night, 'baseline')).toEqual(['parse', 'search', 'web'])
    expect(measured(night, 'trend')).toEqual(['parse', 'search', 'web'])
    expect((await report(night)).summary).toMatch(
      /### Changes for the worse\s+- web: no open issue\s+- search: /,
    )
  }, 300_000)

  it('compares a release with the one before', async () => {
    const releasing = { workflow: release, permissions: { contents: 'read', actions: 'read' } as Permissions }
    bed.repository.tag('v1.0.0', 'main')
    bed.repository.commit({ files: { 'web/cost.txt': '13' } })
    const run = await bed.tag('v1.1.0', { ...releasing, expectedCode: 1 })
    expect(outputsOf(run)).toMatchObject({
      outcome: 'regression',
      regressions: JSON.stringify(['web: page (time)']),
    })
  }, 300_000)

  it('measures the suite that somebody asks for, all of them where none is named, and says what it has', async () => {
    open(3, { 'search/cost.txt': '26' }, { repository_id: 99 })
    const asking = {
      workflow: bench,
      permissions: { contents: 'read', actions: 'read', 'pull-requests': 'write' } as Permissions,
    }
    const said = (body: string, more = {}) => bed.comment(3, { body, by: 'writer' }, { ...asking, ...more })
    expect((await said('/bench nothing')).log).toMatch(
      /measures a suite nothing on demand, it has web, search, parse/,
    )
    const one = await said('/bench search 5', { expectedCode: 1 })
    expect(outputsOf(one)).toMatchObject({ suite: 'search', outcome: 'regression' })
    await report(one)
    expect(comments()).toEqual([
      expect.stringMatching(/^3: 🔴 `\S+` is .* slower · .*self-reported by a fork$/),
    ])
  }, 300_000)
})
