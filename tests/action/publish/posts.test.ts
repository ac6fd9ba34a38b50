// The comment and the check run of a report, against GitHub's stand-in.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { attemptRecord } from '../../../src/action/attempts/attempt-record.ts'
import type { JobReport } from '../../../src/action/publish/job-report.ts'
import { checkAnnotations, postReport } from '../../../src/action/publish/posts.ts'
import type { JobContext } from '../../../src/github/api/context.ts'
import type { InputName } from '../../../src/inputs/values.ts'
import { everything, jobContext, pullRequest, type Setting, sha, startSetting } from '../../github/setting.ts'
import { jobValues } from '../../inputs/job-values.ts'
import { regressionExample, unchangedExample } from '../../report/example-comparison.ts'
import type { Permissions } from '../../stand-ins/github/service.ts'
import { reportOf, sectionOf } from './example-report.ts'

let setting: Setting

beforeAll(async () => {
  setting = await startSetting()
  const head = { sha: pullRequest.headSha, parents: [pullRequest.baseSha], message: 'x' }
  setting.github.state.commits.unshift({ ...head, date: '2026-02-01T00:00:00Z' })
})

afterAll(async () => {
  expect(setting.github.unexpectedRequests).toEqual([])
  await setting.close()
})

beforeEach(() => {
  setting.github.state.checks.splice(0)
  setting.github.comments.splice(0)
  setting.github.requests.splice(0)
})

const unchanged = (more: Partial<JobReport> = {}) => reportOf([sectionOf('a', unchangedExample())], more)

type Inputs = Partial<Record<InputName, string>>

/** What the job's log says. */
async function post(report: JobReport, inputs: Inputs, permissions: Permissions, context = jobContext()) {
  const said: string[] = []
  const { write } = process.stdout
  process.stdout.write = (text: string | Uint8Array) => said.push(String(text)) > 0
  try {
    await postReport(jobValues(inputs), { ...context, octokit: setting.octokit(permissions) }, report)
  } finally {
    process.stdout.write = write
  }
  return said.join('')
}

const reading = { contents: 'read', actions: 'read' } satisfies Permissions

