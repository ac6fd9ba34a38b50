// Events that a job must not let pass unseen: what is checked out is not what they are about, a merge queue, a pull
// request that is gone, a job that could not measure.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { setLabel } from '../stand-ins/events.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, gatingSettings, outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const settings = gatingSettings
const { workflow } = settings
const bench = commenting(quickExample('pull-request/bench.yml')).replace(
  /^on:\n/m,
  'on:\n  pull_request_target:\n',
)

describe('a job', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files: { [workflow]: bench, ...suiteFiles({ 'access-log': 100 }) } })
  })
  afterEach(() => bed.close())

  const slower = (more: Record<string, string> = {}) =>
    bed.openPull(1, { branch: 'slower', files: { ...suiteFiles({ 'access-log': 150 }), ...more } })
  const lastCheck = () => bed.github.state.checks.at(-1)

  it('fails on pull_request_target, which checks out the base: it would be compared with itself', async () => {
    slower()
    const run = await bed.pullRequestTarget(1, settings)
    expect(run.code).not.toBe(0)
    expect(run.log).toMatch(
      /commit [0-9a-f]{10} is checked out, but the event is about [0-9a-f]{10}, .*pull_request_target/,
    )
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(bed.github.comments).toEqual([])
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  it('compares what a merge queue is about to merge, without a comment, and counts the waiver that a maintainer has accepted in the pull request', async () => {
    const waiver = '{ benchmark: "*", ceiling: 90%, expires: 2999-12-31, reason: bounds checks }'
    slower({ '.stable-bench.yml': `waivers:\n  - ${waiver}\n` })
    const run = await bed.mergeGroup(1, settings)
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(run.code).not.toBe(0)
    expect(lastCheck()).toMatchObject({ conclusion: 'failure', head_sha: run.sha })
    expect(bed.github.comments).toEqual([])
    expect(bed.results.artifacts().map(({ name }) => name)).toEqual([
      expect.stringMatching(/^stable-bench-page-.*\.html$/),
      expect.stringMatching(/^stable-bench-candidate-/),
    ])
    setLabel(bed.github.state, 1, { label: 'stable-bench: waive', by: 'octocat' })
    const permissions = { ...settings.permissions, issues: 'read' as const }
    const accepted = await bed.mergeGroup(1, { ...settings, permissions, expectedCode: 0 })
    expect(outputsOf(accepted)).toMatchObject({ outcome: 'pass' })

    bed.openPull(2, { branch: 'same', files: { 'README.md': 'the same\n' } })
    expect(outputsOf(await bed.mergeGroup(2, { ...settings, expectedCode: 0 }))).toMatchObject({
      outcome: 'pass',
    })
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  it('that could not measure says so to whoever waits for its check run', async () => {
    slower({ 'bench/quick.sh': 'echo "out of order" >&2; exit 3\n' })
    const run = await bed.pullRequest(1, settings)
    expect(run.code).not.toBe(0)
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(run.summary).toMatch(/Not established: there is no result to compare[\s\S]*out of order/)
    // Nobody masks what the command printed there.
    expect(lastCheck()).toMatchObject({
      name: 'stable-bench: access-log',
      conclusion: 'action_required',
      output: { summary: expect.stringMatching(/exit code 3; [\s\S]*actions\/runs/) },
    })
    expect(JSON.stringify(lastCheck())).not.toMatch(/out of order/)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  describe('that cannot be started as it is configured', () => {
    const withLines = (...lines: string[]) => ({
      [workflow]: bench
        .replace(/^ +runs: 5\n/m, '')
        .replace(/^( +)command:.*/m, (_, indent) => lines.map(line => indent + line).join('\n')),
    })
    const command = 'command: sh bench/quick.sh ./access-log.txt'

    it.each([
      [
        'has two inputs out of range',
        withLines('runs: 2', 'comment: maybe', command),
        /input 'runs' must be auto, or a whole number[\s\S]*input 'comment' must be one of/,
      ],
      ['has no command', withLines('runs: 5'), /input 'command' is empty/],
    ])(
      'says so to whoever waits for its outcome or check run: it %s',
      async (_, files, reason) => {
        bed.openPull(1, { branch: 'other', files })
        const run = await bed.pullRequest(1, settings)
        expect(run.code).not.toBe(0)
        expect(run.log).toMatch(reason)
        expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
        expect(run.summary).toMatch(
          /stable-bench: access\\?-log[\s\S]*Not established: there is no result to compare/,
        )
        expect(run.summary).toMatch(reason)
        expect(lastCheck()).toMatchObject({
          name: 'stable-bench: access-log',
          conclusion: 'action_required',
        })
        expect(bed.github.unexpectedRequests).toEqual([])
      },
      300_000,
    )

    it('says so on a branch and as the leg of a matrix, where it has no check run', async () => {
      bed.repository.commit({ files: withLines('runs: 2', command) })
      const push = await bed.push('main', settings)
      expect(push.code).not.toBe(0)
      expect(outputsOf(push)).toMatchObject({ outcome: 'not-established' })
      expect(push.summary).toMatch(/input 'runs' must be auto, or a whole number/)
      bed.openPull(1, { branch: 'other', files: withLines('mode: measure', 'runs: 2', command) })
      const leg = await bed.pullRequest(1, settings)
      expect(leg.code).not.toBe(0)
      expect(outputsOf(leg)).toMatchObject({ outcome: 'not-established' })
      expect(leg.summary).toMatch(/input 'runs' must be auto, or a whole number/)
      expect(bed.github.state.checks).toEqual([])
    }, 300_000)

    it('says so as the job that publishes', async () => {
      bed.openPull(1, { branch: 'other', files: withLines('mode: publish', 'legs: all') })
      const run = await bed.pullRequest(1, settings)
      expect(run.code).not.toBe(0)
      expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
      expect(run.summary).toMatch(/input 'legs' must be a whole number/)
      expect(lastCheck()).toMatchObject({ conclusion: 'action_required' })
    }, 300_000)
  })

  it('does not comment on a pull request that was closed or pushed to meanwhile', async () => {
    slower()
    for (const pull of bed.github.state.pulls) Object.assign(pull, { state: 'closed' })
    const run = await bed.pullRequest(1, settings)
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(run.log).toMatch(/No comment: #1 was closed meanwhile\. See the job summary\./)
    expect(run.summary).toMatch(/parse/)
    expect(bed.github.comments).toEqual([])
  }, 300_000)
})
