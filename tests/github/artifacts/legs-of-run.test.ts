import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { most } from '../../../src/github/api/budget.ts'
import { readLegs } from '../../../src/github/artifacts/legs-of-run.ts'
import { jobContext, type Setting, singleZip, startSetting, zip } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
  setting.addRun(500, 30, { event: 'pull_request' })
})

afterEach(() => setting.close())

const named = (suite: string) => `${suite}-${'a'.repeat(12)}`

type More = { content?: Buffer; expired?: boolean; digest?: string | null; createdAt?: string }

const leave = (name: string, more: More = {}) =>
  setting.results.addArtifact({
    runId: 500,
    name: `stable-bench-candidate-${name}`,
    content: singleZip('{}'),
    ...more,
  })

const read = () =>
  readLegs(
    { ...jobContext(), octokit: setting.octokit() },
    {
      runId: 500,
      read: (_, files) => [...files.keys()].join(),
    },
  )

const problems = async () => (await read()).legs.map(({ problem }) => problem)

describe('the legs of a run', () => {
  it('are its candidates, by name, with their result documents only', async () => {
    const createdAt = expect.any(Number)
    leave('b-f00', { content: zip({ 'result.json.gz': 'x', 'baseline.json.gz': 'y', 'report.html': 'z' }) })
    leave('a-f00')
    setting.results.addArtifact({ runId: 500, name: 'coverage', content: Buffer.from('x') })
    setting.addRun(501, 30)
    setting.results.addArtifact({ runId: 501, name: 'stable-bench-candidate-c', content: singleZip('{}') })
    expect(await read()).toEqual({
      legs: [
        { name: 'stable-bench-candidate-a-f00', createdAt, reads: ['result.json.gz'], problem: null },
        {
          name: 'stable-bench-candidate-b-f00',
          createdAt,
          reads: ['result.json.gz,baseline.json.gz'],
          problem: null,
        },
      ],
      claims: [],
      unmeasured: [],
      left: 0,
      unseen: 0,
      notes: [],
      lost: [],
    })
  })

  it('name the suites that a job could not measure, and no later attempt has', async () => {
    const unmeasured = (name: string) =>
      setting.results.addArtifact({
        runId: 500,
        name: `stable-bench-unmeasured-${name}`,
        content: singleZip('{}'),
      })
    for (const suite of ['a', 'b', 'c']) unmeasured(named(suite))
    leave(named('a'))
    leave(`${named('b')}-attempt-2`)
    expect((await read()).unmeasured).toEqual(['a', 'c'])
  })

  it('are said not to be verified where the server gives no digest', async () => {
    leave('a', { digest: null })
    leave('b')
    leave('c', { digest: null, expired: true })
    expect((await read()).notes).toEqual(['one artifact was not verified: the server gives no digest'])
    expect(await problems()).toEqual([null, null, 'it has expired'])
  })

  it('are the newest of a name that two attempts left, whichever has the higher id', async () => {
    const at = (minute: number) => ({ createdAt: `2026-11-20T08:0${minute}:00Z` })
    const left = [
      leave('a', { content: zip({ 'result.json': 'old' }), ...at(1) }),
      leave('a', { content: zip({ 'result.json.gz': 'new' }), ...at(2) }),
    ]
    expect(left[0]?.id).toBeGreaterThan(left[1]?.id ?? 0)
    expect((await read()).legs.map(leg => leg.reads)).toEqual([['result.json.gz']])
  })

  it('have their attempts together, the newest first, and miss what cannot be read of earlier ones', async () => {
    leave(named('a'))
    leave(named('b'))
    leave(`${named('a')}-attempt-2`, { content: zip({ 'baseline.json': 'x' }) })
    leave(`${named('a')}-attempt-10`, { content: zip({ 'result.json': 'x' }) })
    leave(`${named('b')}-attempt-2`, { expired: true })
    leave(`${named('b')}-attempt-3`)
    const { legs, lost } = await read()
    expect(legs.map(leg => leg.reads)).toEqual([
      ['result.json', 'baseline.json', 'result.json.gz'],
      ['result.json.gz', 'result.json.gz'],
    ])
    expect(lost).toEqual([expect.stringMatching(/b-a{12}-attempt-2: it has expired$/)])
  })

  it('are missing where the newest attempt of one cannot be read', async () => {
    leave(named('a'))
    leave(`${named('a')}-attempt-2`, { expired: true })
    expect(await problems()).toEqual(['it has expired'])
  })

  it('keep the others when one is too large, expired, tampered with, no zip or gone', async () => {
    leave('a', { expired: true })
    leave('b', { digest: 'sha256:beef' })
    leave('c', { content: Buffer.from('text') })
    leave('d', { content: Buffer.alloc(33 * 1024 * 1024) })
    leave('e')
    leave('f', { content: zip({ '../result.json': 'x' }) })
    leave('g')
    setting.github.interrupt('actions/download-artifact', {}, {}, { status: 404, message: 'Not Found' })
    expect(await problems()).toEqual([
      'it has expired',
      expect.stringMatching(/^its digest is not/),
      expect.stringMatching(/^it is not a zip archive/),
      expect.stringMatching(/^it has 34603008 bytes, at most 33554432/),
      expect.stringMatching(/^it is gone, or the token cannot see it.*404 Not Found/),
      expect.stringMatching(/not a plain file name/),
      null,
    ])
  })

  it('are not downloaded when they are known to be large', async () => {
    leave('a', { content: Buffer.alloc(40 * 1024 * 1024) })
    await problems()
    const downloads = () =>
      setting.github.requests.filter(({ operation }) => operation === 'actions/download-artifact')
    expect(downloads()).toEqual([])
  })

  it(`are ${most.legs} at most`, async () => {
    for (let i = 0; i < most.legs + 3; i++) leave(`leg-${String(i).padStart(2, '0')}`)
    const { legs, left } = await read()
    expect([legs.length, left]).toEqual([most.legs, 3])
  })

  const leaveLogs = (count: number) => {
    for (let i = 0; i < count; i++) {
      setting.results.addArtifact({ runId: 500, name: `log-${i}`, content: Buffer.from('x') })
    }
  }

  it('are found wherever they stand among the artifacts of the run', async () => {
    leave('first')
    leaveLogs(120)
    leave('middle')
    leaveLogs(120)
    leave('last')
    const { legs, left, unseen } = await read()
    expect(legs.map(({ name }) => name.slice('stable-bench-candidate-'.length))).toEqual([
      'first',
      'last',
      'middle',
    ])
    expect([left, unseen]).toEqual([0, 0])
    expect(setting.github.requests).toHaveLength(6)
  })

  it('are not looked for beyond a thousand artifacts, and it says how many were not seen', async () => {
    leave('of-the-oldest')
    leaveLogs(7)
    for (let i = 0; i < 35; i++) leave(`leg-${i}`)
    leaveLogs(965)
    const { legs, left, unseen } = await read()
    expect({ legs: legs.length, left, unseen }).toEqual({ legs: 31, left: 4, unseen: 8 })
    expect(setting.github.requests).toHaveLength(41)
  })
})

