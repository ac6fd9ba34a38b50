// The example workflow, run with the committed dist/ on Node 24, against GitHub's stand-ins.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type RunSettings, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, example, noisyScript } from './quick-suite.ts'

// The benchmark states what it cost instead of working: no run has to last, and nothing else disturbs it. It has so little
// noise that five runs decide.
const library = 'export const times = { parse: 1.5, format: 0.4, search: 0.9 }\n'
const slower = library.replace('1.5', '6')
const benchmark = `const { times } = await import(new URL(process.argv[2] + '/access-log.mjs', import.meta.url))
const noisy = time => time * (1 + 0.002 * (Math.random() - 0.5))
const benchmarks = Object.entries(times).map(([name, time]) => {
  const level = noisy(time)
  const run = Array.from({ length: 30 }, () => noisy(level))
  return { name, metric: 'time', unit: 'ms', better: 'lower', runs: [run] }
})
console.log(JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks }))
`
// The same for awk, which starts in a tenth of the time: all tests but that of the example as it stands use it.
const quickBenchmark = noisyScript(
  `  /export/ {
    gsub(/[^a-z0-9. ]/, "")
    for (i = 4; i < NF; i += 2) {
      row = sprintf("{\\"name\\":\\"%s\\",\\"metric\\":\\"time\\",\\"unit\\":\\"ms\\",\\"better\\":\\"lower\\",", $i)
      rows = rows (rows ? "," : "") row sprintf("\\"runs\\":[[%.9g,%.9g]]}", noisy($(i + 1)), noisy($(i + 1)))
    }
    printf "{\\"schema\\":\\"stable-bench/samples@1\\",\\"benchmarks\\":[%s]}\\n", rows
  }`,
  'bench/lib/access-log.mjs',
)

const workflow = '.github/workflows/bench.yml'
const quick = '.github/workflows/quick.yml'
const stored = '.github/workflows/stored.yml'
const asItStands = commenting(example('pull-request/bench.yml'))
const withLines = (...lines: string[]) =>
  asItStands.replace(/^( +)command:.*/m, (_, indent: string) =>
    [...lines, 'runs: 5', 'command: sh bench/benchmark.sh'].map(line => indent + line).join('\n'),
  )
const files = {
  [workflow]: asItStands,
  [quick]: withLines(),
  [stored]: withLines('baseline: artifact'),
  'bench/benchmark.mjs': benchmark,
  'bench/benchmark.sh': quickBenchmark,
  'bench/lib/access-log.mjs': library,
  'README.md': 'An access log library.\n',
}
const permissions = { contents: 'read', actions: 'read', 'pull-requests': 'write' } satisfies Permissions
const settings = { workflow, permissions }
const quickSettings = { workflow: quick, permissions }
const storedSettings = { workflow: stored, permissions }

