import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type FoundResult, findBaselineResults } from '../../../src/github/artifacts/baseline.ts'
import { firstParentDistances } from '../../../src/github/pull-request/base-commits.ts'
import { jobContext, type Setting, sha, singleZip, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting(130)
})

afterEach(() => setting.close())

const single = 'stable-bench-baseline-suite-f00'

/** What a document says here; "broken" is no good. */
function read({ bytes, distance, runId }: FoundResult): string {
  const text = gunzipSync(bytes).toString()
  if (text === 'broken') throw new Error('it is broken')
  return `${text} of run ${runId} at ${distance}`
}

async function find({ left = 1000, base = 130, kept = [] as ReturnType<typeof keep>[] } = {}) {
  const context = jobContext()
  const distances = await firstParentDistances({ ...context, octokit: setting.octokit() }, sha(base))
  const search = { single, kept, branches: ['main'], distances, read }
  const { unread: _, ...found } = await findBaselineResults(
    { ...context, octokit: setting.limited(left) },
    search,
  )
  return found
}

type More = Parameters<Setting['addRun']>[2] & { text?: string; digest?: string | null; expired?: boolean }

/** A run of main at a commit with its artifact; `id` is the run's. */
function leave(id: number, commit: number, { text = 'result', digest, expired, ...run }: More = {}): void {
  setting.addRun(id, commit, run)
  const content = singleZip(text)
  setting.results.addArtifact({
    runId: id,
    name: single,
    content,
    ...(digest === undefined ? {} : { digest }),
    ...(expired ? { expired } : {}),
  })
}

/** What a history keeps of the run `run` at a commit. */
const keep = (run: number, commit: number, text = 'kept') => ({
  commit: sha(commit),
  runId: run,
  createdAt: '2026-02-01T00:00:00.000Z',
  fileName: 'result.json.gz',
  bytes: gzipSync(text),
})

const calls = () => setting.github.requests.length

describe('the results of the base branch', () => {
  it('are those of the nearest first-parent ancestors, the nearest first', async () => {
    leave(101, 128)
    leave(102, 130)
    leave(103, 20)
    expect(await find()).toEqual({ results: ['result of run 102 at 0', 'result of run 101 at 2'], notes: [] })
    expect(await find({ base: 129 })).toEqual({ results: ['result of run 101 at 1'], notes: [] })
  })

  it('do not come from forks, other branches, workflows or events, whatever they call themselves', async () => {
    leave(101, 130, { head_repository_id: 99 })
    leave(102, 130, { head_branch: 'change' })
    leave(103, 130, { path: '.github/workflows/other.yml' })
    leave(104, 130, { event: 'pull_request' })
    const { results, notes } = await find()
    expect(results).toEqual([])
    expect(notes).toEqual([
      expect.stringMatching(/of run 104 was skipped: made by the event pull_request/),
      expect.stringMatching(/of run 103 was skipped: made by the workflow .*other\.yml/),
    ])
  })

  it('count by what they hold, not by how the run ended', async () => {
    leave(101, 130, { conclusion: 'failure' })
    expect((await find()).results).toHaveLength(1)
  })

  it('are skipped with a note when they are broken, tampered with or expired, and the next is tried', async () => {
    leave(101, 130, { text: 'broken' })
    leave(102, 129, { digest: `sha256:${'0'.repeat(64)}` })
    leave(103, 128, { expired: true })
    setting.addRun(104, 127)
    setting.results.addArtifact({ runId: 104, name: single, content: Buffer.from('no zip') })
    leave(105, 126)
    const { results, notes } = await find()
    expect(results).toEqual(['result of run 105 at 4'])
    expect(notes).toEqual([
      '1 artifact of the base branch had expired',
      expect.stringMatching(/^artifact \d+ of run 101 was skipped: it is broken/),
      expect.stringMatching(/^artifact \d+ of run 102 was skipped: its digest is not sha256:0000/),
      expect.stringMatching(/^artifact \d+ of run 104 was skipped: it is not a zip archive/),
    ])
  })

  it('survive a download that breaks off, and are skipped for the next where it always does', async () => {
    leave(101, 130)
    setting.results.cutDownloads(2)
    expect((await find()).results).toHaveLength(1)
    leave(102, 129)
    setting.results.cutDownloads(3)
    expect(await find()).toEqual({
      results: ['result of run 102 at 1'],
      notes: [expect.stringMatching(/run 101 was skipped: terminated/)],
    })
  }, 20_000)

  it('are used with a note where the server gives no digest', async () => {
    leave(101, 130, { digest: null })
    leave(102, 129, { digest: null, text: 'broken' })
    leave(103, 128, { digest: null })
    const { results, notes } = await find()
    expect(results).toHaveLength(2)
    expect(notes).toEqual([
      expect.stringMatching(/run 102 was skipped/),
      '2 artifacts were not verified: the server gives no digest',
    ])
  })

  it('expire between being listed and downloaded', async () => {
    leave(101, 130)
    setting.github.interrupt('actions/download-artifact', { status: 410, message: 'Artifact has expired' })
    expect((await find()).notes).toEqual([expect.stringMatching(/run 101 was skipped: Artifact has expired/)])
  })

  it('are found behind more artifacts of other branches than a page of the list holds', async () => {
    leave(100, 128)
    for (let i = 0; i < 120; i++) leave(300 + i, 130, { head_branch: 'change' })
    expect(await find()).toEqual({ results: ['result of run 100 at 2'], notes: [] })
    for (let i = 0; i < 400; i++) leave(1000 + i, 130, { head_branch: 'change' })
    expect(await find()).toEqual({
      results: [],
      notes: ['only the newest 500 of these artifacts were looked at'],
    })
  })

  it('are twenty at most, one per run, within the requests that are left', async () => {
    for (let i = 0; i < 40; i++) leave(200 + i, 130 - i)
    expect((await find()).results).toHaveLength(20)
    const before = calls()
    const { results, notes } = await find({ left: 14 })
    expect(results).toHaveLength(6)
    expect(notes).toEqual([expect.stringMatching(/^more results were not looked at/)])
    expect(calls() - before).toBe(1 + 14)
    expect(await find({ left: 1 })).toMatchObject({ results: [], notes: [expect.stringMatching(/^more/)] })
    expect(calls() - before).toBe(1 + 14 + 1 + 1)
    await expect(find({ left: 0 })).rejects.toThrow('this job has used up its own limit of requests')
  })
})

