// The fleet example, run against GitHub's stand-ins: one suite in four parts on four runners, one comparison.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github-service.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { example, outputsOf, quickScript } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const names = 'parse print split join sort search count merge'.split(' ')
const quick = example('fleet/bench.yml')
  .replace('command: node bench/one.mjs {benchmark}', 'command: sh bench/{benchmark}.sh {benchmark}.txt')
  .replace(/^( +)command:/gm, '$1runs: 5\n$1tool: samples\n$&')
const reading = { contents: 'read', actions: 'read' } satisfies Permissions
const runners = [1, 2, 3, 4].map(i => ({ name: `bench-${i}`, labels: ['self-hosted', 'bench'] }))
const measuring = { workflow: bench, permissions: reading, runners }
const publishing = { workflow: publish, permissions: { ...reading, 'pull-requests': 'write' } as Permissions }

/** Each benchmark prints one sample of its own name. */
const files = Object.fromEntries(
  names.flatMap(name => [
    [`bench/${name}.sh`, quickScript(name)],
    [`bench/${name}.txt`, '50'],
  ]),
)

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

  it('is one comparison of all benchmarks, and fails where one of any part regressed', async () => {
    bed.openPull(1, { branch: 'change', files: { 'bench/sort.txt': '60' } })
    const measured = await bed.pullRequest(1, measuring)
    expect(Object.values(measured.jobs)).toEqual(Array(4).fill('success'))
    const published = await bed.workflowRun(measured.runId, publishing)
    expect(outputsOf(published)).toMatchObject({ outcome: 'regression', regressions: '["sort (time)"]' })
    expect(bed.github.comments).toHaveLength(1)
    expect(body()).toMatch(/✗ access-log: 1 of 8 benchmarks regressed/)
    expect(body()).toContain('5 runs per side')
    expect(body()).not.toContain('no result of shard')
  }, 240_000)

  it('does not pass where a part is missing, and names it', async () => {
    bed.repository.commit({ files: { [bench]: quick.replace('[1, 2, 3, 4]', '[1, 2, 4]') } })
    bed.openPull(1, { branch: 'change', files: { 'notes.txt': 'nothing' } })
    const measured = await bed.pullRequest(1, measuring)
    const published = await bed.workflowRun(measured.runId, publishing)
    expect(outputsOf(published)).toMatchObject({ outcome: 'not-established' })
    expect(body()).toContain('access-log: no result of shard 3 of 4')
  }, 240_000)

  it('refuses a shard that there is not, in one sentence, and measures nothing', async () => {
    const wrong = quick.replace('[1, 2, 3, 4]', '[5]')
    bed.repository.commit({ files: { [bench]: wrong } })
    bed.openPull(1, { branch: 'change', files: { 'notes.txt': 'nothing' } })
    const measured = await bed.pullRequest(1, measuring)
    expect(Object.values(measured.jobs)).toEqual(['failure'])
    expect(measured.log).toContain("there is no shard '5/4'; write 2/8 for the second of eight")
    expect(measured.log).not.toContain('run 1 of')
  }, 120_000)
})
