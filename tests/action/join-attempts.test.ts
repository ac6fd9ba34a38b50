// Re-runs against GitHub's stand-ins: what earlier attempts left is read back, joined where it can be, and stands
// where it cannot.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DefaultArtifactClient } from '@actions/artifact'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { defaultPolicy } from '../../src/compare/policy.ts'
import { renderResultDocument } from '../../src/formats/result-document.ts'
import { artifactName } from '../../src/github/artifact-name.ts'
import type { Comparison, Policy, Session } from '../../src/model.ts'
import { parseInputs } from '../../src/parse-inputs.ts'
import { compareBlocks, compareStored } from '../../src/pipeline.ts'
import { renderComparisonDocument } from '../../src/report/comparison-document.ts'
import { headline } from '../../src/report/headline.ts'
import { sample, session } from '../compare/session.ts'
import { everything, jobContext, type Setting, startSetting, zip } from '../github/setting.ts'
import type { Run } from '../stand-ins/github-state.ts'

let setting: Setting
let attempts: typeof import('../../src/action/join-attempts.ts')
let runId = 500

beforeAll(async () => {
  setting = await startSetting()
  process.env.GITHUB_API_URL = setting.github.url
  process.env.ACTIONS_RESULTS_URL = setting.results.url
  process.env.RUNNER_TEMP = mkdtempSync(join(tmpdir(), 'stable-bench-attempts-'))
  // The client looks at its environment when it is loaded, and the stand-in's own has been.
  jest.resetModules()
  attempts = await import('../../src/action/join-attempts.ts')
})

afterAll(() => setting.close())

beforeEach(() => {
  runId += 1
  setting.addRun(runId, 30, { event: 'pull_request' })
  process.env.ACTIONS_RUNTIME_TOKEN = setting.results.token(runId, 'job')
})

const machines = { 'bench-1': 'aaaaaaaaaaaa', 'bench-2': 'bbbbbbbbbbbb' }
type Machine = keyof typeof machines

const testbed = (machine: Machine, settings = {}) => ({
  grade: 'tuned' as const,
  gradeReason: '',
  fingerprint: machines[machine],
  facts: { machine, kernel: '6.1', ...settings },
})

/** Ten runs around `middle`, no two sessions quite alike. */
function measured(machine: Machine, middle: number, seed = 1): Session {
  const values = Array.from({ length: 10 }, (_, i) => middle * (1 + 0.003 * Math.sin(seed * 7 + i * 2.3)))
  return session([sample('parse', values)], { suite: 'suite', testbed: testbed(machine) })
}

const baselinesOf = (machine: Machine) => Array.from({ length: 12 }, (_, i) => measured(machine, 100, i))
const policy: Policy = defaultPolicy

const values = (more: Record<string, string> = {}) => {
  const given: Record<string, string> = { name: 'suite', token: setting.github.token(everything), ...more }
  return parseInputs('action', name => given[name] ?? '')
}

const context = (runAttempt: number, machine: Machine) =>
  jobContext({ runId, runAttempt, runnerName: machine })

type Left = { sessions: Record<string, Session>; comparison: Comparison | null }

/** Leaves what an attempt leaves, as its upload would: in place of what was there under the name. */
async function leave(machine: Machine, { sessions, comparison }: Left, suite = 'suite') {
  const packed = Object.entries(sessions).map(([file, each]): [string, Uint8Array] => [
    file,
    gzipSync(renderResultDocument(each)),
  ])
  const report = comparison ? { 'comparison.json': renderComparisonDocument(comparison) } : {}
  const name = artifactName('candidate', suite, machines[machine])
  await new DefaultArtifactClient().deleteArtifact(name).catch(() => {})
  setting.results.addArtifact({ runId, name, content: zip({ ...Object.fromEntries(packed), ...report }) })
}