describe('the sessions that the history keeps', () => {
  it('save downloads, outlive their artifacts, and give way to what was left since', async () => {
    const kept = Array.from({ length: 19 }, (_, i) => keep(101 + i, 110 - i))
    for (const { runId } of kept) leave(runId, 211 - runId, { expired: true })
    leave(151, 129)
    const { results, notes } = await find({ kept })
    expect(results).toHaveLength(20)
    expect(results.slice(0, 2)).toEqual(['result of run 151 at 1', 'kept of run 101 at 20'])
    expect(notes).toEqual([])
    // The commits, the list, and two for the artifact.
    expect(calls()).toBe(1 + 1 + 2)
  })

  it('lead nobody to commits that are no ancestors', async () => {
    expect((await find({ base: 120, kept: [keep(101, 130)] })).results).toEqual([])
  })

  it('count once for a run that left an artifact, too, and not at all far from the base', async () => {
    const near = Array.from({ length: 10 }, (_, i) => keep(101 + i, 110 - i))
    const far = Array.from({ length: 10 }, (_, i) => keep(601 + i, 900 + i))
    // The second artifact of all has the lowest id: it is on the second page of the list.
    leave(300, 130, { head_branch: 'change' })
    leave(100, 129)
    for (let i = 1; i <= 90; i++) leave(300 + i, 130, { head_branch: 'change' })
    for (const { runId } of near) leave(runId, 211 - runId)
    const { results } = await find({ kept: [...near, ...far] })
    expect(results).toHaveLength(11)
    expect(results[0]).toBe('result of run 100 at 1')
  })

  it('are skipped where they are no good', async () => {
    const { results, notes } = await find({ kept: [keep(101, 130, 'broken'), keep(102, 129)] })
    expect(results).toEqual(['kept of run 102 at 1'])
    expect(notes).toEqual(['the kept session of run 101 was skipped: it is broken'])
  })
})

describe('first-parent ancestors', () => {
  it('are followed over pages of other commits, and not into merged branches', async () => {
    const { state } = setting.github
    const [a, b, c] = [sha(1001), sha(1002), sha(1003)]
    const date = '2026-03-01T00:00:00Z'
    state.commits.unshift(
      { sha: c, parents: [sha(130), b], message: 'merge', date },
      { sha: b, parents: [a], message: 'of a branch', date },
      { sha: a, parents: [sha(100)], message: 'of a branch', date },
    )
    const distances = await firstParentDistances({ ...jobContext(), octokit: setting.octokit() }, c)
    expect([distances.get(c), distances.get(sha(130)), distances.get(sha(40))]).toEqual([0, 1, 91])
    expect(distances.has(b)).toBe(false)
  })
})
