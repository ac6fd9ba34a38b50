import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { nightlyRows, nightRuns, placementsOf } from '../../../src/action/nightly/nights-of-rows.ts'
import {
  inHaste,
  knownPlacements,
  nightsInFiles,
  recentHistory,
} from '../../../src/action/nightly/recent-history.ts'
import { withNights } from '../../../src/action/publish/nights-of-sections.ts'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { leftAfter } from '../../../src/github/api/budget.ts'
import { connect } from '../../../src/github/api/connect.ts'
import { appendToDirectory, rememberInDirectory } from '../../../src/history/store/directory.ts'
import { parseTrendDocument, renderTrendDocument } from '../../../src/history/store/document.ts'
import { mergeHistories } from '../../../src/history/store/merge.ts'
import { nightOfSession } from '../../../src/history/store/night-of.ts'
import { memoryPiece, type Piece, pieceOf } from '../../../src/history/store/pieces.ts'
import { defaultPolicy, type Testbed } from '../../../src/model/index.ts'
import { parseSettings } from '../../../src/policy/config-file.ts'
import type { Section } from '../../../src/report/sections/report.ts'
import { rowKey } from '../../../src/report/words/night-levels.ts'
import { plainPlan } from '../../compare/session.ts'
import { scratch } from '../../e2e/command-line.ts'
import { everything, jobContext, type Setting, startSetting, zip } from '../../github/setting.ts'
import { dateOf, night, sessionOfNight } from '../../history/example-history.ts'
import { jobValues } from '../../inputs/job-values.ts'

const parse = rowKey({ benchmark: 'parse', metric: 'time', unit: 'ns' })
const lex = rowKey({ benchmark: 'lex', metric: 'time', unit: 'ns' })
const testbed = sessionOfNight(0).testbed as Testbed
const history = (...nights: ReturnType<typeof night>[]) => mergeHistories(nights)
const known = (sd: number) => ({ builds: 20, sd, seen: sd, farthest: 0.1 })
const value = (number: number) => ({ parse: [[number], [number], [number + 5]] })

describe('the nights of a testbed', () => {
  it('are the last twenty, each with the median of its runs', () => {
    const nights = Array.from({ length: 25 }, (_, i) => night(i, { values: value(100 + i) }))
    const found = nightlyRows(history(...nights), testbed)
    expect(found?.machine).toBe('bench-1')
    expect(found?.rows.get(parse)).toEqual(Array.from({ length: 20 }, (_, i) => 105 + i))
  })

  it('are not those of another machine, nor of this one as it was under another fingerprint', () => {
    const nights = [
      night(0, { values: value(1), kernel: '5.10' }),
      night(1, { values: value(2), machine: 'bench-2' }),
      night(2, { values: value(3) }),
      night(3, { values: value(4) }),
    ]
    expect(nightlyRows(history(...nights), testbed)?.rows.get(parse)).toEqual([3, 4])
    const elsewhere = { ...testbed, facts: { ...testbed.facts, machine: 'bench-9' } }
    expect(nightlyRows(history(...nights), elsewhere)).toBeNull()
  })

  it('are none of those with other settings', () => {
    const measured = (cache: string) => ({ settings: { cache }, fingerprint: cache.padEnd(12, '0') })
    const nights = [
      night(0, { values: value(1), ...measured('cold') }),
      night(1, { values: value(2), ...measured('warm') }),
      night(2, { values: value(3), ...measured('cold') }),
    ]
    const { fingerprint } = measured('cold')
    const cold = { ...testbed, fingerprint, facts: { ...testbed.facts, cache: 'cold' } }
    expect(nightlyRows(history(...nights), cold)?.rows.get(parse)).toEqual([1, 3])
  })

  it('have a gap where a row is missing, begin with its first value, and are none for a single one', () => {
    const nights = [
      night(0, { values: { lex: [[9]] } }),
      night(1, { values: { ...value(2) } }),
      night(2, { values: { gone: [[1]] } }),
      night(3, { values: { ...value(4) } }),
      night(4, { values: { other: [[1]] } }),
    ]
    const rows = nightlyRows(history(...nights), testbed)?.rows
    expect(rows?.get(parse)).toEqual([2, null, 4, null])
    expect(rows?.has(lex)).toBe(false)
  })
})

