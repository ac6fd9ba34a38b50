// Re-runs against GitHub's stand-ins: what earlier attempts left is read back, joined where it can be, and stands
// where it cannot.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { attemptRecord, renderRecord, shortRecord } from '../../../src/action/attempts/attempt-record.ts'
import type * as Join from '../../../src/action/attempts/join.ts'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { interleavedRequest, storedRequest } from '../../../src/compare/comparison-request.ts'
import { renderResultDocument } from '../../../src/formats/documents/result.ts'
import type { JobContext } from '../../../src/github/api/context.ts'
import { artifactName, ofAttempt } from '../../../src/github/artifacts/name.ts'
import { commentBody } from '../../../src/github/posts/comment-body.ts'
import { hidden } from '../../../src/github/posts/hidden-text.ts'
import { type Comparison, defaultPolicy, type Policy, type Session } from '../../../src/model/index.ts'
import { answer } from '../../../src/report/words/answer/answer.ts'
import { sample, session } from '../../compare/session.ts'
import { everything, jobContext, type Setting, sha, startSetting, zip } from '../../github/setting.ts'
import { jobValues } from '../../inputs/job-values.ts'
import type { Run } from '../../stand-ins/github/state.ts'

let setting: Setting
let attempts: typeof Join
let runId = 500

beforeAll(async () => {
  setting = await startSetting()
  process.env.GITHUB_API_URL = setting.github.url
  process.env.ACTIONS_RESULTS_URL = setting.results.url
  process.env.RUNNER_TEMP = mkdtempSync(join(tmpdir(), 'stable-bench-attempts-'))
  // The client looks at its environment when it is loaded, and the stand-in's own has been.
  jest.resetModules()
  attempts = await import('../../../src/action/attempts/join.ts')
})

afterAll(() => setting.close())

