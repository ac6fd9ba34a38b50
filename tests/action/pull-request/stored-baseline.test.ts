// What a machine left before something about it changed: artifacts of another testbed have other names.
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { baselinesFrom, usableBaselines } from '../../../src/action/pull-request/stored-baseline.ts'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { storedRequest } from '../../../src/compare/comparison-request.ts'
import { renderResultDocument } from '../../../src/formats/documents/result.ts'
import { artifactName } from '../../../src/github/artifacts/name.ts'
import { firstParentDistances } from '../../../src/github/pull-request/base-commits.ts'
import { pieceOf } from '../../../src/history/store/pieces.ts'
import { defaultPolicy, type Revision, type Testbed } from '../../../src/model/index.ts'
import { sample, session } from '../../compare/session.ts'
import { jobContext, type Setting, sha, startSetting, zip } from '../../github/setting.ts'
import { night, sessionOfNight } from '../../history/example-history.ts'
import type { Permissions } from '../../stand-ins/github/service.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})
afterEach(() => setting.close())

const on = (machine: string, kernel: string, fingerprint: string): Testbed => ({
  grade: 'tuned',
  gradeReason: '',
  fingerprint,
  facts: { machine, kernel },
})
const now = on('bench-1', '6.12', 'cccccccccccc')
const measured = (testbed: Testbed) =>
  session([sample('parse', [100, 101, 99, 100])], { suite: 'suite', testbed })

function leave(
  run: number,
  commit: number,
  testbed: Testbed,
  { suite = 'suite', revision = null }: { suite?: string; revision?: Revision | null } = {},
): void {
  setting.addRun(run, commit)
  const content = zip({
    'result.json.gz': gzipSync(renderResultDocument({ ...measured(testbed), revision })),
  })
  setting.results.addArtifact({
    runId: run,
    name: artifactName('baseline', suite, testbed.fingerprint),
    content,
  })
}

async function stored(testbed = now, permissions?: Permissions) {
  const octokit = setting.octokit(permissions)
  const distances = await firstParentDistances({ ...jobContext(), octokit }, sha(30))
  const request = { suite: 'suite', testbed, branch: 'main', distances, policy: defaultPolicy }
  return baselinesFrom({ ...jobContext(), octokit }, request)
}
const find = async (testbed = now) => usableBaselines(await stored(testbed), testbed)

const compared = async () => {
  const { baselines, warnings } = await find()
  return {
    comparison: compareSessions(storedRequest(baselines, [measured(now)], { policy: defaultPolicy })),
    warnings,
  }
}

describe('the stored baseline of a machine', () => {
  it('is what the machine was before its kernel changed, so that the report names the change', async () => {
    leave(101, 29, on('bench-2', '6.12', 'bbbbbbbbbbbb'))
    leave(102, 28, on('bench-1', '6.1', 'aaaaaaaaaaaa'))
    const { comparison, warnings } = await compared()
    expect(warnings).toEqual([])
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'testbed-changed' })
    expect(comparison.explanation).toMatch(/was measured on another testbed: kernel \(6\.1 → 6\.12\)/)
  })

  it('is what this machine left with other settings, so that the report names them', async () => {
    const cold = on('bench-1', '6.12', 'aaaaaaaaaaaa')
    const warm = { ...now, facts: { ...now.facts, cache: 'warm' } }
    leave(101, 29, { ...cold, facts: { ...cold.facts, cache: 'cold' } })
    const { baselines } = await find(warm)
    const { explanation } = compareSessions(
      storedRequest(baselines, [measured(warm)], { policy: defaultPolicy }),
    )
    expect(explanation).toMatch(/ \(1 commit before .*another testbed: cache \(cold → warm\)$/)
  })

  it('is none where only other machines have left something, and the report says so', async () => {
    leave(101, 29, on('bench-2', '6.12', 'bbbbbbbbbbbb'))
    const { comparison, warnings } = await compared()
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'no-baseline' })
    expect(warnings).toEqual([
      {
        code: 'machine-name',
        message: expect.stringMatching(
          /^no stored result matches: .*bench-1 now and bench-2 for the base branch's last result\./,
        ),
      },
    ])
  })

  it('is not that of a suite whose name begins alike, of a pull request, or of a commit that is no ancestor', async () => {
    leave(101, 29, on('bench-1', '6.1', 'aaaaaaaaaaaa'), { suite: 'suite-cold' })
    leave(102, 999, on('bench-1', '6.1', 'aaaaaaaaaaaa'))
    setting.addRun(103, 28, { event: 'pull_request' })
    setting.results.addArtifact({
      runId: 103,
      name: artifactName('baseline', 'suite', 'aaaaaaaaaaaa'),
      content: zip({}),
    })
    expect(await find()).toEqual({ baselines: [], warnings: [] })
  })

  it('is its own where it has left something, however far away', async () => {
    leave(101, 29, on('bench-1', '6.1', 'aaaaaaaaaaaa'))
    leave(102, 2, now)
    const { baselines } = await find()
    expect(baselines.map(({ testbed }) => testbed?.facts.kernel)).toEqual(['6.12'])
  })
})