describe('what placement alone does', () => {
  const runs = (steps: number[]) => ({ parse: steps.map(step => [100 * (1 + step)]) })
  const ofBuilds = [0, 0.02, -0.02, 0.01, -0.01]
  const withLayouts = (number: number) => {
    const session = sessionOfNight(number, { values: runs(ofBuilds) })
    return nightOfSession({ ...session, plan: { ...plainPlan, layouts: [1, 2, 3, 4, 5] } })
  }
  const calibrated = {
    ...{ suite: 'suite', repository: null, nights: [], series: [], releases: [], told: [] },
    placements: [
      { benchmark: 'parse', metric: 'time', machine: 'bench-1', date: dateOf(9), ...known(0.02) },
      { benchmark: 'parse', metric: 'time', machine: 'bench-1', date: dateOf(1), ...known(0.5) },
      { benchmark: 'parse', metric: 'time', machine: 'bench-2', date: dateOf(9), ...known(0.5) },
    ],
  }

  it('is known of nights with layouts, and told from their runs by nights of one build', () => {
    const placed = history(withLayouts(0), withLayouts(1))
    expect(placementsOf(placed, testbed)).toEqual([
      expect.objectContaining({ benchmark: 'parse', builds: 10, sd: null }),
    ])
    const both = history(withLayouts(0), night(1, { values: runs([0, 0.001, -0.001, 0, 0]) }))
    expect(placementsOf(both, testbed)).toEqual([
      expect.objectContaining({
        builds: 5,
        sd: expect.closeTo(0.0158, 3),
        farthest: expect.closeTo(-0.02, 3),
      }),
    ])
    expect(placementsOf(history(night(0), night(1)), testbed)).toEqual([])
  })

  it('is that of the newest calibration on the machine where nights do not say it', () => {
    const kept = parseTrendDocument(renderTrendDocument(history(night(0), calibrated)), 'kept')
    expect(placementsOf(kept, testbed)).toEqual([{ benchmark: 'parse', metric: 'time', ...known(0.02) }])
  })

  it('is known of a directory, which is not made, and of one that cannot be read a line in the log says so', async () => {
    const logged: string[] = []
    jest.spyOn(process.stdout, 'write').mockImplementation(text => logged.push(String(text)) > 0)
    const directory = join(scratch(), 'history')
    const job = { ...jobContext(), octokit: connect('token') }
    const from = (path: string, name = 'suite') =>
      knownPlacements(jobValues({ name, history: path }), job, { testbed, renamed: [] })
    expect(await from(directory)).toEqual({})
    expect(existsSync(directory)).toBe(false)
    appendToDirectory(directory, night(0))
    rememberInDirectory(directory, history(calibrated))
    expect(await from(directory)).toEqual({
      placements: [{ benchmark: 'parse', metric: 'time', ...known(0.02) }],
    })
    expect(await from(directory, 'another')).toEqual({})
    expect(logged).toEqual([])
    writeFileSync(join(directory, pieceOf(night(1)).name), 'no gzip')
    expect(await from(directory)).toEqual({})
    expect(logged.join('')).toMatch(/Nights: history: \S+ cannot be read: /)
    jest.restoreAllMocks()
  })

  it('is kept beside the nights, and read with them', () => {
    const all = history(night(0), calibrated)
    const files = [pieceOf(night(0)), memoryPiece(all)]
    expect(nightsInFiles(files)?.placements).toHaveLength(2)
    expect(pieceOf(all).history.placements).toBeUndefined()
  })
})