beforeEach(() => {
  runId += 1
  setting.addRun(runId, 30, { event: 'pull_request', run_attempt: 9 })
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
  return jobValues({ name: 'suite', token: setting.github.token(everything), ...more })
}

const context = (runAttempt: number, machine: Machine) => ({
  ...jobContext({ runId, runAttempt, runnerName: machine }),
  octokit: setting.octokit(),
})

type Joined = Join.JoinedResult & { comparison: Comparison }

const compared = (joined: Join.Joined, context: JobContext) =>
  attempts.concluded([joined], context)[0] as Joined

const compareStored = async (...[given, context, request]: Parameters<typeof Join.joinStored>) =>
  compared(await attempts.joinStored(given, context, request), context)

const compareInterleaved = async (...[given, context, request]: Parameters<typeof Join.joinInterleaved>) =>
  compared(await attempts.joinInterleaved(given, context, request), context)

/** Leaves what an attempt leaves. */
function leave(
  machine: Machine,
  { sessions, record }: Joined,
  more: { suite?: string; expired?: boolean; id?: number } = {},
) {
  const { suite = 'suite', ...facts } = more
  const packed = Object.entries(sessions).map(([file, each]): [string, Uint8Array] => [
    file,
    gzipSync(renderResultDocument(each)),
  ])
  const name = ofAttempt(artifactName('candidate', suite, machines[machine]), record.attempt)
  const content = zip({ ...Object.fromEntries(packed), 'attempt.json': renderRecord(record) })
  return setting.results.addArtifact({ runId, attempt: record.attempt, name, content, ...facts })
}

const stored = (machine: Machine, middle: number, more: Partial<{ attempt: number; seed: number }> = {}) => {
  const candidate = measured(machine, middle, more.seed ?? 1)
  const request = { candidate, baselines: baselinesOf(machine), policy }
  return compareStored(values(), context(more.attempt ?? 1, machine), request)
}

const alternated = (machine: Machine, middle: number, attempt = 1, base: string | null = null) => {
  const revision = base === null ? null : { commit: base, ref: null, dirty: false }
  const baseline = { ...measured(machine, 100, attempt), revision }
  return interleavedWith(baseline, measured(machine, middle, attempt + 3), { machine, attempt })
}

const interleavedWith = (
  baseline: Session,
  candidate: Session,
  { machine, attempt }: { machine: Machine; attempt: number },
) => {
  const comparison = compareSessions(interleavedRequest([baseline], [candidate], policy))
  const request = { comparison, baseline, candidate, policy }
  return compareInterleaved(values(), context(attempt, machine), request)
}

const notes = ({ comparison }: { comparison: Comparison }) =>
  comparison.warnings.filter(({ code }) => code.startsWith('attempts-')).map(each => each.message)

/** From so many minutes ago, for five minutes or still. */
const job = (
  name: string,
  run_attempt: number,
  machine: Machine,
  ago: number,
  conclusion: string | null = 'failure',
) => ({
  name,
  run_attempt,
  runner_name: machine,
  conclusion,
  started_at: minutes(-ago),
  completed_at: conclusion === null ? null : minutes(5 - ago),
})
const minutes = (number: number) => new Date(Date.now() + number * 60_000).toISOString()
const jobs = (...all: ReturnType<typeof job>[]) => {
  const run = setting.github.state.runs.find(({ id }) => id === runId) as Run
  run.jobs = all
}

describe('an attempt that is run again on the same testbed', () => {
  it('is tested together with the earlier attempt, and keeps its runs for the next one', async () => {
    const first = await stored('bench-1', 105)
    expect(first.comparison.outcome).toBe('regression')
    leave('bench-1', first)
    const second = await stored('bench-1', 100, { attempt: 2, seed: 2 })
    expect(notes(second)).toEqual(['the runs of one earlier attempt of this job were joined (attempt 1)'])
    const together = compareSessions(
      storedRequest(baselinesOf('bench-1'), [measured('bench-1', 100, 2), measured('bench-1', 105)], {
        policy,
      }),
    )
    expect(second.comparison.rows[0]?.p).toBe(together.rows[0]?.p)
    expect(Object.keys(second.sessions)).toEqual(['result.json.gz'])
  })

  it('stays red where the benchmark failed, since nothing was tested', async () => {
    leave('bench-1', await stored('bench-1', 105))
    const candidate = session([sample('print', [1, 2, 3])], { suite: 'suite', testbed: testbed('bench-1') })
    const request = { candidate, baselines: [], policy }
    const second = await compareStored(values(), context(2, 'bench-1'), request)
    expect(second.comparison.outcome).toBe('regression')
    expect(second.comparison.rows).toContainEqual(
      expect.objectContaining({
        benchmark: 'parse',
        reason: expect.stringMatching(
          /^attempt 1 failed here, and this was not tested since \(now: new\), so the failure stays/,
        ),
      }),
    )
  })

  it('is tested together only with attempts that measured the same baseline commit', async () => {
    const [before, now] = ['a', 'b'].map(digit => digit.repeat(40))
    leave('bench-1', await alternated('bench-1', 105, 1, before))
    const second = await alternated('bench-1', 100, 2, now)
    expect(notes(second)).toEqual([
      'attempt 1 was not joined: its baseline was another commit: aaaaaaaaaa then, bbbbbbbbbb now',
    ])
    expect(second.comparison.baseline.sessions).toBe(1)
    expect(second.comparison.outcome).toBe('regression')
    leave('bench-1', second)
    const third = await alternated('bench-1', 100, 3, now)
    expect(notes(third)).toContain('the runs of one earlier attempt of this job were joined (attempt 2)')
    expect(third.comparison.baseline.sessions).toBe(2)
  })

  it('names an attempt against stored results that cannot be joined with one that alternated, and keeps its failures', async () => {
    leave('bench-1', await stored('bench-1', 105))
    const second = await alternated('bench-1', 100, 2)
    expect(notes(second)).toEqual([
      'attempt 1 was not joined: it measured the candidate alone, and this one both sides',
    ])
    expect(second.comparison.outcome).toBe('regression')
    leave('bench-1', second)
    const third = await alternated('bench-1', 100, 3)
    expect(notes(third)).toEqual([
      'the runs of one earlier attempt of this job were joined (attempt 2)',
      'attempt 1 was not joined: it measured the candidate alone, and this one both sides',
    ])
    expect(third.comparison.outcome).toBe('regression')
  })

  it('stays red where the joined runs cannot be tested: blocks of zeros share no ratio', async () => {
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
      const comparison = compareSessions(interleavedRequest([baseline], [candidate], policy))
      const request = { comparison, baseline, candidate, policy }
      return compareInterleaved(values(), context(number, 'bench-1'), request)
    }
    const first = await attempt(1)
    expect(first.comparison.outcome).toBe('regression')
    leave('bench-1', first)
    expect((await attempt(2)).comparison.outcome).toBe('regression')
  })

  it('keeps a broken budget until a test of all runs together meets it', async () => {
    const budget = { benchmark: 'parse', metric: 'time', atMost: true, limit: 104, unit: 'ns' }
    const strict = { ...policy, threshold: 0.5, budgetsGate: true, budgets: [budget] }
    const attempt = (number: number, machine: Machine, middle: number) => {
      const candidate = measured(machine, middle, number)
      const request = { candidate, baselines: baselinesOf(machine), policy: strict }
      return compareStored(values(), context(number, machine), request)
    }
    const first = await attempt(1, 'bench-1', 105)
    expect(first.comparison).toMatchObject({ outcome: 'regression', budgets: [{ verdict: 'over' }] })
    leave('bench-1', first)
    jobs(job('bench', 1, 'bench-1', 2), job('bench', 2, 'bench-2', 1, null))
    const elsewhere = await attempt(2, 'bench-2', 100)
    expect(elsewhere.comparison).toMatchObject({
      outcome: 'regression',
      budgets: [
        {
          reason:
            'attempt 1 on bench-1 found this, and no run since can be tested together with it (now: within)',
        },
      ],
    })
    expect((await attempt(2, 'bench-1', 98)).comparison).toMatchObject({
      outcome: 'pass',
      budgets: [{ verdict: 'within' }],
    })
  })

  it('has no notes on earlier attempts when there are none', async () => {
    expect(notes(await alternated('bench-1', 100, 1))).toEqual([])
    expect(notes(await alternated('bench-1', 100, 2))).toEqual([])
  })
})