const stored = (machine: Machine, middle: number, more: Partial<{ attempt: number; seed: number }> = {}) => {
  const candidate = measured(machine, middle, more.seed ?? 1)
  const request = { candidate, baselines: baselinesOf(machine), policy }
  return attempts.compareStoredAttempts(values(), context(more.attempt ?? 1, machine), request)
}

const alternated = (machine: Machine, middle: number, attempt = 1) => {
  const [baseline, candidate] = [measured(machine, 100, attempt), measured(machine, middle, attempt + 3)]
  const comparison = compareBlocks([baseline], [candidate], policy)
  const request = { comparison, baseline, candidate, policy }
  return attempts.compareAlternatedAttempts(values(), context(attempt, machine), request)
}

const notes = ({ comparison }: { comparison: Comparison }) =>
  comparison.warnings.filter(({ code }) => code.startsWith('attempts-')).map(each => each.message)

/** From so many minutes ago, for five minutes or still. */
const job = (name: string, run_attempt: number, machine: Machine, ago: number, goesOn = false) => ({
  name,
  run_attempt,
  runner_name: machine,
  conclusion: goesOn ? null : 'failure',
  started_at: minutes(-ago),
  completed_at: goesOn ? null : minutes(5 - ago),
})
const minutes = (number: number) => new Date(Date.now() + number * 60_000).toISOString()
const jobs = (...all: ReturnType<typeof job>[]) => {
  const run = setting.github.state.runs.find(({ id }) => id === runId) as Run
  run.jobs = all
}

describe('an attempt that is run again on the same testbed', () => {
  it('is tested together with the earlier one, and keeps its runs for the next', async () => {
    const first = await stored('bench-1', 105)
    expect(first.comparison.outcome).toBe('regression')
    await leave('bench-1', first)
    const second = await stored('bench-1', 100, { attempt: 2, seed: 2 })
    expect(notes(second)).toEqual(['the runs of one earlier attempt of this job were joined (attempt 1)'])
    const together = compareStored(
      baselinesOf('bench-1'),
      [measured('bench-1', 100, 2), measured('bench-1', 105)],
      { policy, assumedGrade: 'untuned' },
    )
    expect(second.comparison.rows[0]?.p).toBe(together.rows[0]?.p)
    expect(Object.keys(second.sessions)).toEqual(['result.json.gz', 'result-attempt-1.json.gz'])
  })

  it('stays red where nothing was tested since: a benchmark that failed clears nothing', async () => {
    await leave('bench-1', await stored('bench-1', 105))
    const candidate = session([sample('print', [1, 2, 3])], { suite: 'suite', testbed: testbed('bench-1') })
    const request = { candidate, baselines: [], policy }
    const second = await attempts.compareStoredAttempts(values(), context(2, 'bench-1'), request)
    expect(second.comparison.outcome).toBe('regression')
    expect(second.comparison.rows).toContainEqual(
      expect.objectContaining({
        benchmark: 'parse',
        reason: expect.stringMatching(/^found by attempt 1, and not tested since \(new\): nothing clears it/),
      }),
    )
  })

  it('says of stored results that they were not joined with a base that was measured along, and keeps them red', async () => {
    await leave('bench-1', await stored('bench-1', 105))
    const second = await alternated('bench-1', 100, 2)
    expect(notes(second)).toEqual([
      'attempt 1 was not joined: it measured the candidate alone, and this one both sides',
    ])
    expect(second.comparison.outcome).toBe('regression')
    await leave('bench-1', second)
    const third = await alternated('bench-1', 100, 3)
    expect(notes(third)).toEqual([
      'the runs of one earlier attempt of this job were joined (attempt 2)',
      'attempt 1 was not joined: it measured the candidate alone, and this one both sides',
    ])
    expect(third.comparison.outcome).toBe('regression')
  })

  it('stays red where the joined runs cannot be tested: zeros have no ratio that two blocks could share', async () => {
    const counts = (seed: number, middle: number) =>
      session(
        [
          sample(
            'parse',
            Array.from({ length: 10 }, (_, i) => middle + ((i * seed) % 2)),
            { metric: 'allocs', unit: 'allocs' },
          ),
        ],
        {
          suite: 'suite',
          testbed: testbed('bench-1'),
        },
      )
    const attempt = (number: number) => {
      const [baseline, candidate] = [counts(1, 0), counts(3, 6)]
      const comparison = compareBlocks([baseline], [candidate], policy)
      const request = { comparison, baseline, candidate, policy }
      return attempts.compareAlternatedAttempts(values(), context(number, 'bench-1'), request)
    }
    const first = await attempt(1)
    expect(first.comparison.outcome).toBe('regression')
    await leave('bench-1', first)
    expect((await attempt(2)).comparison.outcome).toBe('regression')
  })

  it('says nothing of earlier attempts when there are none', async () => {
    expect(notes(await alternated('bench-1', 100, 1))).toEqual([])
    expect(notes(await alternated('bench-1', 100, 2))).toEqual([])
  })
})

