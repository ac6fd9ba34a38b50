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
  await trackNight(jobValues({ issues: 'auto' }), night30(permissions), 'run 600 was started by schedule')
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

  it('names the open issues of a suite that is gone, and no others', async () => {
    leaveTold('parse', nightsOf('parse', [[25, 0.15]]).slice(0, 32))
    leaveTold('http', nightsOf('http', []).slice(0, 32))
    expect(await tracked()).not.toContain('of no suite')
    configuration = { suites: { http: { command: 'true' } } }
    expect(await tracked()).toMatch(
      /1 open issue of no suite that has nights here: \[#\d+\]\(.*: close those of a suite that is gone/,
    )
    configuration = {
      suites: { http: { command: 'true' }, read: { command: 'true', 'former-names': ['parse'] } },
    }
    expect(await tracked()).toMatch(/- read: 1 open issue: (?!.*of no suite)/s)
    expect(issues()).toHaveLength(1)
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

/** What the end of a night has where the analysis of its history finds this in the series. */
function foundIn(history: TrendHistory, series: ReturnType<typeof stepAnalysis>[]) {
  const analysis = { series, disturbed: [] }
  const toAnnounce = new Set(series.flatMap(({ changePoints }) => changePoints))
  const announcements = announcementsOf(history, { analysis, toAnnounce })
  const trend = { ...history, told: announcements.announced }
  return { trend, analysis, announcements, tooFew: null }
}

function closeAll(): void {
  for (const issue of issues()) issue.state = 'closed'
}

describe('changes that share nights', () => {
  const level = (at: number, after: number) => (i: number) => [[i < at ? 100 : after]]
  const [early, between, late] = [level(21, 110), level(23, 120), level(24, 130)]

  /** What night `count` finds of the first `found` of the three. */
  function resultOf(found: 1 | 2 | 3, told: TrendHistory['told'] = [], count = 30) {
    const nights = Array.from({ length: count }, (_, i) =>
      night(i, { values: { early: early(i), between: between(i), late: late(i) } }),
    )
    const steps = [
      stepAnalysis(count, [{ at: 21, range: [20, 22], before: 100, after: 110 }]),
      stepAnalysis(count, [{ at: 23, range: [22, 24], before: 100, after: 120 }]),
      stepAnalysis(count, [{ at: 24, range: [24, 24], before: 100, after: 130 }]),
    ]
    const series = steps.map((own, i) => (i < found ? own : stepAnalysis(count, [])))
    return foundIn({ ...mergeHistories(nights), told }, series)
  }

  it('are each in an issue: none is left out because another one of the same nights has one', async () => {
    const first = resultOf(1)
    await trackChanges(night30(), first)
    const all = resultOf(3, first.trend.told)
    const { issues: found } = await trackChanges(night30(), all)
    expect(issues().map(({ title }) => title)).toEqual([
      expect.stringMatching(/between \(time\) .* and 1 more/),
      expect.stringMatching(/late \(time\) \+30.0 % since/),
    ])
    expect(openIssuesOf(all, found)).toHaveLength(2)
    // The next night changes neither text: each change belongs to one of them.
    const texts = issues().map(({ body }) => body)
    await trackChanges(night30(), resultOf(3, all.trend.told))
    expect(issues().map(({ body }) => body)).toEqual(texts)
  })

  it('are told in an issue of their own where that of the nights was closed before they were found', async () => {
    const first = resultOf(1)
    await trackChanges(night30(), first)
    closeAll()
    const second = resultOf(2, first.trend.told, 31)
    await trackChanges(night30(), second)
    const title = expect.stringContaining('between (time) +20.0 % since')
    expect(issues()).toMatchObject([{ state: 'closed' }, { state: 'open', title }])
    // Once: who closes that one, too, accepts it.
    closeAll()
    await trackChanges(night30(), resultOf(2, second.trend.told, 32))
    expect(issues()).toHaveLength(2)
  })
})

describe('an issue whose change no night can follow', () => {
  const slow = (i: number) => [[i < 20 ? 100 : 110]]
  const step = { at: 20, before: 100, after: 110 }
  type Values = Record<string, number[][]>
  const history = (values: Values[], told: TrendHistory['told'] = []) => ({
    ...mergeHistories(values.map((each, i) => night(i, { values: each }))),
    told,
  })
  const both = (i: number) => ({ other: [[5]], gone: slow(i) })
  const first = Array.from({ length: 30 }, (_, i) => both(i))
  const analysed = (of: TrendHistory) => {
    const ofSeries = new Map([['gone', [step]]])
    return foundIn(
      of,
      of.series.map(({ benchmark }) => stepAnalysis(of.nights.length, ofSeries.get(benchmark) ?? [])),
    )
  }
  const comments = () => setting.github.comments.map(({ body }) => body)

  it('is closed with the reason after thirty nights without its benchmark, and opened again with the first one that has it', async () => {
    const { trend } = analysed(history(first))
    await trackChanges(night30(), analysed(history(first, trend.told)))
    const without = [...first, ...Array.from({ length: 29 }, () => ({ other: [[5]] }))]
    await trackChanges(night30(), analysed(history(without, trend.told)))
    expect(issues()).toMatchObject([{ state: 'open' }])
    const longer = [...without, { other: [[5]] }]
    await trackChanges(night30(), analysed(history(longer, trend.told)))
    await trackChanges(night30(), analysed(history([...longer, { other: [[5]] }], trend.told)))
    expect(issues()).toMatchObject([{ state: 'closed', state_reason: 'not_planned' }])
    expect(comments()).toEqual([
      expect.stringMatching(
        /nobody can tell whether the level is back:\n\n?- gone \(time\) was measured last on 30 Oct 2026, on bench-1/,
      ),
    ])
    await trackChanges(night30(), analysed(history([...longer, both(60)], trend.told)))
    expect(issues()).toMatchObject([{ state: 'open', body: expect.not.stringContaining('unfollowed') }])
    expect(comments()).toHaveLength(2)
  })

  it('stays open where somebody opens it again', async () => {
    const { trend } = analysed(history(first))
    await trackChanges(night30(), analysed(history(first, trend.told)))
    const without = [...first, ...Array.from({ length: 30 }, () => ({ other: [[5]] }))]
    await trackChanges(night30(), analysed(history(without, trend.told)))
    Object.assign(issues()[0] ?? {}, { state: 'open' })
    await trackChanges(night30(), analysed(history(without, trend.told)))
    expect(issues()).toMatchObject([{ state: 'open' }])
  })

  it('says that its benchmark only informs now, and not that the level is back', async () => {
    const { trend } = analysed(history(first))
    await trackChanges(night30(), analysed(history(first, trend.told)))
    const informing = history(first, trend.told)
    const series = informing.series.map(each => ({ ...each, gates: false }))
    await trackChanges(night30(), analysed({ ...informing, series }))
    expect(issues()).toMatchObject([{ state: 'closed', state_reason: 'not_planned' }])
    expect(comments()).toEqual([expect.stringContaining('gone (time) only informs now')])
  })
})
