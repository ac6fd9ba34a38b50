// What releases leave for the next one, over months: by commit, by history, and by what has expired.
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { renewedReleases } from '../../../src/action/release/keep.ts'
import { newReleases } from '../../../src/github/api/release-tags.ts'
import { poolFiles } from '../../../src/github/artifacts/pool.ts'
import { lastRelease } from '../../../src/github/artifacts/release.ts'
import { releaseFiles, releasesIn } from '../../../src/github/artifacts/release-pools.ts'
import { type StoredResult, Unfit } from '../../../src/github/artifacts/stored-result.ts'
import { jobContext, type Setting, sha, startSetting, zip } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const name = 'stable-bench-release-suite-f00'
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString()
const context = (commit: number) =>
  jobContext({ pullRequest: null, event: 'push', branch: 'v9', tag: 'v9', sha: sha(commit) })
const night = jobContext({ pullRequest: null, event: 'schedule', branch: 'main', sha: sha(30) })

/** The sessions of a release of commit `number`: its own, and one that main left before it. */
const release = (number: number) =>
  [number, 1].map(each => ({
    commit: sha(each),
    runId: 1000 + each,
    createdAt: '2026-02-01T00:00:00.000Z',
    fileName: 'result.json.gz',
    bytes: gzipSync(`session of ${each}`),
  }))

const leave = (id: number, commit: number, days: number, { expired = false } = {}) => {
  setting.addRun(id, commit, { head_branch: `v${id}` })
  const content = zip(Object.fromEntries(poolFiles(release(commit))))
  setting.results.addArtifact({ runId: id, name, content, createdAt: daysAgo(days), expired })
}

const renew = (id: number, days: number, commits: number[]) => {
  setting.addRun(id, 30, { event: 'schedule' })
  const content = zip(Object.fromEntries(releaseFiles(commits.map(release))))
  setting.results.addArtifact({ runId: id, name, content, createdAt: daysAgo(days) })
}

/** A maintenance branch and an unrelated one beside main: commits 700 to 711 from commit 5, and 800. */
function branches() {
  const { state } = setting.github
  const side = Array.from({ length: 12 }, (_, i) => ({
    sha: sha(700 + i),
    parents: [i === 0 ? sha(5) : sha(699 + i)],
    message: 'maintenance',
    date: '2026-03-01T00:00:00Z',
  }))
  const orphan = { sha: sha(800), parents: [], message: 'docs', date: '2026-03-01T00:00:00Z' }
  state.commits.unshift(...side, orphan)
}

const read = (result: StoredResult) => result
const find = (commit: number, left = 25) =>
  lastRelease(setting.octokit(), context(commit), { name, commit: sha(commit), calls: { left }, read })
const found = async (commit: number, left?: number) => (await find(commit, left)).release?.[0]?.commit

