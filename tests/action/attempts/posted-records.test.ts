// Where a job finds what others reported on its commit. A pull request may give jobs of its own the name of our check run.
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { attemptRecord, renderRecord } from '../../../src/action/attempts/attempt-record.ts'
import { postedRecords } from '../../../src/action/attempts/posted-records.ts'
import { type Check, createCheck } from '../../../src/github/posts/check-run.ts'
import { publishComment } from '../../../src/github/posts/sticky-comment.ts'
import { jobContext, type Setting, sha, startSetting } from '../../github/setting.ts'

let setting: Setting
beforeEach(async () => {
  setting = await startSetting()
  setting.github.state.commits.push({
    sha: sha(900),
    parents: [sha(30)],
    message: 'x',
    date: '2026-02-01T00:00:00Z',
  })
})
afterEach(() => setting.close())

const inputs = { name: 'suite', comment: 'auto', checks: 'auto' } as const
const name = 'stable-bench: suite'
const earlier = { ...attemptRecord(jobContext({ runId: 499 })), conclusion: 'failure' as const }

const contextWith = () => {
  const octokit = setting.octokit({ contents: 'read', checks: 'write', 'pull-requests': 'write' })
  return { ...jobContext(), octokit }
}
/** As GitHub makes them of jobs. */
function jobsCalledAlike(count: number): void {
  const { checks } = setting.github.state
  for (let i = 0; i < count; i++)
    checks.push({ id: 20_000 + i, name, head_sha: sha(900), status: 'completed', conclusion: 'success' })
}

it('the record of a check run is found behind hundreds of jobs that are called like it', async () => {
  const own: Check = { name, conclusion: 'failure', title: '', summary: '', annotations: [] }
  await createCheck(contextWith(), { ...own, record: renderRecord(earlier) })
  jobsCalledAlike(256)
  expect(await postedRecords(inputs, contextWith())).toEqual([earlier])
})

it('the record of a comment is found where a job is called like the check run', async () => {
  const toPost = () => ({ markdown: 'red', record: renderRecord(earlier) })
  await publishComment(contextWith(), { suite: 'suite', onlyEdit: false, toPost })
  jobsCalledAlike(1)
  expect(await postedRecords(inputs, contextWith())).toEqual([earlier])
})

it('the record of a check run is found where a server gives its text with other line ends', async () => {
  const own: Check = { name, conclusion: 'failure', title: '', summary: '' }
  await createCheck(contextWith(), { ...own, record: renderRecord(earlier) })
  for (const check of setting.github.state.checks) {
    const { text } = check.output as { text: string }
    check.output = { text: text.replaceAll('\n', '\r\n') }
  }
  expect(await postedRecords(inputs, contextWith())).toEqual([earlier])
})