describe('the legs of the run that this job is part of', () => {
  const readOwn = (runAttempt = 1) =>
    readLegs(
      { ...jobContext({ runAttempt }), octokit: setting.octokit() },
      {
        runId: 500,
        isThisRun: true,
        read: (_, files) => [...files.keys()].join(),
      },
    )
  const downloads = () =>
    setting.github.requests.filter(({ operation }) => operation === 'actions/download-artifact').length

  afterEach(() => {
    delete process.env.ACTIONS_RESULTS_URL
    delete process.env.ACTIONS_RUNTIME_TOKEN
  })

  it("come from the runner's service, and from the server what that does not hand out", async () => {
    // The client tells the runner's log every step.
    jest.spyOn(process.stdout, 'write').mockReturnValue(true)
    process.env.ACTIONS_RESULTS_URL = setting.results.url
    process.env.ACTIONS_RUNTIME_TOKEN = setting.results.token(500, 'job')
    leave('a')
    leave('b')
    const reads = ['result.json.gz']
    expect((await readOwn()).legs).toMatchObject([{ reads }, { reads }])
    expect(downloads()).toBe(0)
    // Its attempt is not this one.
    expect((await readOwn(2)).legs).toMatchObject([{ reads }, { reads }])
    expect(downloads()).toBe(2)
    leave('c', { digest: `sha256:${'0'.repeat(64)}` })
    leave('d')
    const problem = expect.stringMatching(/its digest is not sha256:0000/)
    expect((await readOwn()).legs).toMatchObject([{ reads }, { reads }, { problem }, { reads }])
    // The broken one, and whatever comes after it.
    expect(downloads()).toBe(4)
  })

  it("come from the server where the runner's service cannot be asked", async () => {
    leave('a')
    leave('b')
    expect((await readOwn()).legs).toMatchObject([{ problem: null }, { problem: null }])
    expect(downloads()).toBe(2)
  })
})