describe('an attempt on another testbed', () => {
  it('keeps failures of an earlier attempt against stored results, row by row', async () => {
    leave('bench-1', await stored('bench-1', 105))
    jobs(job('bench', 1, 'bench-1', 2), job('bench', 2, 'bench-2', 1, null))
    const second = await stored('bench-2', 100, { attempt: 2, seed: 2 })
    expect(notes(second)).toEqual([
      'attempt 1 on bench-1 was not joined: it has another testbed (different: machine), so its runs cannot be joined with these',
    ])
    const { outcome, explanation, rows } = second.comparison
    expect(outcome).toBe('regression')
    expect(explanation).toMatch(/^attempt 1 on bench-1 of this job regressed, and no test/)
    expect(rows).toMatchObject([
      {
        benchmark: 'parse',
        fails: true,
        reason: expect.stringMatching(/^attempt 1 on bench-1 failed here, .*, so the failure stays$/),
      },
    ])
    expect(answer(second.comparison).title).toMatch(/^parse is 5\.\d % slower$/)
    // Its runs are in its own artifact, under its own fingerprint.
    expect(Object.keys(second.sessions)).toEqual(['result.json.gz'])
  })

  it('is named with every setting that differs', async () => {
    const first = await stored('bench-1', 105)
    const cold = { cache: 'cold', attached: 'no' }
    const candidate = { ...measured('bench-1', 105), testbed: testbed('bench-1', cold) }
    await leave('bench-1', { ...first, sessions: { 'result.json.gz': candidate } })
    jobs(job('bench', 1, 'bench-1', 2), job('bench', 2, 'bench-2', 1, null))
    const now = testbed('bench-2', { cache: 'warm', attached: 'yes' })
    const request = { candidate: { ...measured('bench-2', 100), testbed: now }, baselines: [], policy }
    const second = await compareStored(values(), context(2, 'bench-2'), request)
    expect(notes(second)[0]).toContain('it has another testbed (different: machine, cache, attached), so')
  })

  it('is refuted only by runs on the first testbed, not by a record of the second one', async () => {
    leave('bench-1', await stored('bench-1', 100.9))
    leave('bench-1', await stored('bench-1', 104))
    leave('bench-2', await stored('bench-2', 100, { attempt: 2, seed: 2 }))
    const third = await stored('bench-1', 96, { attempt: 3, seed: 3 })
    expect(notes(third)[0]).toMatch(/^the runs of one earlier attempt of this job were joined/)
    expect(third.comparison.outcome).toBe('pass')
  })

  it('keeps no row that was no regression, or that is accepted by now', async () => {
    leave('bench-1', await stored('bench-1', 100))
    expect((await stored('bench-2', 100, { attempt: 2, seed: 2 })).comparison.outcome).toBe('pass')
    leave('bench-1', await stored('bench-1', 105))
    const waiver = {
      benchmark: 'parse',
      metric: '*',
      ceiling: 0.1,
      missing: false,
      expires: '2999-01-01',
      reason: 'x',
    }
    const request = {
      candidate: measured('bench-2', 100, 2),
      baselines: baselinesOf('bench-2'),
      policy: { ...policy, waivers: [{ ...waiver, missing: false, expired: false }] },
    }
    const waived = await compareStored(values(), context(2, 'bench-2'), request)
    expect(waived.comparison.outcome).toBe('pass')
  })

  it('becomes a block of its own where both sides alternated', async () => {
    leave('bench-1', await alternated('bench-1', 105))
    jobs(job('bench', 1, 'bench-1', 2), job('bench', 2, 'bench-2', 1, null))
    const second = await alternated('bench-2', 105, 2)
    expect(notes(second)).toEqual([
      'the runs of one earlier attempt of this job were joined (attempt 1 on bench-1)',
    ])
    expect(second.comparison.rows[0]?.runs).toEqual({ baseline: 20, candidate: 20 })
  })

  it('is not joined where it is not known which job measured it, and its failures stay', async () => {
    leave('bench-1', await alternated('bench-1', 105))
    const second = await alternated('bench-2', 100, 2)
    expect(notes(second)).toEqual([
      'attempt 1 on bench-1 was not joined: it is not known which job measured it',
    ])
    expect(second.comparison).toMatchObject({ outcome: 'regression' })
  })

  it('stays red where its candidate scattered and it is not joined', async () => {
    const values = Array.from({ length: 10 }, (_, i) => 115 * Math.exp(0.6 * Math.sin(i * 2.3)))
    const wild = session([sample('parse', values)], { suite: 'suite', testbed: testbed('bench-1') })
    const first = await interleavedWith(measured('bench-1', 100), wild, { machine: 'bench-1', attempt: 1 })
    expect(first.comparison).toMatchObject({ outcome: 'not-established', reason: 'scattered' })
    leave('bench-1', first)
    const second = await alternated('bench-2', 100, 2)
    expect(second.comparison).toMatchObject({ outcome: 'not-established', reason: 'scattered' })
    expect(second.comparison.explanation).toMatch(
      /^the candidate scattered in attempt 1 on bench-1 of this job, /,
    )
    expect(second.comparison.rows[0]).toMatchObject({ verdict: 'scattered', fails: true })
  })

  it('is ignored by a leg, which leaves it to the publish job', async () => {
    leave('bench-1', await alternated('bench-1', 105))
    const [baseline, candidate] = [measured('bench-2', 100), measured('bench-2', 100, 2)]
    const comparison = compareSessions(interleavedRequest([baseline], [candidate], policy))
    const request = { comparison, baseline, candidate, policy }
    const leg = await compareInterleaved(values({ mode: 'measure' }), context(2, 'bench-2'), request)
    expect(notes(leg)).toEqual([])
  })
})