describe('the last release', () => {
  it('is the nearest that is an ancestor, and not eight renewals of a maintenance release', async () => {
    branches()
    leave(101, 10, 80)
    leave(102, 700, 60)
    for (let i = 0; i < 8; i++) renew(110 + i, 40 - i, [700, 10])
    expect(await found(20)).toBe(sha(10))
    expect(await found(701)).toBe(sha(700))
  })

  it('is looked for among eight different commits, each of which may have been left by several jobs', async () => {
    branches()
    leave(101, 10, 80)
    for (let i = 0; i < 7; i++) {
      leave(110 + i, 700 + i, 60 - i)
      leave(120 + i, 700 + i, 50 - i)
    }
    expect(await found(20)).toBe(sha(10))
    leave(140, 711, 1)
    expect(await found(20)).toBeUndefined()
  })

  it('is found behind a release without any history in common, which is named', async () => {
    branches()
    leave(101, 10, 20)
    leave(102, 800, 10)
    const { release: last, notes } = await find(20)
    expect(last?.[0]?.commit).toBe(sha(10))
    expect(notes).toEqual([
      `the release of ${sha(800).slice(0, 10)} was skipped: this one shares no history that the server knows`,
    ])
  })

  it('says when it has expired, and when requests run out', async () => {
    leave(101, 10, 100, { expired: true })
    expect(await find(20)).toEqual({
      release: null,
      notes: ['the results of earlier releases had expired (artifacts: 1)'],
      unread: [],
    })
    leave(102, 10, 50)
    const { notes, unread } = await find(20, 2)
    expect(notes[0]).toMatch(/^older releases were not looked at/)
    expect(unread).toEqual([notes[0]])
  })

  it('is passed over for the one before it where its own session is no good, and one of the others left out', async () => {
    leave(101, 10, 20)
    leave(102, 12, 10)
    const noGood = (commits: number[]) => (result: StoredResult) => {
      if (commits.map(sha).includes(result.commit)) throw new Unfit('it measured another commit')
      return result.commit
    }
    const search = { name, commit: sha(20), calls: { left: 25 } }
    const octokit = setting.octokit()
    const before = await lastRelease(octokit, context(20), { ...search, read: noGood([12]) })
    expect(before).toEqual({
      release: [sha(10), sha(1)],
      notes: [`the release of ${sha(12).slice(0, 10)} was skipped: it measured another commit`],
      unread: [],
    })
    const without = await lastRelease(octokit, context(20), { ...search, read: noGood([1]) })
    expect(without.release).toEqual([sha(12)])
  })
})

describe('the releases that a schedule renews', () => {
  const renewed = () => renewedReleases(setting.octokit(), night, name)

  it('are the last four different ones, in one artifact that the next release can read', async () => {
    branches()
    leave(101, 10, 80)
    leave(102, 700, 50)
    leave(103, 701, 20)
    const { files } = await renewed()
    setting.addRun(150, 30, { event: 'schedule' })
    setting.results.addArtifact({ runId: 150, name, content: zip(Object.fromEntries(files)) })
    for (const { id } of setting.results.artifacts().slice(0, 3)) setting.results.expire(id)
    expect(await found(20)).toBe(sha(10))
    expect(await found(702)).toBe(sha(701))
    // Three of their own, and the one of main that all have, once.
    expect([...files.keys()].filter(file => file.startsWith('session-'))).toHaveLength(4)
  })

  it('are carried on from renewal to renewal, and a fifth is left behind', async () => {
    renew(101, 31, [14, 13, 12, 11])
    leave(102, 15, 10)
    const { files } = await renewed()
    setting.addRun(150, 30, { event: 'schedule' })
    const artifact = setting.results.addArtifact({
      runId: 150,
      name,
      content: zip(Object.fromEntries(files)),
    })
    const listed = await setting.octokit().rest.actions.getArtifact({
      owner: 'acme',
      repo: 'rocket',
      artifact_id: artifact.id,
    })
    const read = await releasesIn(setting.octokit(), night, {
      artifact: listed.data,
      runId: 150,
      commit: sha(30),
      createdAt: '',
    })
    expect(read.map(results => results[0]?.commit)).toEqual([15, 14, 13, 12].map(sha))
  })

  it('cost one request while none of them is a month old, or all were renewed within one', async () => {
    leave(101, 10, 20)
    expect((await renewed()).files.size).toBe(0)
    leave(102, 11, 80)
    renew(103, 29, [11])
    expect((await renewed()).files.size).toBe(0)
    expect(setting.github.requests).toHaveLength(2)
  })
})

describe('the tags of versions', () => {
  it('without any history in common have no date, and cost the others nothing', async () => {
    branches()
    setting.github.state.tags.push({ name: 'docs-1.0', sha: sha(800) }, { name: 'v1.0', sha: sha(10) })
    expect(await newReleases(setting.octokit(), night, [])).toEqual([
      { tag: 'docs-1.0', commit: sha(800), date: null },
      { tag: 'v1.0', commit: sha(10), date: '2026-01-01T10:00:00.000Z' },
    ])
  })
})
