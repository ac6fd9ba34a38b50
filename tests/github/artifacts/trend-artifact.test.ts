import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { unzipSync } from 'fflate'
import { newReleases } from '../../../src/github/api/release-tags.ts'
import { missedNights } from '../../../src/github/artifacts/missed-nights.ts'
import { storedTrend, uploadTrend } from '../../../src/github/artifacts/trend-artifact.ts'
import { everything, jobContext, type Setting, sha, singleZip, startSetting, zip } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const context = jobContext({ pullRequest: null, branch: 'main', event: 'schedule', sha: sha(30) })
const octokit = () => setting.octokit(everything)
const name = 'stable-bench-trend-suite'
const day = (number: number) => new Date(Date.UTC(2026, 9, number)).toISOString()

/** A night's run on day `number` that left these files. */
function nightly(
  number: number,
  files: Record<string, string>,
  more: Parameters<Setting['addRun']>[2] = {},
  left = {},
) {
  setting.addRun(number, number, { event: 'schedule', ...more })
  return setting.results.addArtifact({
    runId: number,
    name,
    content: zip(files),
    createdAt: day(number),
    ...left,
  })
}

const stored = (before?: string) =>
  storedTrend(
    { ...context, octokit: octokit() },
    {
      name,
      pattern: /^(?:nights|trend)-\w+$/,
      branch: 'main',
      before,
      read: (file, bytes) => `${file}=${Buffer.from(bytes)}`,
    },
  )

describe('the stored history', () => {
  it('is that of the newest two nights, each file of nights once and both of what is remembered', async () => {
    nightly(1, { 'nights-a': 'old', 'nights-z': '0' })
    nightly(2, { 'nights-a': '1', 'trend-m': '2' })
    nightly(3, { 'nights-a': '1', 'nights-b': '3', 'trend-m': '4', 'trend.html': 'page' })
    const { files, lost, notes } = await stored()
    expect(files.sort()).toEqual(['nights-a=1', 'nights-b=3', 'trend-m=2', 'trend-m=4'])
    expect([lost, notes]).toEqual([null, []])
    expect(setting.github.unexpectedRequests).toEqual([])
  })

  it.each([true, false])(
    'is found among many, whichever a server lists first (the oldest: %s)',
    async oldest => {
      for (let number = 1; number <= 130; number++) nightly(number, { 'nights-a': String(number) })
      setting.github.state.listsOldestFirst = oldest
      expect((await stored()).files).toEqual(['nights-a=130'])
    },
  )

  it('is none where all have expired, as after a long pause, and says so', async () => {
    nightly(1, { 'nights-a': '1' }, {}, { expired: true })
    nightly(2, { 'nights-a': '1' }, {}, { expired: true })
    const { files, lost, notes } = await stored()
    expect({ files, lost }).toEqual({ files: [], lost: null })
    expect(notes).toEqual(['2 artifacts with what earlier runs kept had expired'])
    // Under a former name, beside a history of the present one: nothing is lost.
    expect((await stored(day(3))).notes).toEqual([])
    nightly(3, { 'nights-b': '3' })
    expect((await stored()).notes).toEqual([])
  })

  it('is found among many that forks left under its name, and never taken for none behind too many', async () => {
    nightly(1, { 'nights-a': '1' })
    const fork = { event: 'pull_request', head_repository_id: 99 }
    const content = zip({ 'nights-x': 'x' })
    const left = (count: number, from: number) => {
      for (let id = from; id < from + count; id++) {
        setting.addRun(id, 5, fork)
        setting.results.addArtifact({ runId: id, name, content, createdAt: day(2) })
      }
    }
    left(120, 1000)
    expect(await stored()).toMatchObject({ files: ['nights-a=1'], lost: null })
    left(400, 2000)
    expect(await stored()).toMatchObject({
      files: [],
      lost: 'too many artifacts of that name are of forks or other branches; delete some of those',
    })
  })

  it('passes over what is expired, damaged, of a fork, of a pull request or of another workflow', async () => {
    nightly(1, { 'nights-a': '1' })
    nightly(2, { 'nights-b': '2' })
    nightly(3, { 'nights-c': '3' }, {}, { expired: true })
    nightly(4, { 'nights-d': '4' }, {}, { content: Buffer.from('no zip') })
    setting.github.state.forks.push({ id: 98, owner: 'eve', repo: 'rocket' })
    nightly(5, { 'nights-e': '5' }, { head_repository_id: 98 })
    nightly(6, { 'nights-f': '6' }, { event: 'pull_request' })
    nightly(7, { 'nights-g': '7' }, { path: '.github/workflows/other.yml' })
    nightly(8, { 'nights-h': '8' }, { head_branch: 'topic' })
    const { files, notes } = await stored()
    expect(files.sort()).toEqual(['nights-a=1', 'nights-b=2'])
    expect(notes).toEqual([
      expect.stringMatching(/run 7 was skipped: made by the workflow/),
      expect.stringMatching(/run 4 was skipped: it is not a zip archive/),
      expect.stringMatching(/run 6 was skipped: made by the event pull_request/),
    ])
  })

  it('is lost where there is one and it cannot be read, and not where there is none', async () => {
    expect(await stored()).toEqual({ files: [], notes: [], unread: [], lost: null })
    nightly(9, { 'nights-i': '9' }, { event: 'issue_comment' })
    expect(await stored()).toMatchObject({ files: [], notes: [expect.any(String)], lost: null })
    nightly(1, {}, {}, { content: Buffer.from('no zip') })
    expect(await stored()).toMatchObject({ files: [], lost: expect.any(String) })
  })
})

