// Nights that keep their history in a directory of the machine, and those that find it in artifacts, or may not read these.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { appendToHistory } from '../../../src/action/nightly/append.ts'
import { storedHistory } from '../../../src/action/nightly/history.ts'
import { writeSession } from '../../../src/files/session-file.ts'
import { historyIn } from '../../../src/history/store/directory.ts'
import { pieceOf } from '../../../src/history/store/pieces.ts'
import { jobContext, type Setting, startSetting, zip } from '../../github/setting.ts'
import { commitOf, dateOf, night, sessionOfNight } from '../../history/example-history.ts'
import { jobValues } from '../../inputs/job-values.ts'

let setting: Setting
let directory: string
// The toolkit remembers the file of the summary.
const outlets = mkdtempSync(join(tmpdir(), 'stable-bench-outlets-'))

beforeEach(async () => {
  setting = await startSetting()
  directory = mkdtempSync(join(tmpdir(), 'stable-bench-append-'))
  mkdirSync(join(directory, 'checkout/.git'), { recursive: true })
  process.env.GITHUB_STEP_SUMMARY = join(outlets, 'summary')
  process.env.GITHUB_OUTPUT = join(outlets, 'outputs')
  for (const name of ['summary', 'outputs']) writeFileSync(join(outlets, name), '')
  process.exitCode = 0
})

afterEach(async () => {
  process.exitCode = 0
  rmSync(directory, { recursive: true })
  await setting.close()
})

afterAll(() => rmSync(outlets, { recursive: true }))

/** Adds night `number` of a suite, of run `runId` or a later attempt of it, and returns the exit code that the job has then. */
async function add(
  number: number,
  suite = 'parse',
  runId = 77,
  { commit = number, runAttempt = 1 } = {},
): Promise<unknown> {
  const values = jobValues({ 'working-directory': join(directory, 'checkout'), command: 'true' })
  const history = join(directory, 'history', suite)
  const context = {
    ...jobContext({ pullRequest: null, event: 'schedule', branch: 'main' }),
    runUrl: `https://github.com/acme/rocket/actions/runs/${runId}`,
    runAttempt,
    octokit: setting.octokit(),
  }
  const revision = { commit: commitOf(commit), ref: 'main', dirty: false }
  const session = { ...sessionOfNight(number, { suite }), revision }
  await appendToHistory({ ...values, name: suite, history }, context, { session, path: '', artifact: null })
  return process.exitCode
}

it('a night whose token must not read the history fails, since every later night would stay without it', async () => {
  const context = {
    ...jobContext({ pullRequest: null, event: 'schedule', branch: 'main' }),
    octokit: setting.octokit({ contents: 'read' }),
  }
  const values = jobValues({ 'working-directory': join(directory, 'checkout'), command: 'true' })
  const [session, path] = [sessionOfNight(0), join(directory, 'session.json')]
  writeSession(path, session)
  await appendToHistory(values, context, { session, path, artifact: 1 })
  expect(process.exitCode).toBe(1)
})

const nights = (suite = 'parse') => historyIn(join(directory, 'history', suite), suite)?.nights.length
const configure = (text: string) => writeFileSync(join(directory, 'checkout/.stable-bench.yml'), text)

describe('a night in a directory', () => {
  it('fails where a file of its history is no good, and counts once that is gone', async () => {
    expect(await add(0)).toBe(0)
    const bad = join(directory, 'history/parse/nights-20261001-1-0123456789ab.json.gz')
    writeFileSync(bad, 'no gzip')
    expect(await add(1)).toBe(1)
    rmSync(bad)
    process.exitCode = 0
    expect(await add(2)).toBe(0)
    expect(nights()).toBe(3)
    expect(readFileSync(join(directory, 'history/parse/trend.html'), 'utf8')).toContain('<html')
  })

  it('fails where the configuration has a mistake, which every later night would meet', async () => {
    configure('rows: 3\n')
    expect(await add(0)).toBe(1)
    expect(nights()).toBeUndefined()
  })

  it('is none where it repeats an old run after a later commit was measured: no change is blamed on what came before it', async () => {
    for (const number of [0, 1, 2]) await add(number, 'parse', 80 + number)
    expect(await add(3, 'parse', 81, { commit: 1, runAttempt: 2 })).toBe(0)
    expect(nights()).toBe(3)
    // Again the commit that is there, and a run that is late but has no later one before it.
    await add(4, 'parse', 81, { commit: 2, runAttempt: 3 })
    await add(5, 'parse', 82, { runAttempt: 2 })
    expect(nights()).toBe(5)
  })

  it('counts where it began before another one, and is measured after that', async () => {
    await add(0, 'parse', 82, { commit: 2 })
    await add(1, 'parse', 81)
    expect(nights()).toBe(2)
  })

  it('goes on where the suite had another name before', async () => {
    await add(0)
    configure('suites: { json: { command: "true", former-names: [parse] } }\n')
    expect(await add(1, 'json')).toBe(0)
    expect(nights('json')).toBe(2)
  })
})

describe('the history in artifacts', () => {
  const dayAfter = (number: number) => new Date(Date.parse(dateOf(number)) + 3600_000).toISOString()
  const context = () => ({
    ...jobContext({ pullRequest: null, event: 'schedule', branch: 'main' }),
    octokit: setting.octokit(),
  })

  /** Leaves the nights of a suite that are known after the last of `numbers`. */
  function leave(suite: string, numbers: number[]): void {
    const last = numbers.at(-1) ?? 0
    setting.addRun(600 + last, 30, { event: 'schedule' })
    const pieces = numbers.map(number => pieceOf(night(number, { suite })))
    const content = zip(Object.fromEntries(pieces.map(({ name, bytes }) => [name, bytes])))
    const named = { name: `stable-bench-trend-${suite}`, createdAt: dayAfter(last) }
    setting.results.addArtifact({ runId: 600 + last, content, ...named })
  }

  const stored = async (formerNames: string[]) => {
    const name = 'stable-bench-trend-json'
    const { pieces } = await storedHistory(context(), { suite: 'json', name, formerNames })
    return pieces.flatMap(({ history }) => history.nights.map(({ date }) => date)).sort()
  }

  it('has the nights under a former name that the configuration tells only after the first one under the new name', async () => {
    leave('parse', [0, 1])
    leave('json', [2, 3])
    expect(await stored([])).toEqual([2, 3].map(dateOf))
    expect(await stored(['stable-bench-trend-none', 'stable-bench-trend-parse'])).toEqual(
      [0, 1, 2, 3].map(dateOf),
    )
    leave('json', [0, 1, 2, 3, 4])
    const before = setting.github.requests.length
    expect(new Set(await stored(['stable-bench-trend-parse']))).toEqual(new Set([0, 1, 2, 3, 4].map(dateOf)))
    const asked = setting.github.requests.slice(before).map(each => JSON.stringify(each))
    expect(asked.filter(each => each.includes('trend-parse'))).toHaveLength(1)
  })

  it('never takes the nights of a suite that went on under its own name', async () => {
    leave('json', [2, 3])
    leave('parse', [0, 1, 4])
    expect(await stored(['stable-bench-trend-parse'])).toEqual([2, 3].map(dateOf))
  })
})
