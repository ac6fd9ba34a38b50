// A measurement on demand of some of the suites: it clears nothing of those that it does not have, and no other run that measured
// nothing takes the place of its report.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Activity } from '../stand-ins/events.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, pairPermissions, suiteFiles, withFewRuns } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const exampleOf = (path: string) => readFileSync(join(root, 'examples', path), 'utf8')
const workflow = withFewRuns(exampleOf('on-demand/bench.yml'))
const suite = (name: string) => ({ command: `sh bench/quick.sh ./${name}.txt` })
const files = {
  [bench]: workflow,
  [publish]: exampleOf('pull-request/publish.yml'),
  '.stable-bench.yml': JSON.stringify({ suites: { parse: suite('parse'), print: suite('print') } }),
  ...suiteFiles({ parse: 10, print: 10 }),
}
const slower = { 'bench/parse.txt': '20' }
const publishing = { workflow: publish, permissions: pairPermissions.publishing }
const measuring = { workflow: bench, permissions: pairPermissions.measuring }
const asking = {
  workflow: bench,
  permissions: { ...measuring.permissions, 'pull-requests': 'write' } as Permissions,
}
const titled: Activity = { action: 'edited', changes: { title: { from: 'Before' } } }

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  bed.repository.commit({ files })
})
afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const report = async ({ runId }: BedRun) => {
  const { summary, ...published } = await bed.workflowRun(runId, publishing)
  return { outcome: outputsOf({ ...published, summary }).outcome, summary, conclusion: conclusion() }
}
const gate = async (activity?: Activity) => report(await bed.pullRequest(1, measuring, activity))
const ask = async (body: string, number = 1) =>
  report(await bed.comment(number, { body, by: 'octocat' }, asking))
const accept = () => bed.label(1, { label: 'bench: accepted', by: 'octocat' }, publishing)
const conclusion = () => bed.github.state.checks.at(-1)?.conclusion
const comment = () => bed.github.comments.findLast(({ body }) => body.startsWith('<!-- stable-bench'))?.body
const open = (changed: Record<string, string>) => bed.openPull(1, { branch: 'change', files: changed })
const moveMain = () => {
  bed.repository.commit({ files: { 'OTHER.md': 'y' } })
  bed.retarget(1, 'main')
}

const notMeasured =
  /parse: the measurement on demand left it out, .*ask for all suites with \/bench, or accept/
/** Twice as slow, with the noise of the quick suite. */
const ofParse = /\*\*\+(?:99\.\d|100\.0|10[01])\s%\*\*.*`parse`/

describe('a measurement on demand of another suite', () => {
  it('leaves the red of the gate as it was, with its rows, also on a new base commit; the label accepts them', async () => {
    open(slower)
    expect(await gate()).toMatchObject({ conclusion: 'failure' })
    const before = structuredClone(bed.github.state.checks)
    await ask('/bench print')
    expect(bed.github.state.checks).toEqual(before)
    moveMain()
    const { outcome } = await ask('/bench print')
    expect(outcome).toBe('pass')
    expect(bed.github.state.checks).toEqual(before)
    expect(comment()).toMatch(ofParse)
    expect(comment()).toMatch(
      /on demand.*success.*the worse report stays: .*ask for all with \/bench, or run that one again/,
    )
    await accept()
    expect(conclusion()).toBe('success')
    // What was accepted stays so.
    expect(await ask('/bench print')).toMatchObject({ conclusion: 'success' })
  }, 300_000)

  it('passes beside a gate that passed before main moved on', async () => {
    open({ 'README.md': 'x' })
    expect(await gate()).toMatchObject({ conclusion: 'success' })
    moveMain()
    expect(await ask('/bench print')).toMatchObject({ outcome: 'pass', conclusion: 'success' })
  }, 300_000)

  it('does not pass beside a report of the gate on another pull request of the same head, which another branch is the base of', async () => {
    bed.repository.commit({ branch: 'slow', files: slower })
    bed.openPull(1, { branch: 'change', files: { 'bench/parse.txt': '19.9' }, base: 'slow' })
    expect(await gate()).toMatchObject({ conclusion: 'success' })
    const [pull] = bed.github.state.pulls
    bed.github.state.pulls.push({ ...structuredClone(pull as NonNullable<typeof pull>), number: 2 })
    bed.retarget(2, 'main')
    const { summary, ...asked } = await ask('/bench print', 2)
    expect(asked).toEqual({ outcome: 'not-established', conclusion: 'action_required' })
    expect(summary).toMatch(notMeasured)
  }, 300_000)

  it('does not pass where its command stands in another job of the workflow; asked for both, their suites are judged', async () => {
    const [head = '', job = ''] = workflow
      .replace(/^ {2}bench:\n[\s\S]*?^ {2}request:/m, '  request:')
      .split(/^(?= {2}on-demand:)/m)
    const isAsked =
      'needs.request.outputs.commit != \'\' && contains(fromJSON(\'["", "NAME"]\'), needs.request.outputs.suite)'
    const jobOf = (name: string) =>
      job
        .replace('  on-demand:', `  on-demand-${name}:`)
        .replace("needs.request.outputs.commit != ''", isAsked.replace('NAME', name))
        .replace(
          /^ +suite: .*$/m,
          `          name: ${name}\n          command: sh bench/quick.sh ./${name}.txt\n          max-runs: 5\n          mode: measure`,
        )
    bed.repository.commit({
      files: {
        [bench]: head + jobOf('parse') + jobOf('print'),
        '.stable-bench.yml': 'defaults: { band: 2% }\n',
      },
    })
    open(slower)
    const { summary, ...asked } = await ask('/bench print')
    expect(asked).toEqual({ outcome: 'not-established', conclusion: 'action_required' })
    expect(summary).toMatch(notMeasured)
    expect(await ask('/bench')).toMatchObject({ outcome: 'regression', conclusion: 'failure' })
  }, 300_000)
})

describe('a run whose jobs were all skipped', () => {
  it('leaves what was found on demand; so does a later measurement of another suite, on a new base commit', async () => {
    open(slower)
    expect(await ask('/bench')).toMatchObject({ conclusion: 'failure' })
    const before = structuredClone(bed.github.state.checks)
    await gate(titled)
    expect(bed.github.state.checks).toEqual(before)
    moveMain()
    await ask('/bench print')
    expect(bed.github.state.checks).toEqual(before)
    expect(comment()).toMatch(
      /on demand \(`action_required`, .*the worse report stays: .*ask for all with \/bench/,
    )
  }, 300_000)

  it('since only the title was edited makes no check run where nothing has measured the head, and says what does', async () => {
    open(slower)
    expect((await gate(titled)).summary).toMatch(
      /nothing has measured the commit: push another one, or close and reopen/,
    )
    expect(bed.github.state.checks).toEqual([])
    expect(await gate({ action: 'reopened' })).toMatchObject({ conclusion: 'failure' })
  }, 300_000)

  it('excuses no suite that was not asked for', async () => {
    bed.repository.commit({
      files: { [bench]: workflow.replace('    if: (github', '    if: github.run_id == 0 && (github') },
    })
    open(slower)
    expect(await gate()).toMatchObject({ conclusion: 'neutral' })
    const { summary, ...asked } = await ask('/bench print')
    expect(asked).toEqual({ outcome: 'not-established', conclusion: 'action_required' })
    expect(summary).toMatch(notMeasured)
    expect(await ask('/bench')).toMatchObject({ conclusion: 'failure' })
  }, 300_000)
})
