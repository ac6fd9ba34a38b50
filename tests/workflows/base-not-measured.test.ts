// A pull request that keeps its base from being measured: nobody knows whether the base was faster. Only one that brings
// stable-bench into a repository has no base at all.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type BedRun, type RunSettings, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import {
  commenting,
  example,
  gatingSettings,
  outputsOf,
  pairPermissions,
  quickExample,
  quickScript,
  suiteFiles,
} from './quick-suite.ts'

const [bench, publish, gate] = ['bench', 'publish', 'gate'].map(name => `.github/workflows/${name}.yml`) as [
  string,
  string,
  string,
]
const gating = commenting(quickExample('pull-request/bench.yml'))
const files = {
  [bench]: quickExample('pull-request/bench.yml'),
  [publish]: example('pull-request/publish.yml'),
  [gate]: gating,
  ...suiteFiles({ 'access-log': 20 }),
}
const measuring = { workflow: bench, permissions: pairPermissions.measuring }
const publishing = { workflow: publish, permissions: pairPermissions.publishing }
const deciding: RunSettings = { ...gatingSettings, workflow: gate }

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

/** The benchmarks are elsewhere and take twice as long; the workflows call them there. */
const moved = (workflow: string) => workflow.replace('bench/quick.sh ./', 'perf/quick.sh ../bench/')
const openMoved = (more: Record<string, string> = {}) =>
  bed.openPull(1, {
    branch: 'move',
    files: {
      [bench]: moved(files[bench] ?? ''),
      [gate]: moved(files[gate] ?? ''),
      'perf/quick.sh': quickScript('parse', 'print'),
      'bench/quick.sh': 'exit 9\n',
      'bench/access-log.txt': '40',
      ...more,
    },
  })
const lastCheck = () => bed.github.state.checks.at(-1)
const body = () => bed.github.comments.at(-1)?.body ?? ''

function expectRed(run: BedRun): void {
  expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
  const title = expect.stringMatching(/🔴 The base commit could not be measured: .*exit code \d/)
  expect(lastCheck()).toMatchObject({ conclusion: 'action_required', output: { title } })
  expect(run.summary).toMatch(/### 🔴 The base commit could not be measured: .*warm-up run 1/)
  expect(run.summary).not.toMatch(/stored results|stored baseline could/)
}

describe('a pull request that moves the benchmarks', () => {
  beforeEach(() => void bed.repository.commit({ files }))

  it.each(['auto', 'interleave'])(
    'fails with baseline: %s, also where only regressions are to fail',
    async baseline => {
      const config = `defaults: { baseline: ${baseline}, fail-on: regression }\n`
      bed.repository.commit({ files: { '.stable-bench.yml': config } })
      openMoved()
      const run = await bed.pullRequest(1, deciding)
      expect(run.code).not.toBe(0)
      expectRed(run)
      bed.repository.commit({ files: { '.stable-bench.yml': config.replace('regression', 'never') } })
      openMoved()
      await bed.pullRequest(1, { ...deciding, expectedCode: 0 })
      expect(lastCheck()).toMatchObject({ conclusion: 'neutral' })
    },
    300_000,
  )

  it('is published as such, and passes once somebody with write access accepts it, for this commit', async () => {
    openMoved()
    const measured = await bed.pullRequest(1, measuring)
    expect(measured.code).not.toBe(0)
    expectRed(await bed.workflowRun(measured.runId, publishing))
    expect(body()).toMatch(/sets the label `bench: accepted`/)
    const accepted = await bed.label(1, { label: 'bench: accepted', by: 'octocat' }, publishing)
    expect(outputsOf(accepted)).toMatchObject({ outcome: 'pass' })
    expect(lastCheck()).toMatchObject({ conclusion: 'success', output: { title: /^pass, accepted/ } })
    expect(body()).toMatch(/accepted by octocat .*for this commit: the base could not be measured/)

    openMoved({ 'bench/access-log.txt': '60' })
    expectRed(await bed.workflowRun((await bed.pullRequest(1, measuring)).runId, publishing))
  }, 300_000)

  it('is no first run where it also moves the workflow, or where the base has stored results that do not help', async () => {
    const perf = '.github/workflows/perf.yml'
    openMoved({ [perf]: moved(gating), [gate]: 'on: push\njobs: {}\n' })
    const run = await bed.pullRequest(1, { ...deciding, workflow: perf })
    expect(run.code).not.toBe(0)
    expectRed(run)
  }, 300_000)
})

/** A git that ends by the signal that comes while it checks the base out, as where all processes of a job get it. */
const stoppedGit = `      - run: |
          mkdir "$RUNNER_TEMP/bin" && cat >"$RUNNER_TEMP/bin/git" <<END
          #!/bin/bash
          case "\\$*" in *'worktree add'*) kill -INT \\$PPID \\$\\$; sleep 600 ;; esac
          exec $(command -v git) "\\$@"
          END
          chmod +x "$RUNNER_TEMP/bin/git" && echo "$RUNNER_TEMP/bin" >>"$GITHUB_PATH"
`

it('a job that is cancelled while the base is checked out says nothing of the base, and measures no more', async () => {
  const stopped = gating.replace(/^ +- uses: org\/stable-bench@v1/m, `${stoppedGit}$&`)
  bed.repository.commit({ files: { ...files, [gate]: stopped } })
  bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '40' } })
  const run = await bed.pullRequest(1, deciding)
  expect(run.code).not.toBe(0)
  expect(run.log).toMatch(/##\[error\]stopped$/m)
  expect(run.log + run.summary).not.toMatch(/base commit could not|could not be checked out|run 1 of/)
}, 300_000)

describe('the pull request that brings stable-bench', () => {
  it.each(['auto', 'interleave'])(
    'passes and vouches for nothing with baseline: %s: there is no base',
    async baseline => {
      bed.repository.commit({ files: { '.github/workflows/ci.yml': 'on: push\njobs: {}\n' } })
      const first = gating.replace(/^( +)runs: 5$/m, `$&\n$1baseline: ${baseline}`)
      bed.openPull(1, { branch: 'add', files: { ...files, [gate]: first } })
      await bed.pullRequest(1, { ...deciding, expectedCode: 0 })
      expect(lastCheck()).toMatchObject({
        conclusion: 'neutral',
        output: { title: expect.stringMatching(/^🟡 There is no baseline to compare with/) },
      })
      expect(body()).toMatch(/a first run: the base does not use stable-bench/)
    },
    300_000,
  )
})
