// What decides in a pull request, with a benchmark that states its cost: verdicts do not depend on this machine's load.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { setLabel } from '../stand-ins/events.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import {
  commenting,
  example as exampleOf,
  gatingSettings,
  outputsOf as outputs,
  quickScript,
} from './quick-suite.ts'

const settings = gatingSettings
const { workflow, permissions } = settings
/** Who set a label is said by the events of the pull request. */
const withIssues = { workflow, permissions: { ...permissions, issues: 'read' as const } }
const example = commenting(exampleOf('pull-request/bench.yml'))
const benchmark = quickScript('parse')
const files = {
  [workflow]: example.replace(/^( +)command:.*/m, '$1runs: 5\n$1command: sh bench/benchmark.sh ./cost'),
  'bench/benchmark.sh': benchmark,
  'bench/cost': '100',
}
const config = '.stable-bench.yml'
const label = 'stable-bench: waive'

const waivers = `waivers:
  - { benchmark: parse, ceiling: 90%, expires: 2999-12-31, reason: bounds checks }
`

describe('the gate of a pull request', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  })

  afterEach(() => bed.close())

  const slower = (more: Record<string, string | null> = {}) =>
    bed.openPull(1, { branch: 'slower', files: { 'bench/cost': '150', ...more } })
  const labelled = () => setLabel(bed.github.state, 1, { label, by: 'octocat' })

  it('judges by the configuration of the base commit, shows changes of it, and joins the attempt of another machine', async () => {
    const strict = 'rows:\n  - { benchmark: parse, threshold: 10% }\n'
    bed.repository.commit({ files: { ...files, [config]: strict } })
    slower({ [config]: `rows:\n  - { benchmark: parse, threshold: 95% }\n${waivers}` })
    const run = await bed.pullRequest(1, settings)
    expect(outputs(run)).toMatchObject({ outcome: 'regression' })
    expect(run.code).not.toBe(0)
    expect(run.summary).toMatch(/adds to rows: .*threshold:0\.95/)
    expect(run.summary).toMatch(/waivers that this pull request adds do not count: .*stable-bench: waive/)
    const [check] = bed.github.state.checks
    expect(check).toMatchObject({
      name: 'stable-bench: access-log',
      conclusion: 'failure',
      output: {
        annotations: [
          {
            path: workflow,
            annotation_level: 'failure',
            message: expect.stringMatching(/^parse \(time\): \+\d/),
          },
        ],
      },
    })

    const elsewhere = { rerun: run.runId, env: { RUNNER_NAME: 'bench-2' } }
    const again = await bed.pullRequest(1, { ...settings, ...elsewhere })
    expect(outputs(again)).toMatchObject({ outcome: 'regression' })
    expect(again.summary).toMatch(/were joined \(attempt 1 on stand-in\)/)

    labelled()
    const waived = await bed.pullRequest(1, withIssues)
    expect({ code: waived.code, log: waived.code === 0 ? '' : waived.log }).toEqual({ code: 0, log: '' })
    expect(outputs(waived)).toMatchObject({ outcome: 'pass', regressions: '["parse (time)"]' })
    expect(waived.summary).toMatch(/accepted up to 90\u00a0% until 2999-12-31: bounds checks/)
    expect(bed.github.state.checks.at(-1)).toMatchObject({ conclusion: 'success' })
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  it('measures nothing when the configuration of the base commit is broken, and says where', async () => {
    bed.repository.commit({ files: { ...files, [config]: 'rows:\n  - { benchmark: parse, bandd: 2% }\n' } })
    slower()
    const run = await bed.pullRequest(1, settings)
    expect(run.code).not.toBe(0)
    expect(run.log).toMatch(
      /\.stable-bench\.yml at [0-9a-f]{10}:2:25: rows, entry 1: there is no key 'bandd'/,
    )
    expect(bed.results.artifacts().map(({ name }) => name)).toEqual([
      expect.stringMatching(/^stable-bench-failed-access-log-/),
    ])
  }, 300_000)

  it('measures the base commit too where it may not read stored results, and needs no permission for the check run', async () => {
    bed.repository.commit({ files })
    slower()
    const { actions: _, checks: __, ...fewer } = permissions
    const run = await bed.pullRequest(1, { workflow, permissions: fewer })
    expect(outputs(run)).toMatchObject({ outcome: 'regression' })
    expect(run.summary).toMatch(
      /the base was measured in this job: the base branch’?'?s artifacts could not be read: .*actions: read/,
    )
    expect(run.log).toMatch(/No check run: .*'permissions:' of the job: checks: write/)
    expect(run.annotations.map(({ message }) => message).join()).not.toMatch(/check run/)
    expect(bed.github.comments).toHaveLength(1)
  }, 300_000)

  it('measures nothing where a token cannot see the configuration of a private repository, and names the permission', async () => {
    bed.repository.commit({
      files: { ...files, [config]: 'rows:\n  - { benchmark: parse, threshold: 10% }\n' },
    })
    bed.github.state.private = true
    slower({ [config]: null })
    const { contents: _, ...fewer } = permissions
    const run = await bed.pullRequest(1, { workflow, permissions: fewer })
    expect(run.code).not.toBe(0)
    expect(run.log).toMatch(/\.stable-bench\.yml at [0-9a-f]{10}: .*contents: read/)
    expect(outputs(run)).toMatchObject({ outcome: 'not-established' })
    // No more than the word that this attempt measured nothing.
    expect(bed.results.artifacts().map(({ name }) => name)).toEqual([
      expect.stringMatching(/^stable-bench-failed-/),
    ])
  }, 300_000)

  it('decides on a server that cannot keep artifacts, and says what works there', async () => {
    bed.repository.commit({ files })
    const env = { GITHUB_SERVER_URL: 'https://github.example.com' }
    const push = await bed.push('main', { ...settings, env })
    expect({ code: push.code, log: push.code === 0 ? '' : push.log }).toEqual({ code: 0, log: '' })
    slower()
    const run = await bed.pullRequest(1, { ...settings, env })
    expect(outputs(run)).toMatchObject({ outcome: 'regression' })
    expect(run.log).toMatch(/This server cannot keep results: compare with 'baseline: interleave'/)
    expect(run.log).toMatch(/regression: significantly worse: parse/)
    expect(bed.github.comments[0]?.body).toMatch(/Reproduce it:[\s\S]*git worktree add --detach/)
  }, 300_000)

  it.each([
    [
      'adds the directory of the benchmark',
      ['working-directory: perf', 'command: sh benchmark.sh ../bench/cost'],
      { 'perf/benchmark.sh': benchmark },
    ],
    [
      'makes the benchmark write a file',
      ['results: out.json', 'command: sh bench/benchmark.sh ./cost'],
      {
        'bench/benchmark.sh': benchmark.replace('exec awk', 'exec >out.json awk'),
      },
    ],
  ])(
    'is red, and says why, where nothing is stored and the pull request %s',
    async (_, inputs, added) => {
      bed.repository.commit({ files })
      const lines = (_: string, indent: string) => inputs.map(input => indent + input).join('\n')
      const changed = (files[workflow] as string).replace(/^( +)command: .*/m, lines)
      bed.openPull(1, { branch: 'other', files: { [workflow]: changed, ...added } })
      const run = await bed.pullRequest(1, settings)
      expect(run.code).not.toBe(0)
      expect(outputs(run)).toMatchObject({ outcome: 'not-established' })
      expect(run.summary).toMatch(/the base commit/)
      expect(run.summary).not.toMatch(/stored results were used instead/)
      expect(bed.github.state.checks).toMatchObject([{ conclusion: 'action_required' }])
    },
    300_000,
  )

  it('never fails in shadow mode, and makes no comment when nothing changed, where only changes are wanted', async () => {
    const quiet = '.github/workflows/quiet.yml'
    const wanted = (files[workflow] as string).replace(/^( +)command:/m, '$1comment: changes\n$&')
    bed.repository.commit({ files: { ...files, [quiet]: wanted, [config]: 'shadow: true\n' } })
    bed.openPull(2, { branch: 'same', files: { 'README.md': 'the same\n' } })
    const same = await bed.pullRequest(2, { ...settings, workflow: quiet })
    expect(outputs(same)).toMatchObject({ outcome: 'pass' })
    expect(bed.github.comments).toEqual([])
    slower()
    const run = await bed.pullRequest(1, { ...settings, workflow: quiet })
    expect({ code: run.code, log: run.code === 0 ? '' : run.log }).toEqual({ code: 0, log: '' })
    expect(outputs(run)).toMatchObject({ outcome: 'regression' })
    expect(run.summary).toMatch(/shadow mode/)
    expect(bed.github.state.checks).toMatchObject([{ conclusion: 'success' }, { conclusion: 'neutral' }])
    expect(bed.github.comments).toHaveLength(1)
  }, 300_000)
})