describe('the upload of a history', () => {
  const variables = ['ACTIONS_RESULTS_URL', 'ACTIONS_RUNTIME_TOKEN'] as const
  const before = variables.map(variable => [variable, process.env[variable]] as const)

  afterEach(() => {
    jest.restoreAllMocks()
    for (const [variable, value] of before) {
      if (value === undefined) delete process.env[variable]
      else process.env[variable] = value
    }
  })

  it('joins what another leg of the run has left meanwhile', async () => {
    // The client tells the runner's log every step.
    jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    process.env.ACTIONS_RESULTS_URL = setting.results.url
    process.env.ACTIONS_RUNTIME_TOKEN = setting.results.token(7, 'job')
    const directory = mkdtempSync(join(tmpdir(), 'stable-bench-upload-'))
    const file = (content: string) => {
      writeFileSync(join(directory, 'nights'), content)
      return [join(directory, 'nights')]
    }
    let left = 'nothing'
    await uploadTrend(name, async () => file('of the other leg'))
    await uploadTrend(name, async () => {
      const files = file(`mine and ${left}`)
      left = 'that of the other leg'
      return files
    })
    const [only, ...others] = setting.results.artifacts()
    expect(others).toEqual([])
    const files = unzipSync(setting.results.blob(only?.id ?? 0))
    expect(Buffer.from(files.nights ?? []).toString()).toBe('mine and that of the other leg')
  }, 30_000)
})

describe('missed nights', () => {
  const result = 'stable-bench-baseline-suite-0123'
  const left = (number: number, more = {}, event = 'schedule') => {
    setting.addRun(number, number, { event })
    const content = singleZip(`result ${number}`)
    return setting.results.addArtifact({
      runId: number,
      name: result,
      content,
      createdAt: day(number),
      ...more,
    })
  }
  const missed = (known: number[], more = {}, client = octokit()) =>
    missedNights(
      { ...context, octokit: client },
      {
        names: [result],
        branch: 'main',
        events: ['schedule'],
        isKnown: ({ artifact }) => known.includes(artifact),
        read: ({ runId, artifact }) => ({ runId, artifact }),
        ...more,
      },
    )

  it('are the results of scheduled runs that the history does not have, the newest first', async () => {
    const ids = [1, 2, 3].map(number => left(number).id)
    left(4, {}, 'push')
    const { nights } = await missed([ids[1] as number])
    expect(nights).toEqual([
      { runId: 3, artifact: ids[2] },
      { runId: 1, artifact: ids[0] },
    ])
    expect(setting.github.unexpectedRequests).toEqual([])
  })

  it('are found behind a page of results that forks left under that name', async () => {
    left(1)
    for (let id = 1000; id < 1120; id++) {
      setting.addRun(id, 5, { event: 'pull_request', head_repository_id: 99 })
      setting.results.addArtifact({ runId: id, name: result, content: singleZip('x'), createdAt: day(2) })
    }
    expect((await missed([])).nights.map(({ runId }) => runId)).toEqual([1])
  })

  it('count pushes once a day where a history begins', async () => {
    for (const number of [1, 2, 3])
      left(number, { createdAt: `2026-10-0${number < 3 ? 1 : 2}T0${number}:00:00Z` }, 'push')
    const { nights } = await missed([], { events: ['push'] })
    expect(nights.map(({ runId }) => runId)).toEqual([3, 2])
  })

  it('say what has expired or cannot be used, and stop at the last request', async () => {
    left(1)
    left(2, { expired: true })
    left(3, { content: Buffer.from('no zip') })
    const { nights, notes } = await missed([])
    expect(nights.map(({ runId }) => runId)).toEqual([1])
    expect(notes).toEqual([
      expect.stringMatching(/results of 1 night had expired/),
      expect.stringMatching(/run 3 was skipped/),
    ])
    const few = await missed([], {}, setting.limited(5))
    expect(few.notes.at(-1)).toMatch(/more results were not looked at/)
    expect(few.nights).toEqual([])
  })
})

describe('releases', () => {
  it('are the tags that name versions; those the branch does not descend from have no date', async () => {
    const { state } = setting.github
    const aside = { sha: sha(777), parents: [sha(3)], message: 'fix', date: '2026-03-01T00:00:00Z' }
    state.commits.push(aside)
    state.tags = [
      { name: 'nightly', sha: sha(29) },
      { name: 'v1.1', sha: sha(20) },
      { name: 'v1.0.9', sha: aside.sha },
      { name: 'v1.0', sha: sha(10) },
    ]
    const known = [{ tag: 'v1.0', commit: sha(10), date: null }]
    expect(await newReleases({ ...context, octokit: octokit() }, known)).toEqual([
      { tag: 'v1.1', commit: sha(20), date: state.commits.find(each => each.sha === sha(20))?.date },
      { tag: 'v1.0.9', commit: aside.sha, date: null },
    ])
    expect(setting.github.unexpectedRequests).toEqual([])
  })
})