describe('the nights beside stored sessions', () => {
  const nightly = [0, 1, 2].map(i =>
    pieceOf(night(i, { fingerprint: now.fingerprint, values: { parse: [[100 + i], [102 + i]] } })),
  )
  const testbed = sessionOfNight(0, { fingerprint: now.fingerprint }).testbed as Testbed

  function leaveNights(run: number, files: Record<string, Uint8Array>): void {
    leave(101, 29, testbed)
    setting.addRun(run, 28, { event: 'schedule' })
    setting.results.addArtifact({ runId: run, name: 'stable-bench-trend-suite', content: zip(files) })
  }

  it('come from the history that the sessions come from', async () => {
    leaveNights(110, Object.fromEntries(nightly.map(({ name, bytes }) => [name, bytes])))
    const { sessions, nights } = await stored(testbed)
    expect(sessions).toHaveLength(1)
    expect(nights).toMatchObject([
      {
        name: 'parse',
        nights: [
          [100, 102],
          [101, 103],
          [102, 104],
        ],
      },
    ])
  })

  it('cost no session where they cannot be read', async () => {
    const broken = nightly[0]?.name as string
    leaveNights(110, { [broken]: Buffer.from('no gzip') })
    const { sessions, nights, obstacle } = await stored(testbed)
    expect(sessions).toHaveLength(1)
    expect([nights, obstacle]).toEqual([[], null])
  })
})

const revision = (commit: number, repository?: string): Revision => ({
  commit: sha(commit),
  ref: null,
  dirty: false,
  ...(repository === undefined ? {} : { repository }),
})

describe('a stored session', () => {
  it('counts as the commit of its run only if it measured that, whatever repository it says it is of', async () => {
    leave(101, 30, now, { revision: revision(777) })
    leave(102, 29, now, { revision: revision(29, 'acme/rocket') })
    leave(103, 28, now, { revision: revision(28, 'acme/name-of-before') })
    const { sessions, warnings, obstacle } = await stored()
    expect(sessions.map(session => session.revision?.commit)).toEqual([sha(29), sha(28)])
    expect(warnings).toEqual([
      {
        code: 'baseline-skipped',
        message: expect.stringMatching(
          /of run 101 was skipped: it measured the commit 0000000000, and its run was about 0000000000$/,
        ),
      },
    ])
    expect(obstacle).toBeNull()
  })

  it('carries the commit that its run was about, whatever was checked out', async () => {
    leave(101, 30, now, { revision: revision(777, 'acme/benchmarks') })
    leave(102, 29, now)
    const { sessions } = await stored()
    expect(sessions.map(({ about }) => about)).toEqual([sha(30), sha(29)])
  })

  it('carries a doubt where nothing shows which commit it measured', async () => {
    leave(101, 30, now, { revision: revision(777, 'acme/benchmarks') })
    leave(102, 29, now)
    leave(103, 28, now)
    const { baselines } = await find()
    const { warnings } = compareSessions(
      storedRequest(baselines, [{ ...measured(now), revision: revision(900) }], { policy: defaultPolicy }),
    )
    const doubts = warnings.filter(({ code }) => code === 'measured-commit').map(({ message }) => message)
    expect(doubts).toEqual([
      expect.stringMatching(/^baseline: a checkout of acme\/benchmarks was measured: it counts as /),
      expect.stringMatching(/^baseline: there is no checkout, so the measured commit is unknown/),
    ])
  })
})

