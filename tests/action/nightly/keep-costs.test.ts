import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { unzipSync } from 'fflate'
import { renderResultDocument } from '../../../src/formats/documents/result.ts'
import type { JobContext } from '../../../src/github/api/context.ts'
import { artifactName } from '../../../src/github/artifacts/name.ts'
import type { Costs } from '../../../src/job/request/deal.ts'
import { shardName } from '../../../src/job/request/shard.ts'
import { plainPlan, sample, session, testbed } from '../../compare/session.ts'
import { jobContext, type Setting, startSetting, zip } from '../../github/setting.ts'

const [machine, otherMachine] = ['0123456789ab', 'ba9876543210']
const benchmarks = ['parse', 'print', 'sort', 'join']
const parts = [
  ['parse', 'print'],
  ['sort', 'join'],
]

/** The result of a part of the suite, whose n-th benchmark took n + `more` seconds. */
function resultOf(names: string[], more: number): Buffer {
  const measured = session(
    names.map(name => sample(name, [100])),
    {
      plan: { ...plainPlan, benchmarks: names },
      costs: names.map((_, i) => i + more),
    },
  )
  return zip({ 'result.json.gz': gzipSync(renderResultDocument(measured)) })
}

describe('what the benchmarks of shards cost', () => {
  let setting: Setting
  let keepCosts: typeof import('../../../src/action/nightly/keep-costs.ts').keepCosts
  let warnings: string[]

  beforeEach(async () => {
    setting = await startSetting()
    process.env.ACTIONS_RESULTS_URL = setting.results.url
    process.env.ACTIONS_RUNTIME_TOKEN = setting.results.token(500, 'bench')
    process.env.RUNNER_TEMP = mkdtempSync(join(tmpdir(), 'stable-bench-costs-'))
    // The client looks at its environment when it is loaded, and tells the runner's log every step.
    jest.resetModules()
    keepCosts = (await import('../../../src/action/nightly/keep-costs.ts')).keepCosts
    warnings = []
    jest.spyOn(process.stdout, 'write').mockImplementation(text => {
      if (`${text}`.startsWith('::warning::')) warnings.push(`${text}`.trim())
      return true
    })
    for (const id of [101, 102, 103]) setting.addRun(id, 20)
    setting.addRun(500, 25, { event: 'schedule' })
  })

  afterEach(async () => {
    jest.restoreAllMocks()
    expect(setting.github.unexpectedRequests).toEqual([])
    await setting.close()
  })

  /** What part `number` of run `runId` left. */
  const leave = (runId: number, number: number, more = 1, fingerprint = machine) =>
    setting.results.addArtifact({
      runId,
      name: artifactName('baseline', shardName('suite', { number, of: 2 }), fingerprint),
      content: resultOf(parts[number - 1] ?? [], more),
    })

  const onMain = { event: 'schedule', branch: 'main', pullRequest: null, runId: 500 }

  /** Keeps the costs as a part of run 500, and says what was kept. */
  async function kept(
    shard: string,
    { costs = null, context = {} }: { costs?: Costs | null; context?: Partial<JobContext> } = {},
  ) {
    const values = { name: 'suite 1 of 2', shard, benchmarks }
    const measured = { session: { testbed: { ...testbed({}), fingerprint: machine } }, costs }
    await keepCosts(
      values,
      { ...jobContext({ ...onMain, ...context }), octokit: setting.octokit() },
      measured,
    )
    return setting.results
      .artifacts()
      .filter(({ name }) => name === 'stable-bench-costs-suite')
      .map(({ id }) =>
        JSON.parse(Buffer.from(unzipSync(setting.results.blob(id))['costs.json'] ?? []).toString()),
      )
  }

  const seconds = (...each: number[]) =>
    each.map((one, i) => ({ benchmark: parts.flat()[i] as string, seconds: one }))

  it('is kept by the first shard, as the newest other run of the branch measured it', async () => {
    leave(101, 1, 10)
    leave(101, 2, 10)
    leave(102, 1, 1)
    leave(102, 2, 3)
    leave(500, 1, 50)
    expect(await kept('1/2')).toEqual([{ schema: 'stable-bench/costs@1', costs: seconds(1, 2, 3, 4) }])
    expect(warnings).toEqual([])
  })

  it('is kept with the deal of the job where that was by cost, for the next nights', async () => {
    leave(101, 1)
    leave(101, 2)
    const known = { artifact: 7, seconds: new Map([['sort', 9]]), kept: parts.toReversed() }
    expect(await kept('1/2', { costs: known })).toMatchObject([
      { shards: [expect.arrayContaining(['sort', 'join']), expect.arrayContaining(['parse', 'print'])] },
    ])
  })

  it('is not kept by another shard, by a job without one, or on a pull request', async () => {
    leave(101, 1)
    leave(101, 2)
    expect(await kept('2/2')).toEqual([])
    expect(await kept('')).toEqual([])
    expect(await kept('1/2', { context: { event: 'pull_request' } })).toEqual([])
  })

  it('is not kept where the newest run lacks a shard, is of another branch, or was on another machine', async () => {
    leave(101, 1)
    leave(102, 2)
    expect(await kept('1/2')).toEqual([])
    setting.addRun(201, 20, { head_branch: 'other' })
    leave(201, 1)
    leave(201, 2)
    leave(103, 1, 1, otherMachine)
    leave(103, 2, 1, otherMachine)
    expect(await kept('1/2')).toEqual([])
    expect(warnings).toEqual([])
  })

  it('is only missed, with a warning, where the server refuses or a result is broken', async () => {
    leave(101, 1)
    setting.results.addArtifact({
      runId: 101,
      name: artifactName('baseline', 'suite 2 of 2', machine),
      content: zip({ 'result.json': '{"schema":"stable-bench/result@1"}' }),
    })
    expect(await kept('1/2')).toEqual([])
    expect(warnings.join('\n')).toMatch(
      /The cost of each benchmark was not kept: the result of shard 2 of run 101/,
    )
  })

  it('is left under the name of its attempt where an earlier one has taken the other', async () => {
    leave(101, 1)
    leave(101, 2)
    await kept('1/2')
    expect(await kept('1/2', { context: { runAttempt: 2 } })).toHaveLength(1)
    expect(setting.results.artifacts().map(({ name }) => name)).toContain(
      'stable-bench-costs-suite-attempt-2',
    )
  })
})