/** What GitHub's API shows of a first attempt whose step failed, and of the present one. */
const failedBefore = (machine: Machine = 'bench-1') =>
  jobs(job('bench', 1, machine, 3), job('bench', 2, machine, 0, null))

const gone = async (machine: Machine, left: Promise<Joined>) => leave(machine, await left, { expired: true })

function comment(record: string, login = 'github-actions[bot]') {
  const at = '2026-01-01T00:00:00Z'
  const user = { login, id: 1, type: 'Bot' as const }
  const body = commentBody('suite', { runId, sha: sha(900) }, { markdown: 'report', record })
  const id = 1 + setting.github.comments.length
  setting.github.comments.push({ id, issue: 7, body, user, created_at: at, updated_at: at })
}

describe('an attempt whose artifact is gone', () => {
  beforeEach(() => {
    setting.github.comments.splice(0)
    setting.github.state.checks.splice(0)
  })

  const second = () => stored('bench-1', 100, { attempt: 2, seed: 2 })
  const lost = {
    outcome: 'not-established',
    reason: 'attempts-lost',
    explanation: 'attempt 1 of this job failed, and nothing that can be read says what it found',
  }
  const red = { outcome: 'regression', reason: null }

  it('keeps the job from passing where it failed, and does not count where it succeeded', async () => {
    await gone('bench-1', stored('bench-1', 105))
    failedBefore()
    const result = await second()
    expect(result.comparison).toMatchObject(lost)
    expect(notes(result)).toEqual([expect.stringMatching(/could not be read: .*: it has expired$/)])
    expect(result.record.accounts).toEqual([])
    jobs(job('bench', 1, 'bench-1', 3, 'success'), job('bench', 2, 'bench-1', 0, null))
    expect((await second()).comparison.outcome).toBe('pass')
  })

  it('is treated alike where it is listed and cannot be downloaded', async () => {
    leave('bench-1', await stored('bench-1', 105))
    failedBefore()
    setting.github.interrupt('actions/download-artifact', { status: 404, message: 'Not Found' })
    const result = await second()
    expect(result.comparison).toMatchObject(lost)
    expect(notes(result)).toEqual([expect.stringMatching(/could not be read: .*: it is gone.*404 Not Found/)])
    expect((await second()).comparison.outcome).toBe('regression')
  })

  it("is read from the comment, where only this run and the token's own author count", async () => {
    const first = await stored('bench-1', 105)
    failedBefore()
    const clean = { ...first.record, findings: [] }
    comment(renderRecord(clean), 'mallory')
    expect((await second()).comparison).toMatchObject(lost)
    comment(renderRecord({ ...clean, runId: runId - 1 }))
    expect((await second()).comparison).toMatchObject(lost)
    setting.github.comments.splice(0)
    comment(shortRecord(first.record, 10_000))
    const { comparison, record } = await second()
    expect(comparison).toMatchObject(red)
    expect(comparison.rows[0]?.reason).toBe(
      'attempt 1 failed here, and its runs cannot be tested together with these (these alone: no change), so the failure stays',
    )
    expect(record).toMatchObject({ attempt: 2, accounts: [1], findings: [{ by: 1 }] })
  })

  it('is read from the check run of any attempt, which may also say that nothing failed', async () => {
    const first = await stored('bench-1', 105)
    failedBefore()
    const check = (text: string) =>
      setting.github.state.checks.push({
        id: 1 + setting.github.state.checks.length,
        head_sha: sha(900),
        name: 'stable-bench: suite',
        output: { title: 'x', summary: 'x', text: hidden(text) },
      })
    const checked = (attempt: number) => {
      const request = { candidate: measured('bench-1', 100, 2), baselines: baselinesOf('bench-1'), policy }
      const token = setting.github.token({ ...everything, checks: 'write' })
      return compareStored(values({ checks: 'auto', token }), context(attempt, 'bench-1'), request)
    }
    check(shortRecord(first.record, 10_000))
    check(renderRecord({ ...first.record, attempt: 2, accounts: [], findings: [] }))
    expect((await checked(3)).comparison).toMatchObject(red)
    setting.github.state.checks.splice(0)
    check(renderRecord({ ...first.record, findings: [] }))
    expect((await checked(2)).comparison.outcome).toBe('pass')
  })

  it('counts as unknown where a record had no room for all findings, and those in it are accepted', async () => {
    const first = await stored('bench-1', 105)
    failedBefore()
    comment(renderRecord({ ...first.record, left: 3 }))
    const waiver = {
      benchmark: 'parse',
      metric: '*',
      ceiling: 0.1,
      missing: false,
      expires: '2999-01-01',
      reason: 'x',
    }
    const request = {
      candidate: measured('bench-1', 100, 2),
      baselines: baselinesOf('bench-1'),
      policy: { ...policy, waivers: [{ ...waiver, expired: false }] },
    }
    const waived = await compareStored(values(), context(2, 'bench-1'), request)
    expect(waived.comparison).toMatchObject(lost)
  })

  it('stays red where the record of an attempt on another machine says so', async () => {
    await gone('bench-1', stored('bench-1', 105))
    comment(renderRecord((await stored('bench-1', 105)).record))
    jobs(job('bench', 1, 'bench-1', 3), job('bench', 2, 'bench-2', 1), job('bench', 3, 'bench-2', 0, null))
    const elsewhere = await stored('bench-2', 100, { attempt: 2, seed: 2 })
    expect(elsewhere.comparison).toMatchObject(red)
    leave('bench-2', elsewhere)
    setting.github.comments.splice(0)
    const third = await stored('bench-2', 100, { attempt: 3, seed: 3 })
    expect(notes(third)).toContain('the runs of one earlier attempt of this job were joined (attempt 2)')
    expect(third.comparison).toMatchObject(red)
    expect(third.comparison.rows[0]?.reason).toMatch(
      /^attempt 1 on bench-1 failed here, and its runs cannot be/,
    )
  })

  it("measured nothing where this job's record says so, and not where another leg's does", async () => {
    failedBefore()
    const unmeasured = (machine: Machine) => {
      const record = { ...attemptRecord(context(1, machine)), runId }
      const name = artifactName('failed', 'suite', machines[machine])
      setting.results.addArtifact({ runId, name, content: zip({ 'attempt.json': renderRecord(record) }) })
    }
    unmeasured('bench-2')
    expect((await second()).comparison).toMatchObject(lost)
    unmeasured('bench-1')
    expect((await second()).comparison.outcome).toBe('pass')
  })

  it('fails no leg of a matrix', async () => {
    failedBefore()
    const request = { candidate: measured('bench-1', 100, 2), baselines: baselinesOf('bench-1'), policy }
    const leg = await compareStored(values({ mode: 'measure' }), context(2, 'bench-1'), request)
    expect(leg.comparison.outcome).toBe('pass')
  })
})