describe('what a machine left under other settings', () => {
  const before = on('bench-1', '6.1', 'aaaaaaaaaaaa')
  const other = (number: number) => on(`bench-${number}`, '6.12', `${100000000000 + number}`)
  const unknown = (why: string) =>
    expect.stringMatching(
      new RegExp(
        `^whether this machine left results under another kernel or other settings is not known: .*${why}`,
      ),
    )

  it('is found behind many results of another machine, and behind many other artifacts', async () => {
    leave(101, 20, before)
    for (let run = 102; run < 112; run++) leave(run, run - 82, other(2))
    setting.addRun(200, 30)
    for (let i = 0; i < 300; i++) {
      setting.results.addArtifact({ runId: 200, name: `coverage-${i}`, content: Buffer.from('none') })
    }
    expect((await find()).baselines.map(({ testbed }) => testbed?.facts.kernel)).toEqual(['6.1'])
  })

  /** Artifacts of another workflow, which are newer than all that was left so far. */
  function leaveForeign(count: number): void {
    setting.addRun(900, 30, { path: '.github/workflows/other.yml', head_branch: 'change' })
    for (let i = 0; i < count; i++) {
      setting.results.addArtifact({ runId: 900, name: `coverage-${i}`, content: Buffer.from('none') })
    }
  }

  it('is found, or known not to be there, behind any number of artifacts of others', async () => {
    leaveForeign(5000)
    expect(await stored()).toMatchObject({ sessions: [], elsewhere: null, obstacle: null })
    leave(101, 28, before)
    leave(102, 29, other(2))
    setting.addRun(103, 29, { event: 'pull_request' })
    setting.addRun(104, 29, { head_branch: 'change' })
    leaveForeign(100)
    const from = setting.github.requests.length
    expect((await find()).baselines.map(({ testbed }) => testbed?.facts.kernel)).toEqual(['6.1'])
    const asked = setting.github.requests.slice(from).map(({ operation }) => operation)
    expect(asked.filter(each => each?.startsWith('actions/list-'))).toEqual([
      // Of the history, of this testbed, and a page of all.
      ...Array.from({ length: 3 }, () => 'actions/list-artifacts-for-repo'),
      'actions/list-workflow-runs',
      'actions/list-workflow-run-artifacts',
      'actions/list-workflow-run-artifacts',
    ])
  })

  it('is found where its workflow had another name', async () => {
    leave(101, 28, before)
    Object.assign(setting.github.state.runs.at(-1) ?? {}, { path: '.github/workflows/old.yml' })
    leaveForeign(600)
    expect((await stored()).elsewhere).toBeNull()
    const context = jobContext({
      formerWorkflows: ['.github/workflows/old.yml', '.github/workflows/gone.yml'],
    })
    const distances = await firstParentDistances({ ...context, octokit: setting.octokit() }, sha(30))
    const request = { suite: 'suite', testbed: now, branch: 'main', distances, policy: defaultPolicy }
    const { elsewhere } = await baselinesFrom({ ...context, octokit: setting.octokit() }, request)
    expect(elsewhere?.testbed?.facts.kernel).toBe('6.1')
  })

  it('is not known where there are more runs before the base commit than were looked at', async () => {
    leave(101, 2, before)
    for (let run = 102; run < 122; run++) leave(run, run - 92, other(2))
    leaveForeign(600)
    expect((await stored()).obstacle).toEqual(unknown('only the newest 20 runs before the base commit'))
  })

  it('is not known where more machines left results than were read', async () => {
    leave(101, 10, before)
    for (let number = 2; number < 12; number++) leave(100 + number, 10 + number, other(number))
    expect((await stored()).obstacle).toEqual(unknown('not all other results were read'))
  })

  it('is not known where its result is broken', async () => {
    leave(101, 29, other(2))
    setting.addRun(102, 28)
    const name = artifactName('baseline', 'suite', before.fingerprint)
    setting.results.addArtifact({ runId: 102, name, content: Buffer.from('no zip') })
    expect((await stored()).obstacle).toEqual(unknown('it is not a zip archive'))
  })

  it('is nothing where the repository has many artifacts, and none of this suite', async () => {
    setting.addRun(200, 30)
    for (let i = 0; i < 150; i++) {
      setting.results.addArtifact({ runId: 200, name: `coverage-${i}`, content: Buffer.from('none') })
    }
    expect(await stored()).toMatchObject({ sessions: [], elsewhere: null, obstacle: null })
  })
})

describe('a baseline that cannot be read', () => {
  const broken = (run: number, commit: number, more: { expired?: boolean } = {}) => {
    setting.addRun(run, commit)
    const name = artifactName('baseline', 'suite', now.fingerprint)
    setting.results.addArtifact({ runId: run, name, content: Buffer.from('no zip'), ...more })
  }

  it('is another thing than none: the server refuses, or all that is stored is broken', async () => {
    expect((await stored()).obstacle).toBeNull()
    expect((await stored(now, { contents: 'read' })).obstacle).toMatch(
      /^the base branch's artifacts could not be read: .*actions: read/,
    )
    broken(101, 30)
    leave(102, 29, on('bench-1', '6.1', 'aaaaaaaaaaaa'))
    expect(await stored()).toMatchObject({
      sessions: [],
      elsewhere: null,
      obstacle: expect.stringMatching(
        /^none of the base branch's results could be read: artifact \d+ of run 101 was skipped: it is not a zip archive/,
      ),
    })
  })

  it('is none where the only results have expired, are of another commit, or are of another workflow', async () => {
    broken(101, 30, { expired: true })
    leave(102, 29, now, { revision: revision(777) })
    broken(103, 28)
    Object.assign(setting.github.state.runs.at(-1) ?? {}, { path: '.github/workflows/other.yml' })
    expect(await stored()).toMatchObject({ sessions: [], obstacle: null })
  })

  it('is no matter where another result can be read', async () => {
    broken(101, 30)
    leave(102, 29, now)
    const { sessions, obstacle } = await stored()
    expect(sessions).toHaveLength(1)
    expect(obstacle).toBeNull()
  })
})