describe('posting a report', () => {
  it('asks for nothing where nothing is wanted', async () => {
    expect(await post(unchanged(), { comment: 'never', checks: 'never' }, reading)).toBe('')
    expect(setting.github.requests).toEqual([])
  })

  it('writes a check run without asking about the pull request: it belongs to one commit', async () => {
    const log = await post(unchanged(), { comment: 'never', checks: 'auto' }, { ...reading, checks: 'write' })
    expect(log).toBe('')
    expect(setting.github.state.checks).toMatchObject([
      {
        head_sha: pullRequest.headSha,
        conclusion: 'success',
        output: { title: '⚪ No change: all 3 benchmarks stayed within ±2 %' },
      },
    ])
  })

  it('asks about it in a job that reports on another run, and names the missing permission', async () => {
    const log = await post(
      unchanged({ ended: true }),
      { comment: 'never', checks: 'auto' },
      { ...reading, checks: 'write' },
    )
    expect(log).toMatch(/The report could not be posted: .*'permissions:' of the job: pull-requests: read/)
    expect(log).not.toMatch(/comment/)
    expect(setting.github.state.checks).toEqual([])
  })

  it('writes the check run also where the comment is refused, and names what was refused', async () => {
    const permissions = { ...reading, 'pull-requests': 'read', checks: 'write' } satisfies Permissions
    const log = await post(unchanged(), { checks: 'auto' }, permissions)
    expect(log).toMatch(/The comment could not be written: .*: pull-requests: write/)
    expect(setting.github.state.checks).toHaveLength(1)
  })

  it('needs no right to write checks: by default one line of the log says which line would give it', async () => {
    const log = await post(unchanged(), {}, everything)
    expect(log).toMatch(/^No check run: .*'permissions:' of the job: checks: write .*\.$/m)
    expect(log).not.toMatch(/::warning/)
    expect(setting.github.comments).toHaveLength(1)
    expect(await post(unchanged(), {}, { ...everything, checks: 'write' })).not.toMatch(/check/)
    expect(setting.github.state.checks).toHaveLength(1)
  })

  it('warns where a check run fails for any other reason', async () => {
    setting.github.interrupt('checks/create', { status: 422 })
    const log = await post(unchanged(), {}, { ...everything, checks: 'write' })
    expect(log).toMatch(/::warning::The check run could not be created: 422/)
  })

  it("writes the check run on the queue's own commit in a merge queue, and never on what was checked out", async () => {
    const { baseRef, baseSha, headSha } = pullRequest
    const more = { ...everything, checks: 'write' } satisfies Permissions
    const mergeGroup = { baseRef, baseSha, headSha, number: 7 }
    await post(unchanged(), {}, more, jobContext({ pullRequest: null, mergeGroup, sha: 'f'.repeat(40) }))
    expect(setting.github.state.checks).toMatchObject([{ head_sha: headSha }])
  })

  it('writes nothing with the token of a fork, unless the run that measured has ended', async () => {
    const context = jobContext({ pullRequest: { ...pullRequest, fromFork: true } })
    expect(await post(unchanged(), { checks: 'auto' }, everything, context)).toMatch(
      /^No comment and no check run/,
    )
    expect(setting.github.requests).toEqual([])
    await post(unchanged({ ended: true, selfReported: true }), {}, everything, context)
    expect(setting.github.comments).toHaveLength(1)
  })

  it('comments on the newest commit only', async () => {
    const outdated = jobContext({ pullRequest: { ...pullRequest, headSha: pullRequest.baseSha } })
    expect(await post(unchanged(), {}, everything, outdated)).toMatch(/No comment: #7 has a newer head than/)
    const ended = unchanged({ ended: true })
    expect(await post(ended, {}, everything, outdated)).toMatch(/Nothing was posted: #7 has a newer head/)
    expect(setting.github.comments).toEqual([])
  })
})

describe('two check runs of one name that are made at the same moment', () => {
  const permissions = { ...everything, checks: 'write' } satisfies Permissions
  const base = sha(30)
  const jobOf = (more: Partial<JobContext>) => jobContext({ judgedBase: base, ...more })
  const green = (context: JobContext) => unchanged({ record: attemptRecord(context) })
  const red = (context: JobContext) =>
    reportOf([sectionOf('a', regressionExample())], { record: attemptRecord(context) })
  const only = { comment: 'never', checks: 'auto' } as const
  /** Posts `first`; when it has looked at what stands, `second` is posted as a whole before the check run of `first` is made. */
  const together = async (
    [first, ofFirst]: [JobContext, JobReport],
    [second, ofSecond]: [JobContext, JobReport],
  ) => {
    const meanwhile = () => post(ofSecond, only, permissions, second)
    setting.github.interrupt('checks/create', { meanwhile })
    const log = await post(ofFirst, only, permissions, first)
    return { log, newest: setting.github.state.checks.at(-1) }
  }

  it('are red where one of them is, whichever comes last', async () => {
    const [one, other] = [jobOf({ job: 'one' }), jobOf({ job: 'other' })]
    const { log, newest } = await together([one, green(one)], [other, red(other)])
    expect(newest).toMatchObject({ conclusion: 'failure' })
    expect(log).toMatch(/job other \(failure\) reported under the same name, and the worst counts/)
    setting.github.state.checks.splice(0)
    expect((await together([one, red(one)], [other, green(other)])).newest).toMatchObject({
      conclusion: 'failure',
    })
    expect(setting.github.state.checks).toHaveLength(2)
  })

  it('are red also where the other one is of an older or a newer run of the same job', async () => {
    const [older, newer] = [jobOf({ runId: 500 }), jobOf({ runId: 600 })]
    for (const [late, early] of [
      [older, newer],
      [newer, older],
    ] as const) {
      setting.github.state.checks.splice(0)
      const { newest } = await together([late, green(late)], [early, red(early)])
      expect(newest).toMatchObject({ conclusion: 'failure' })
    }
  })

  it('are two where both pass, and none of them waits for the other', async () => {
    const [one, other] = [jobOf({ job: 'one' }), jobOf({ job: 'other' })]
    const { newest } = await together([one, green(one)], [other, green(other)])
    expect(newest).toMatchObject({ conclusion: 'success' })
    expect(setting.github.state.checks).toHaveLength(2)
    setting.github.state.checks.splice(0)

    const [pull] = setting.github.state.pulls
    const alike = { ...(pull as NonNullable<typeof pull>), number: 9 }
    Object.assign(alike.head, { sha: pullRequest.headSha })
    setting.github.state.pulls.push(alike)
    const ofAlike = jobOf({ runId: 600, pullRequest: { ...pullRequest, number: 9 } })
    const both = await together([one, green(one)], [ofAlike, green(ofAlike)])
    setting.github.state.pulls.pop()
    expect(both.newest).toMatchObject({ conclusion: 'success' })
    expect(setting.github.state.checks).toHaveLength(3)
  })
})

describe('the comment after another push', () => {
  const pushed = async (number: number, sections = [sectionOf('a', regressionExample())], more = {}) => {
    const headSha = sha(number)
    const pull = setting.github.state.pulls.find(each => each.number === pullRequest.number)
    if (pull) pull.head = { ...pull.head, sha: headSha }
    const context = jobContext({ runId: number, pullRequest: { ...pullRequest, headSha } })
    const record = attemptRecord(context)
    await post(reportOf(sections, { head: headSha, record, ...more }), {}, everything, context)
    return setting.github.comments.at(-1)?.body.split('<details>')[0] ?? ''
  }
  const same = /, with the same verdicts as [0-9a-f]{40}$/m

  it('says in one clause that every verdict is as for the commit before, and nothing of it where one differs', async () => {
    expect(await pushed(1000)).not.toMatch(same)
    expect(await pushed(1001)).toContain(` for ${sha(1001)}, with the same verdicts as ${sha(1000)}\n`)
    // The commit before, and not the first one.
    expect(await pushed(1002)).toContain(` for ${sha(1002)}, with the same verdicts as ${sha(1001)}\n`)
    const { rows, ...example } = regressionExample()
    const one = rows.findIndex(row => row.verdict === 'no-change')
    const unclear = rows.map((row, i) => (i === one ? { ...row, verdict: 'inconclusive' as const } : row))
    expect(await pushed(1003, [sectionOf('a', { ...example, rows: unclear })])).not.toMatch(same)
    expect(await pushed(1004, [sectionOf('a', { ...example, rows: rows.slice(1) })])).not.toMatch(same)
    expect(await pushed(1005, [sectionOf('a', unchangedExample())])).not.toMatch(same)
    expect(await pushed(1006, [sectionOf('a', unchangedExample())], { problems: ['x'] })).not.toMatch(same)
    expect(setting.github.comments).toHaveLength(1)
  })

  it('says nothing of it where the same commit is measured again', async () => {
    await pushed(1000)
    expect(await pushed(1000)).not.toMatch(same)
  })
})

describe('the annotations of a check run', () => {
  const place = { workflowPath: '.github/workflows/bench.yml' }

  it('are one for each row that fails, and for no other', () => {
    const example = regressionExample()
    const all = checkAnnotations(
      reportOf([sectionOf('json', example), sectionOf('b', unchangedExample())]),
      place,
    )
    expect(all).toHaveLength(example.rows.filter(row => row.fails).length)
    const message = 'json/stringify large (wall-time): +12.1 %'
    expect(all).toContainEqual({
      path: place.workflowPath,
      message: `json: ${message}`,
      level: 'failure',
    })
    const alone = checkAnnotations(reportOf([sectionOf('json', example)]), place)
    expect(alone.map(each => each.message)).toContain(message)
  })

  it('only warn in shadow mode, and where a fork reported the numbers itself', () => {
    const { policy, ...example } = regressionExample()
    const shadow = sectionOf('a', { ...example, policy: { ...policy, shadow: true } })
    const fork = reportOf([sectionOf('a', regressionExample())], { selfReported: true })
    const levels = [
      ...checkAnnotations(reportOf([shadow]), { workflowPath: '' }),
      ...checkAnnotations(fork, place),
    ]
    for (const { level } of levels) expect(level).toBe('warning')
    expect(levels[0]?.path).toBe('.stable-bench.yml')
  })
})