describe('the example workflow', () => {
  let bed: TestBed

  beforeEach(async () => {
    const state = { forks: [{ id: 99, owner: 'mallory', repo: 'rocket' }] }
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root }, state })
    bed.repository.commit({ files })
  })

  afterEach(() => bed.close())

  const pullRequest = (number: number, content: string, run: RunSettings, more = {}) => {
    bed.openPull(number, {
      branch: `change-${number}`,
      files: { 'bench/lib/access-log.mjs': content },
      ...more,
    })
    return bed.pullRequest(number, run)
  }
  const commentsOn = (number: number) => bed.github.comments.filter(comment => comment.issue === number)
  const outputs = (run: { steps: { outputs: Record<string, string> }[] }) =>
    Object.assign({}, ...run.steps.map(step => step.outputs)) as Record<string, string>

  it('measures the base commit too where no stored baseline is sharp enough, and removes its checkouts', async () => {
    const slow = await pullRequest(1, slower, settings)
    expect(slow.code).not.toBe(0)
    expect(outputs(slow)).toMatchObject({ outcome: 'regression', regressions: '["parse (time)"]' })
    const body = bed.github.comments[0]?.body
    expect(body).toMatch(/the base was measured in this job: the base branch has left no result/)
    expect(body).toMatch(/both versions interleaved in one job/)
    expect(body).toMatch(/the benchmark itself changed \(bench\/lib\/access-log\.mjs\)/)
    expect(slow.log).not.toMatch(/worktree remove.*(fatal|error)/)
    expect(slow.orphans).toEqual([])
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 600_000)

  it('establishes nothing, and fails, where the base cannot be measured and nothing is stored', async () => {
    bed.repository.commit({ files: { 'bench/benchmark.sh': null } })
    bed.openPull(1, { branch: 'add-benchmark', files: { 'bench/benchmark.sh': quickBenchmark } })
    const pull = await bed.pullRequest(1, quickSettings)
    expect(pull.code).not.toBe(0)
    expect(outputs(pull)).toMatchObject({ outcome: 'not-established' })
    expect(pull.summary).toMatch(/The base commit could not be measured: .*warm-up run 1/)
  }, 600_000)

  /** Nobody knows what was stored. */
  async function expectMissingPermission(): Promise<void> {
    bed.openPull(2, { branch: 'change', files: { 'README.md': 'Changed.\n' } })
    const pull = await bed.pullRequest(2, { workflow: stored, permissions: { contents: 'read' } })
    expect(pull.code).not.toBe(0)
    expect(outputs(pull)).toMatchObject({ outcome: 'not-established' })
    expect(pull.log).toMatch(
      /not-established: the base branch's artifacts could not be read: .*actions: read/,
    )
    expect(pull.summary).toMatch(/artifacts could not be read[\s\S]*actions: read/)
    expect(pull.log).toMatch(/comment could not be written[\s\S]*pull-requests: write/)
  }

  it('leaves a baseline on main, with which a pull request that is four times as slow fails and one that is not passes; without the permission to read it names that and fails', async () => {
    const push = await bed.push('main', storedSettings)
    expect({ code: push.code, log: push.code === 0 ? '' : push.log }).toEqual({ code: 0, log: '' })
    expect(bed.results.artifacts().map(artifact => artifact.name)).toEqual([
      expect.stringMatching(/^stable-bench-baseline-access-log-[0-9a-f]{12}$/),
    ])
    await expectMissingPermission()

    const slow = await pullRequest(1, slower, storedSettings)
    expect(slow.code).not.toBe(0)
    expect(outputs(slow)).toMatchObject({ outcome: 'regression', regressions: '["parse (time)"]' })
    expect(slow.log).toMatch(/regression: significantly worse: parse/)
    expect(slow.summary).toMatch(/parse/)
    // A copy: the stand-in edits its comments in place.
    const [comment, ...others] = structuredClone(commentsOn(1))
    expect(others).toEqual([])
    expect(comment?.body).toMatch(
      /^<!-- stable-bench: access%2Dlog -->\n[\s\S]*parse[\s\S]*stored baseline of 1 session/,
    )
    expect(comment?.body).toMatch(/the benchmark itself changed \(bench\/lib\/access-log\.mjs\)/)
    const left = bed.results.artifacts().filter(({ runId }) => runId === slow.runId)
    expect(left.map(artifact => artifact.name)).toContainEqual(
      expect.stringMatching(/^stable-bench-candidate-access-log-/),
    )

    const fixed = await pullRequest(1, `${library}\n`, storedSettings)
    expect({ code: fixed.code, log: fixed.code === 0 ? '' : fixed.log }).toEqual({ code: 0, log: '' })
    expect(outputs(fixed)).toMatchObject({ outcome: 'pass', regressions: '[]' })
    const after = commentsOn(1)
    expect(after.map(each => each.id)).toEqual([comment?.id])
    expect(after[0]?.body).not.toBe(comment?.body)
    // One stored session on an untuned machine cannot show a few percent: the report says what it could have shown.
    expect(after[0]?.body).toMatch(/unclear[\s\S]*\d+\s%/)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 600_000)

  it('says that there is no baseline yet on the first pull request, and passes', async () => {
    const first = await pullRequest(1, slower, storedSettings)
    expect({ code: first.code, log: first.code === 0 ? '' : first.log }).toEqual({ code: 0, log: '' })
    expect(outputs(first)).toMatchObject({ outcome: 'not-established' })
    expect(commentsOn(1)[0]?.body).toMatch(/baseline/i)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 600_000)

  it('fails the job with the last output of a benchmark that fails', async () => {
    bed.repository.commit({
      files: { 'bench/benchmark.sh': 'echo "no database" >&2; exit 3\n' },
    })
    const push = await bed.push('main', quickSettings)
    expect(push.code).not.toBe(0)
    expect(push.log).toMatch(/failed with exit code 3; its last output was:[\s\S]*no database/)
    expect(bed.results.artifacts()).toEqual([])
  }, 600_000)

  it('reports a pull request from a fork in the job summary only', async () => {
    const fork = await pullRequest(2, slower, quickSettings, { repository_id: 99 })
    expect(outputs(fork)).toMatchObject({ outcome: 'regression' })
    expect(fork.summary).toMatch(/parse/)
    expect(commentsOn(2)).toEqual([])
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 600_000)
})