describe('the stored nights', () => {
  let setting: Setting
  const logged: string[] = []

  beforeEach(async () => {
    setting = await startSetting()
    logged.length = 0
    jest.spyOn(process.stdout, 'write').mockImplementation(text => logged.push(String(text)) > 0)
  })

  afterEach(async () => {
    jest.restoreAllMocks()
    await setting.close()
  })

  const context = jobContext()
  const octokit = () => setting.octokit(everything)
  const files = (pieces: Piece[]) => Object.fromEntries(pieces.map(({ name, bytes }) => [name, bytes]))
  const pieces = (numbers: number[]) =>
    numbers.map(number => pieceOf(night(number, { values: value(100 + number) })))

  function leave(run: number, content: Buffer, more = {}): void {
    setting.addRun(run, run, { event: 'schedule', ...more })
    const createdAt = new Date(Date.UTC(2026, 9, run)).toISOString()
    setting.results.addArtifact({ runId: run, name: 'stable-bench-trend-suite', content, createdAt })
  }

  const recent = () => recentHistory({ ...context, octokit: octokit() }, 'suite')

  it('are those of the newest artifact that is any good, for few requests', async () => {
    leave(1, zip(files(pieces([0, 1, 2]))))
    expect((await recent())?.nights).toHaveLength(3)
    expect(setting.github.requests).toHaveLength(3)
    leave(2, Buffer.from('no zip'))
    expect((await recent())?.nights).toHaveLength(3)
    expect(setting.github.requests).toHaveLength(3 + 5)
    expect(logged.join('')).toMatch(/Nights: the history of run 2 was skipped: it is not a zip archive/)
  })

  it('are the newest of a long history, of which the rest is not even read', async () => {
    const old = pieceOf(mergeHistories(Array.from({ length: 100 }, (_, i) => night(i - 400))))
    const later = pieceOf(mergeHistories(Array.from({ length: 210 }, (_, i) => night(i - 300))))
    leave(1, zip({ ...files([later, ...pieces([1, 2])]), [old.name]: 'not read, so not found to be broken' }))
    const nights = (await recent())?.nights ?? []
    expect(nights).toHaveLength(212)
    expect(nights.at(-1)?.date).toMatch(/^2026-10-03/)
  })

  it.each<[string, () => void, RegExp | null]>([
    ['that are none', () => {}, null],
    [
      'that are broken inside',
      () => leave(1, zip({ 'nights-20261001-1-0123456789ab.json.gz': 'x' })),
      /without the nights before/,
    ],
    ['of a fork', () => leave(1, zip(files(pieces([1]))), { head_repository_id: 99 }), null],
    [
      'of another workflow',
      () => leave(1, zip(files(pieces([1]))), { path: 'other.yml' }),
      /skipped: made by the workflow/,
    ],
    [
      'that the server refuses to list',
      () => setting.github.interrupt('actions/list-artifacts-for-repo', { status: 403, message: 'no' }),
      /without the nights before: .*actions: read/,
    ],
  ])('%s cost a line in the log at most', async (_, prepare, line) => {
    prepare()
    expect(await recent()).toBeNull()
    if (line) expect(logged.join('')).toMatch(line)
    else expect(logged).toEqual([])
  })

  it('are not asked for when the requests have been made', async () => {
    leave(1, zip(files(pieces([1, 2]))))
    expect(
      await recentHistory({ ...context, octokit: setting.limited(leftAfter.nights) }, 'suite'),
    ).toBeNull()
    expect(setting.github.requests).toEqual([])
  })

  it('hold nobody up: nothing is tried again', async () => {
    const token = setting.github.token({ actions: 'read' })
    const hasty = inHaste({ token }, { ...context, octokit: octokit() }, { baseUrl: setting.github.url })
    setting.github.interrupt('actions/list-artifacts-for-repo', ...Array(3).fill({ status: 502 }))
    expect(await recentHistory(hasty, 'suite')).toBeNull()
    expect(setting.github.requests).toHaveLength(1)
  })

  const settings = parseSettings('', '')
  const section = (suite: string, of: number, policy = defaultPolicy): Section => {
    const runs = (level: number) => Array.from({ length: 10 }, (_, i) => [level + (i % 3) / 10])
    const side = (level: number) => sessionOfNight(9, { suite, values: { parse: runs(level) } })
    const comparison = compareSessions({
      baselines: [side(100)],
      candidates: [side(of)],
      design: 'interleaved',
      policy,
      assumedGrade: 'untuned',
    })
    return { suite, machines: ['bench-1'], runs: [], comparison, problem: null }
  }

  it('come to the sections of a run, the important ones first, as far as requests are left', async () => {
    leave(1, zip(files(pieces([1, 2, 3]))))
    const sections = [section('other', 100), section('suite', 150)]
    const client = setting.limited(leftAfter.nights + 3)
    const [other, suite] = await withNights({ ...context, octokit: client }, sections, {
      left: new Map(),
      settings,
    })
    expect(suite?.nightly?.rows.get(parse)).toEqual([101, 102, 103])
    expect(other?.nightly).toBeUndefined()
    expect(setting.github.requests).toHaveLength(3)
    expect(client.budget.left).toBe(leftAfter.nights)
    // Those that the job of a suite has left are not asked for.
    const nightly = { machine: 'bench-1', rows: new Map([[parse, [7, 8]]]) }
    const left = new Map([
      ['suite', nightly],
      ['other', nightly],
    ])
    const known = await withNights({ ...context, octokit: setting.limited(0) }, sections, { left, settings })
    expect(known.map(each => each.nightly)).toEqual([nightly, nightly])
    expect(setting.github.requests).toHaveLength(3)
  })

  it('are those of a former name of the suite and of its benchmarks, where no night has the new ones yet', async () => {
    const named = (number: number, name: string) => pieceOf(night(number, { values: { [name]: [[number]] } }))
    leave(1, zip(files([named(1, 'scan'), named(2, 'scan'), named(3, 'read')])))
    const renamed = [
      { from: 'scan', to: 'read', proposed: false },
      { from: 'read', to: 'parse', proposed: true },
    ]
    const other = parseSettings('suites: { files: { command: "true", former-names: [suite] } }', '')
    const given = { left: new Map(), settings: other }
    const own = section('files', 150, { ...defaultPolicy, renamed })
    const [found] = await withNights({ ...context, octokit: octokit() }, [own], given)
    expect(found?.nightly?.rows.get(parse)).toEqual([1, 2, 3])
  })
})

describe('the runs of the nights of a testbed', () => {
  it('are those of every row, the oldest first, without other testbeds and work that was optimised away', () => {
    const nights = [
      night(0, { values: { parse: [[1], [2]], lex: [[7]] } }),
      night(1, { values: value(5), machine: 'bench-2' }),
      night(2, { values: value(5), kernel: '5.10' }),
      night(3, { values: { parse: [[0.01], [0.01]] } }),
      night(4, { values: { parse: [[3], [4]] } }),
    ]
    const about = { metric: 'time', unit: 'ns' }
    expect(nightRuns(history(...nights), testbed)).toEqual([
      {
        name: 'parse',
        ...about,
        nights: [
          [1, 2],
          [3, 4],
        ],
      },
      { name: 'lex', ...about, nights: [[7]] },
    ])
  })
})