describe('an attempt on another testbed', () => {
  it('leaves what an earlier one found against stored results standing, row by row', async () => {
    await leave('bench-1', await stored('bench-1', 105))
    jobs(job('bench', 1, 'bench-1', 2), job('bench', 2, 'bench-2', 1, true))
    const second = await stored('bench-2', 100, { attempt: 2, seed: 2 })
    expect(notes(second)).toEqual([
      'attempt 1 on bench-1 was not joined: its testbed is another one (different: machine), and its runs ' +
        "cannot be pooled with this one's",
    ])
    const { outcome, explanation, rows } = second.comparison
    expect(outcome).toBe('regression')
    expect(explanation).toMatch(/^attempt 1 on bench-1 of this job regressed, and no test/)
    expect(rows).toMatchObject([
      {
        benchmark: 'parse',
        fails: true,
        reason: expect.stringMatching(/^found by attempt 1 on bench-1, .*: nothing clears it$/),
      },
    ])
    expect(headline(second.comparison).title).toMatch(/^The only benchmark regressed: parse \+5\.\d %/)
    // Its runs are in its own artifact, under its own fingerprint.
    expect(Object.keys(second.sessions)).toEqual(['result.json.gz'])
  })

  it('is named with every setting that differs', async () => {
    const first = await stored('bench-1', 105)
    const cold = { cache: 'cold', attached: 'no' }
    const candidate = { ...measured('bench-1', 105), testbed: testbed('bench-1', cold) }
    await leave('bench-1', { ...first, sessions: { 'result.json.gz': candidate } })
    jobs(job('bench', 1, 'bench-1', 2), job('bench', 2, 'bench-2', 1, true))
    const now = testbed('bench-2', { cache: 'warm', attached: 'yes' })
    const request = { candidate: { ...measured('bench-2', 100), testbed: now }, baselines: [], policy }
    const second = await attempts.compareStoredAttempts(values(), context(2, 'bench-2'), request)
    expect(notes(second)[0]).toContain(
      'its testbed is another one (different: machine, cache, attached), and',
    )
  })

  it('is cleared by runs on the first testbed only, and by nothing that the second one passed on', async () => {
    await leave('bench-1', await stored('bench-1', 100.9))
    const red = await stored('bench-1', 104)
    await leave('bench-1', red)
    await leave('bench-2', await stored('bench-2', 100, { attempt: 2, seed: 2 }))
    const third = await stored('bench-1', 96, { attempt: 3, seed: 3 })
    expect(notes(third)[0]).toMatch(/^the runs of one earlier attempt of this job were joined/)
    expect(third.comparison.outcome).toBe('pass')
  })

  it('does not hold up what was no regression, or is accepted by now', async () => {
    await leave('bench-1', await stored('bench-1', 100))
    expect((await stored('bench-2', 100, { attempt: 2, seed: 2 })).comparison.outcome).toBe('pass')
    await leave('bench-1', await stored('bench-1', 105))
    const waiver = { benchmark: 'parse', metric: '*', ceiling: 0.1, expires: '2999-01-01', reason: 'x' }
    const request = {
      candidate: measured('bench-2', 100, 2),
      baselines: baselinesOf('bench-2'),
      policy: { ...policy, waivers: [{ ...waiver, missing: false, expired: false }] },
    }
    const waived = await attempts.compareStoredAttempts(values(), context(2, 'bench-2'), request)
    expect(waived.comparison.outcome).toBe('pass')
  })

  it('is a block of its own where both sides alternated', async () => {
    await leave('bench-1', await alternated('bench-1', 105))
    jobs(job('bench', 1, 'bench-1', 2), job('bench', 2, 'bench-2', 1, true))
    const second = await alternated('bench-2', 105, 2)
    expect(notes(second)).toEqual([
      'the runs of one earlier attempt of this job were joined (attempt 1 on bench-1)',
    ])
    expect(second.comparison.rows[0]?.runs).toEqual({ baseline: 20, candidate: 20 })
  })

  it('is not joined where nobody knows whose it is, and stands all the same', async () => {
    await leave('bench-1', await alternated('bench-1', 105))
    const second = await alternated('bench-2', 100, 2)
    expect(notes(second)).toEqual([
      'an earlier attempt on bench-1 was not joined: which job measured it is not known (with actions: read it may be)',
    ])
    expect(second.comparison).toMatchObject({ outcome: 'regression' })
  })

  it('is left to the publish job by a leg that decides nothing', async () => {
    await leave('bench-1', await alternated('bench-1', 105))
    const [baseline, candidate] = [measured('bench-2', 100), measured('bench-2', 100, 2)]
    const comparison = compareBlocks([baseline], [candidate], policy)
    const request = { comparison, baseline, candidate, policy }
    const leg = await attempts.compareAlternatedAttempts(
      values({ mode: 'measure' }),
      context(2, 'bench-2'),
      request,
    )
    expect(notes(leg)).toEqual([])
  })
})