describe('the newest attempt', () => {
  it('is the one with the highest number: its refuted findings stay refuted, whatever artifact has the higher id', async () => {
    leave('bench-1', await stored('bench-1', 104), { id: 90_002 })
    leave('bench-1', await stored('bench-1', 96, { attempt: 2, seed: 2 }), { id: 90_001 })
    jobs(job('bench', 1, 'bench-1', 3), job('bench', 2, 'bench-1', 2), job('bench', 3, 'bench-2', 0, null))
    const third = await stored('bench-2', 100, { attempt: 3, seed: 3 })
    expect(third.comparison.outcome).toBe('pass')
  })
})

describe('an artifact without a record', () => {
  const name = artifactName('candidate', 'suite', machines['bench-1'])
  const packed = (each: Session) => gzipSync(renderResultDocument(each))

  it('is the newest of that name, not the one with the highest id', async () => {
    for (const [i, middle] of [105, 100].entries()) {
      setting.results.addArtifact({
        runId,
        id: 90_004 - i,
        name,
        content: zip({ 'result.json.gz': packed(measured('bench-1', middle, i)) }),
        createdAt: minutes(i - 10),
      })
    }
    const next = await stored('bench-1', 100, { attempt: 2, seed: 2 })
    expect(next.comparison.outcome).toBe('pass')
  })
})

