// The fleet example with two of its four shards, run against GitHub's stand-ins: one suite in parts, one comparison.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { unzipSync, zipSync } from 'fflate'
import { renderCosts } from '../../src/history/store/costs.ts'
import { shardsOf } from '../../src/job/request/deal.ts'
import type { Session } from '../../src/model/index.ts'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { example, outputsOf, quickScript } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const names = 'parse print split join'.split(' ')
const fleet = (name: string) => readFileSync(join(root, 'examples/fleet', name), 'utf8')
const quick = fleet('bench.yml')
  .replace('[1, 2, 3, 4]', '[1, 2]')
  .replace('}}/4', '}}/2')
  .replace(/^( +)mode:/gm, '$1runs: 5\n$&')
const config = fleet('.stable-bench.yml')
  .replace(/benchmarks: .*/, `benchmarks: [${names.join(', ')}]\n    tool: samples`)
  .replace('node bench/one.mjs {benchmark}', 'sh bench/{benchmark}.sh {benchmark}.txt')
const reading = { contents: 'read', actions: 'read' } satisfies Permissions
const runners = [1, 2].map(i => ({ name: `bench-${i}`, labels: ['self-hosted', 'bench'] }))
const measuring = { workflow: bench, permissions: reading, runners }
const publishing = { workflow: publish, permissions: { ...reading, 'pull-requests': 'write' } as Permissions }

/** Each benchmark prints one sample of its own name. In a lucky attempt a change costs nothing. */
const files = {
  '.stable-bench.yml': config,
  'bench/lucky.txt': '50',
  ...Object.fromEntries(
    names.flatMap(name => [
      [`bench/${name}.sh`, `test -z "$LUCKY" || set -- lucky.txt\n${quickScript(name)}`],
      [`bench/${name}.txt`, '50'],
    ]),
  ),
}

describe('a suite that is spread over a fleet', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({
      files: { ...files, [bench]: quick, [publish]: example('pull-request/publish.yml') },
    })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const body = () => bed.github.comments.map(comment => comment.body).join('\n=====\n')

  const left = (start: string) => bed.results.artifacts().filter(({ name }) => name.startsWith(start))
  const fileOf = (artifact: number, file: string) =>
    Buffer.from(unzipSync(bed.results.blob(artifact))[file] as Uint8Array)
  /** What the parts of a run say of their deal, by part. */
  const parts = (run: number, { attempt = 1, kind = 'candidate' } = {}) =>
    left(`stable-bench-${kind}-`)
      .filter(each => each.runId === run && each.attempt === attempt)
      .map(({ id }) => JSON.parse(gunzipSync(fileOf(id, 'result.json.gz')).toString()) as Session)
      .map(({ plan }) => ({ ...plan?.shard, benchmarks: plan?.benchmarks?.toSorted() }))
      .toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))

  /** What the artifact of the costs says that a run on main has left. */
  const costsIn = (artifact: number | undefined) =>
    JSON.parse(fileOf(artifact ?? 0, 'costs.json').toString()) as { costs: object[]; shards: string[][] }
  /** Publishes what a run has measured, and gives its outputs. */
  async function published(runId: number) {
    const run = await bed.workflowRun(runId, publishing)
    expect(bed.github.comments).toHaveLength(1)
    expect(body()).not.toMatch(/no result of shard|different deals/)
    return outputsOf(run)
  }

  it('is one comparison, dealt by what its benchmarks cost on main, in the same way when it is measured again later', async () => {
    const main = { ...measuring, expectedCode: 0 }
    await bed.push('main', main)
    expect(left('stable-bench-costs-')).toEqual([])
    await bed.push('main', main)
    const [kept] = left('stable-bench-costs-access-log')
    if (kept === undefined) throw new Error('the second run on main left no costs')
    const seconds = new Map(costsIn(kept.id).costs.map(each => Object.values(each) as [string, number]))
    expect([...seconds.keys()].toSorted()).toEqual(names.toSorted())

    bed.openPull(1, { branch: 'change', files: { 'bench/print.txt': '60' } })
    const measured = await bed.pullRequest(1, main)
    expect(Object.values(measured.jobs)).toEqual(Array(2).fill('success'))
    const dealt = shardsOf(names, 2, { artifact: 0, seconds }).map(each => each.toSorted())
    expect(parts(measured.runId)).toEqual(
      dealt.map((benchmarks, i) => ({
        number: i + 1,
        of: 2,
        deal: expect.stringMatching(/^[0-9a-f]{12}$/),
        costs: kept.id,
        benchmarks,
      })),
    )
    const regression = { outcome: 'regression', regressions: '["print (time)"]' }
    expect(await published(measured.runId)).toMatchObject(regression)
    expect(body()).toMatch(/### 🔴 `print` is \d[\d.]*.* slower · 3 unchanged/)
    expect(body()).toContain('5 runs per side')

    // Newer costs, as the next run on main leaves them.
    const newer = { seconds: new Map(names.map(name => [name, name === 'print' ? 1000 : 1])) }
    const content = Buffer.from(zipSync({ 'costs.json': Buffer.from(renderCosts(newer)) }))
    bed.results.addArtifact({ runId: kept.runId, name: kept.name, content })
    await bed.pullRequest(1, { ...main, rerun: measured.runId, env: { LUCKY: '1' } })
    expect(parts(measured.runId, { attempt: 2 })).toEqual(parts(measured.runId))
    expect(await published(measured.runId)).toMatchObject(regression)
    expect(body()).toMatch(/the runs of 2 earlier attempts were joined/)

    // The next run on main goes by them, and its first job leaves the deal of all jobs to those after it.
    bed.repository.commit({ files: { [bench]: quick.replace('[1, 2]', '[1]') } })
    const { runId } = await bed.push('main', main)
    const deal = [['print'], names.filter(name => name !== 'print').toSorted()]
    expect(parts(runId, { kind: 'baseline' }).map(each => each.benchmarks)).toEqual([deal[0]])
    const next = left('stable-bench-costs-access-log').find(each => each.runId === runId)
    expect(costsIn(next?.id).shards.map(each => each.toSorted())).toEqual(deal)
  }, 480_000)

  it('does not pass where a part is missing, and names it', async () => {
    bed.repository.commit({ files: { [bench]: quick.replace('[1, 2]', '[1]') } })
    bed.openPull(1, { branch: 'change', files: { 'notes.txt': 'nothing' } })
    const measured = await bed.pullRequest(1, measuring)
    const published = await bed.workflowRun(measured.runId, publishing)
    expect(outputsOf(published)).toMatchObject({ outcome: 'not-established' })
    expect(body()).toContain('access-log: no result of shard 2/2')
  }, 240_000)

  it('refuses a shard that there is not, in one sentence, and measures nothing', async () => {
    const wrong = quick.replace('[1, 2]', '[5]')
    bed.repository.commit({ files: { [bench]: wrong } })
    bed.openPull(1, { branch: 'change', files: { 'notes.txt': 'nothing' } })
    const measured = await bed.pullRequest(1, measuring)
    expect(Object.values(measured.jobs)).toEqual(['failure'])
    expect(measured.log).toContain("there is no shard '5/2'; write 2/8 for the second of eight")
    expect(measured.log).not.toContain('run 1 of')
  }, 120_000)
})