describe('what other jobs of the run left', () => {
  it('does not count: another leg of the matrix, on another machine', async () => {
    await leave('bench-1', await stored('bench-1', 105))
    jobs(
      job('measure (bench-1)', 1, 'bench-1', 3),
      job('measure (bench-2)', 1, 'bench-2', 3),
      job('measure (bench-2)', 2, 'bench-2', 0, true),
    )
    const second = await stored('bench-2', 100, { attempt: 2, seed: 2 })
    expect([second.comparison.outcome, notes(second)]).toEqual(['pass', []])
  })

  it('counts when it was this very job, which is named with its attempt', async () => {
    await leave('bench-1', await stored('bench-1', 105))
    jobs(job('measure', 1, 'bench-1', 3), job('measure', 2, 'bench-2', 0, true))
    const second = await stored('bench-2', 100, { attempt: 2, seed: 2 })
    expect(second.comparison.outcome).toBe('regression')
    expect(notes(second)[0]).toMatch(/^attempt 1 on bench-1 was not joined/)
  })

  it('does not count when another leg left it in this very attempt', async () => {
    await leave('bench-1', await stored('bench-1', 105))
    jobs(job('measure', 2, 'bench-1', 3), job('measure', 2, 'bench-2', 2, true))
    expect(notes(await stored('bench-2', 100, { attempt: 2, seed: 2 }))).toEqual([])
  })

  it('does not count when it is of a suite whose name only begins like this one', async () => {
    await leave('bench-1', await stored('bench-1', 105), 'suite-two')
    await leave('bench-1', await stored('bench-1', 105), `suite-${machines['bench-2']}`)
    expect(notes(await stored('bench-2', 100, { attempt: 2, seed: 2 }))).toEqual([])
  })
})