describe('the artifact of another job of the run', () => {
  it('does not count where it is another leg, on another machine', async () => {
    leave('bench-1', await stored('bench-1', 105))
    jobs(
      job('measure (bench-1)', 1, 'bench-1', 3),
      job('measure (bench-2)', 1, 'bench-2', 3, 'success'),
      job('measure (bench-2)', 2, 'bench-2', 0, null),
    )
    const second = await stored('bench-2', 100, { attempt: 2, seed: 2 })
    expect([second.comparison.outcome, notes(second)]).toEqual(['pass', []])
  })

  it('counts where it was this job after all, which is named with its attempt', async () => {
    leave('bench-1', await stored('bench-1', 105))
    jobs(job('measure', 1, 'bench-1', 3), job('measure', 2, 'bench-2', 0, null))
    const second = await stored('bench-2', 100, { attempt: 2, seed: 2 })
    expect(second.comparison.outcome).toBe('regression')
    expect(notes(second)[0]).toMatch(/^attempt 1 on bench-1 was not joined/)
  })

  it('does not count where another leg left it in this attempt', async () => {
    leave('bench-1', await stored('bench-1', 105, { attempt: 2 }))
    jobs(job('measure', 2, 'bench-1', 3), job('measure', 2, 'bench-2', 2, null))
    expect(notes(await stored('bench-2', 100, { attempt: 2, seed: 2 }))).toEqual([])
  })

  it("does not count where its suite's name only begins like this one", async () => {
    leave('bench-1', await stored('bench-1', 105), { suite: 'suite-two' })
    leave('bench-1', await stored('bench-1', 105), { suite: `suite-${machines['bench-2']}` })
    expect(notes(await stored('bench-2', 100, { attempt: 2, seed: 2 }))).toEqual([])
  })
})
