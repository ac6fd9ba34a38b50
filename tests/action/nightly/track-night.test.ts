// The issues after a night, for the histories that the nights of several suites have left.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { analyseNight } from '../../../src/action/nightly/analyse-night.ts'
import { openIssuesOf, trackChanges } from '../../../src/action/nightly/issues.ts'
import { trackNight } from '../../../src/action/nightly/track-night.ts'
import { announcementsOf } from '../../../src/history/announce/announcements.ts'
import { mergeHistories } from '../../../src/history/store/merge.ts'
import { memoryPiece, pieceOf } from '../../../src/history/store/pieces.ts'
import { withNewNames } from '../../../src/history/store/renames.ts'
import type { TrendHistory } from '../../../src/model/index.ts'
import { everything, jobContext, type Setting, sha, startSetting, zip } from '../../github/setting.ts'
import { night, stepAnalysis } from '../../history/example-history.ts'
import { nightlyValues } from '../../history/nightly-values.ts'
import { jobValues } from '../../inputs/job-values.ts'

const writing = { ...everything, issues: 'write' } as const
const directory = mkdtempSync(join(tmpdir(), 'stable-bench-track-'))
const summary = join(directory, 'summary')

let setting: Setting
let configuration: object
let runs = 0

beforeEach(async () => {
  process.env.GITHUB_STEP_SUMMARY = summary
  setting = await startSetting()
  configuration = { suites: { parse: { command: 'true' }, http: { command: 'true' } } }
  setting.github.state.fileAt = (_, path) =>
    path === '.stable-bench.yml' ? JSON.stringify(configuration) : null
})

afterEach(async () => {
  expect(setting.github.unexpectedRequests).toEqual([])
  await setting.close()
})

afterAll(() => rmSync(directory, { recursive: true }))

const night30 = (permissions: Parameters<Setting['octokit']>[0] = writing) => ({
  ...jobContext({ pullRequest: null, event: 'workflow_run', branch: 'main', sha: sha(30) }),
  octokit: setting.octokit(permissions),
})

/** Nights of a suite, the first `count` of them; `name` says how the benchmark is called in each. */
function nightsOf(suite: string, steps: [number, number][], name = (_: number) => 'small'): TrendHistory[] {
  return nightlyValues(44, steps, { sd: 0.004 }).map(({ value }, i) =>
    night(i, { suite, values: { [name(i)]: [[value]] } }),
  )
}

/** Leaves what a night uploads: the nights, and what it remembers of the history that it has looked at. */
function leave(suite: string, nights: TrendHistory[], looked: TrendHistory): void {
  const files = [...nights.map(pieceOf), memoryPiece(looked)].map(({ name, bytes }) => [name, bytes])
  leaveFiles(suite, Object.fromEntries(files))
}

function leaveFiles(suite: string, files: Record<string, Uint8Array | string>): void {
  const runId = 600 + runs++
  setting.addRun(runId, 30, { event: 'schedule' })
  const createdAt = new Date(Date.UTC(2026, 10, 1) + runs * 1000).toISOString()
  setting.results.addArtifact({ runId, name: `stable-bench-trend-${suite}`, content: zip(files), createdAt })
}

/** Leaves `nights`, in which each night has told what was new. */
function leaveTold(
  suite: string,
  nights: TrendHistory[],
  renamed: { from: string; to: string }[] = [],
): void {
  let told: TrendHistory['told'] = []
  let looked = mergeHistories(nights)
  for (let count = 28; count <= nights.length; count++) {
    const history = { ...mergeHistories(nights.slice(0, count)), told }
    looked = analyseNight(withNewNames(history, renamed)).trend
    told = looked.told
  }
  leave(suite, nights, looked)
}

async function tracked(permissions?: Parameters<Setting['octokit']>[0]): Promise<string> {
  writeFileSync(summary, '')
  await trackNight(jobValues({ issues: 'auto' }), night30(permissions))
  return readFileSync(summary, 'utf8')
}

const issues = () => setting.github.state.issues

