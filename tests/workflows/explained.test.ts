// Why a pull request is slower, in its comment: after the verdict, in the job that measured both commits.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, example as exampleOf, gatingSettings, outputsOf, quickScript } from './quick-suite.ts'

const { workflow } = gatingSettings
const example = commenting(exampleOf('pull-request/bench.yml'))
const ofQuick = example.replace(/^( +)command:.*/m, '$1runs: 5\n$1command: sh bench/benchmark.sh ./cost')
const files = {
  [workflow]: ofQuick,
  // It also takes the time that it states: otherwise it would be one that runs for a fixed time.
  'bench/benchmark.sh': `sleep 0.$(cat bench/cost)\n${quickScript('parse')}`,
  'bench/cost': '400',
  // It states where the time goes, as the benchmark states how much.
  'bench/profile.sh': 'printf "main;parse %s0\\nmain;other 500\\n" "$(cat bench/cost)" > "$1"\n',
  '.stable-bench.yml': `suites: { access-log: { profile: 'sh bench/profile.sh {profile}' } }\n`,
}

// A program whose profile is real. It states its own time, so that no busy machine hides what the pull request did.
const reader = readFileSync(join(root, 'tests/explain/fixtures/reader.mjs'), 'utf8')
const program = (cost: number) => `${reader.replace('again < 1', `again < ${cost}`)}
const ms = () => ${cost} * (1 + 0.004 * (Math.random() - 0.5))
const time = { name: 'reader', metric: 'time', unit: 'ms', better: 'lower', runs: [[ms(), ms(), ms()]] }
console.log(JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [time] }))
`
const ofProgram = `on: pull_request
jobs:
  bench:
    runs-on: [self-hosted, bench]
    steps:
      - uses: actions/checkout@v7
        with: { fetch-depth: 2 }
      - uses: org/stable-bench@v1
        with: { name: reader, command: node bench.mjs, cpus: none, runs: 5, max-runs: 5, explain-time: 60s }
`
const programSettings = 'defaults: { warmup-runs: 0 }\n'

describe('the comment of a pull request that is slower', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root, explains: true } })
  })

  afterEach(() => bed.close())

  const commentOf = async (changed: Record<string, string>) => {
    bed.repository.commit({ files })
    bed.openPull(1, { branch: 'slower', files: changed })
    const run = await bed.pullRequest(1, gatingSettings)
    return { run, comment: bed.github.state.comments.map(({ body }) => body).join('\n') }
  }

  it('names the function, and the verdict is what it is without', async () => {
    const { run, comment } = await commentOf({ 'bench/cost': '600' })
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(comment).toMatch(
      /\*\*Why it differs\*\*\n\n- .+\n- `parse` \+44\.4 of \+44\.4 points; everything else unchanged\n- profile, 20 \+ 20 runs, 220,000 samples\n/,
    )
  }, 120_000)

  it('has nothing of it where nothing is slower', async () => {
    const { comment } = await commentOf({ 'bench/cost': '400 ' })
    expect(comment).not.toContain('Why it differs')
  }, 120_000)

  it('says that there is no profile, and nothing of the command that failed', async () => {
    const secret = 'exit 3 # hunter2 {profile}'
    const { run, comment } = await commentOf({
      'bench/cost': '600',
      '.stable-bench.yml': `suites: { access-log: { profile: '${secret}' } }\n`,
    })
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(comment).toMatch(
      /- no profile: under the profiler run 1 of the (baseline|candidate) failed with exit code 3; the log has its output\n/,
    )
    expect(comment).not.toContain('hunter2')
  }, 120_000)

  it('says under a regression against a stored baseline that nothing was profiled, and what to do', async () => {
    const stored = { ...files, [workflow]: ofQuick.replace(/^( +)command:/m, '$1baseline: artifact\n$&') }
    bed.repository.commit({ files: stored })
    await bed.push('main', gatingSettings)
    const opened = async (number: number, cost: string) => {
      bed.openPull(number, { branch: `change-${number}`, files: { 'bench/cost': cost } })
      const run = await bed.pullRequest(number, gatingSettings)
      return { run, comment: bed.github.comments.at(-1)?.body ?? '' }
    }
    const slower = await opened(5, '900')
    expect(outputsOf(slower.run)).toMatchObject({ outcome: 'regression' })
    expect(slower.comment).toMatch(
      /\*\*Why it differs\*\*\n\n- no profile: the baseline was stored, and a profile needs both commits; set baseline to interleave, or run stable-bench explain --base-ref BRANCH\n/,
    )
    const same = await opened(6, '400 ')
    expect(same.comment).not.toContain('Why it differs')
  }, 240_000)

  it('links the line of a real program at the commit', async () => {
    bed.repository.commit({
      files: { [workflow]: ofProgram, 'bench.mjs': program(1), '.stable-bench.yml': programSettings },
    })
    bed.openPull(4, { branch: 'digest', files: { 'bench.mjs': program(8) } })
    const permissions = {
      contents: 'read',
      actions: 'read',
      'pull-requests': 'write',
      checks: 'write',
    } as const
    const run = await bed.pullRequest(4, { workflow, permissions })
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    const body = bed.github.comments[0]?.body ?? ''
    expect(body).toMatch(/`digest`[^\n]*\+\d/)
    expect(body).toMatch(/\/blob\/[0-9a-f]{40}\/bench\.mjs#L36/)
  }, 240_000)
})