describe('the end of a night', () => {
  it('names the open issues of each suite with that suite, and none that it has just closed', async () => {
    const nights = nightsOf('parse', [
      [25, 0.15],
      [33, 0],
    ])
    leaveTold('parse', nights.slice(0, 32))
    leaveTold('http', nightsOf('http', []).slice(0, 32))
    const first = await tracked()
    expect(first).toMatch(/parse: 1 open issue: \[#\d+\]/)
    expect(first).toMatch(/http: no open issue/)
    leaveTold('parse', nights)
    expect(await tracked()).toMatch(/parse: no open issue/)
    expect(issues()).toMatchObject([{ state: 'closed' }])
  }, 120_000)

  it('says so where the issues could not be written, and not that there are none', async () => {
    leaveTold('parse', nightsOf('parse', [[25, 0.15]]).slice(0, 32))
    const text = await tracked(everything)
    expect(text).toMatch(/parse: Changes could not be tracked: .*issues: write/)
    expect(text).not.toContain('no open issue')
  }, 120_000)

  it('names a suite whose histories cannot be read', async () => {
    leaveFiles('http', { 'nights-20261001-1-0123456789ab.json.gz': 'no gzip' })
    expect(await tracked()).toMatch(
      /http: none of its histories can be read: the history of run \d+ was skipped/,
    )
  })

  it('tells of a change that came with another name of its benchmark, and closes the issue when the level is back', async () => {
    const renamed = { from: 'small', to: 'tiny' }
    configuration = { ...configuration, renamed: [renamed] }
    const nights = nightsOf(
      'parse',
      [
        [27, 0.15],
        [36, 0],
      ],
      i => (i < 26 ? 'small' : 'tiny'),
    )
    leaveTold('parse', nights.slice(0, 34), [renamed])
    await tracked()
    expect(issues()).toMatchObject([{ state: 'open', title: expect.stringMatching(/^parse: tiny \(time\)/) }])
    leaveTold('parse', nights, [renamed])
    await tracked()
    expect(issues()).toMatchObject([{ state: 'closed' }])
  }, 120_000)
})

describe('changes that share nights', () => {
  const level = (at: number, after: number) => (i: number) => [[i < at ? 100 : after]]
  const [early, between, late] = [level(21, 110), level(23, 120), level(24, 130)]
  const nights = Array.from({ length: 30 }, (_, i) =>
    night(i, { values: { early: early(i), between: between(i), late: late(i) } }),
  )

  /** What a night finds of `early` alone, or of all three. */
  function resultOf(count: 1 | 3, told: TrendHistory['told'] = []) {
    const trend = { ...mergeHistories(nights), told }
    const steps = [
      stepAnalysis(30, [{ at: 21, range: [20, 22], before: 100, after: 110 }]),
      stepAnalysis(30, [{ at: 23, range: [22, 24], before: 100, after: 120 }]),
      stepAnalysis(30, [{ at: 24, range: [24, 24], before: 100, after: 130 }]),
    ]
    const series = steps.map((own, i) => (i < count ? own : stepAnalysis(30, [])))
    const analysis = { series, disturbed: [] }
    const toAnnounce = new Set(series.flatMap(({ changePoints }) => changePoints))
    const announcements = announcementsOf(trend, { analysis, toAnnounce })
    return { trend, analysis, announcements, isRecent: () => true, tooFew: null }
  }

  it('are each in an issue: none is left out because another one of the same nights has one', async () => {
    const first = resultOf(1)
    await trackChanges(night30(), first)
    const all = resultOf(3, first.announcements.announced)
    const { issues: found } = await trackChanges(night30(), all)
    expect(issues().map(({ title }) => title)).toEqual([
      expect.stringMatching(/between \(time\) .* and 1 more/),
      expect.stringMatching(/late \(time\) \+30.0 % since/),
    ])
    expect(openIssuesOf(all, found)).toHaveLength(2)
    // The next night changes neither text: each change belongs to one of them.
    const texts = issues().map(({ body }) => body)
    await trackChanges(night30(), resultOf(3, all.announcements.announced))
    expect(issues().map(({ body }) => body)).toEqual(texts)
  })
})
