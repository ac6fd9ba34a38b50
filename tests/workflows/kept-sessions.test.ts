// Baselines over time, run against GitHub's stand-ins: histories that keep sessions, and a pull request that needs few
// requests for what twenty of them left.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { unzipSync } from 'fflate'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const workflow = '.github/workflows/bench.yml'
const stored = commenting(quickExample('pull-request/bench.yml'))
  .replace('  merge_group:\n', '  schedule:\n    - cron: "1 2 * * *"\n  merge_group:\n')
  .replace(/^( +)command:/m, '$1baseline: artifact\n$&')
const permissions = { contents: 'read', actions: 'read', 'pull-requests': 'write' } satisfies Permissions
const settings = { workflow, permissions, expectedCode: 0 }
/** A benchmark whose job is cancelled. As the runner does it: SIGINT for the process of the step, which is the action. */
const cancelling = `pid=$PPID
until [ "$pid" -le 1 ] || grep -q action.js /proc/$pid/cmdline; do pid=$(sed -n 's/^PPid:\\t//p' /proc/$pid/status); done
[ "$pid" -le 1 ] || kill -INT "$pid"
sleep 30
`

describe('stored baselines', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files: { [workflow]: stored, ...suiteFiles({ 'access-log': 20 }) } })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const histories = () => bed.results.artifacts().filter(({ name }) => name.startsWith('stable-bench-trend-'))
  const kept = (id = histories().at(-1)?.id ?? 0) =>
    Object.keys(unzipSync(bed.results.blob(id))).filter(name => name.startsWith('session-'))
  const requestsSince = (before: number) => bed.github.requests.slice(before)

  it('are kept at night, survive their own artifacts, and are found with few requests, also on GitHub Enterprise Cloud', async () => {
    // That server has another name.
    const cloud = { ...settings, env: { GITHUB_SERVER_URL: 'https://acme.ghe.com' } }
    for (let night = 0; night < 2; night++) {
      bed.repository.commit({ files: { 'README.md': `night ${night}` } })
      await bed.schedule(cloud)
      for (const { id, name } of bed.results.artifacts()) {
        if (name.startsWith('stable-bench-baseline-')) bed.results.expire(id)
      }
    }
    expect(histories()).toHaveLength(2)
    const nights = bed.github.state.runs.filter(({ event }) => event === 'schedule')
    expect(kept().sort()).toEqual(
      nights.map(({ id }) => expect.stringMatching(RegExp(`^session-${id}-[0-9a-f]{12}\\.json\\.gz$`))),
    )
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '20' } })
    const before = bed.github.requests.length
    const pull = await bed.pullRequest(1, cloud)
    expect(pull.summary).toMatch(/against a stored baseline of 2 sessions/)
    expect(requestsSince(before).length).toBeLessThan(22)
    expect(bed.github.comments[0]?.body).toMatch(/against a stored baseline of 2 sessions/)
    expect(bed.github.comments[0]?.body).toMatch(
      /\[Full report\]\(<https:\/\/acme\.ghe\.com\/acme\/rocket\/actions\/runs\/103\/artifacts\/\d+>\)/,
    )
  }, 240_000)

  /** Pushes whose results have the name that this testbed's have, and cannot be read. */
  function leaveUnreadable(runs: number, head_sha: string): void {
    const [good] = bed.results.artifacts().filter(({ name }) => name.startsWith('stable-bench-baseline-'))
    for (let i = 0; i < runs; i++) {
      const id = 200 + bed.github.state.runs.length
      bed.github.state.runs.push({ id, event: 'push', path: workflow, head_branch: 'main', head_sha })
      bed.results.addArtifact({ runId: id, name: good?.name ?? '', content: Buffer.from('no zip') })
    }
  }

  it('are kept on every tenth push, and cost no more than sixty requests, however many single results there are', async () => {
    await bed.schedule(settings)
    const night = Object.keys(unzipSync(bed.results.blob(histories().at(-1)?.id ?? 0)))
    leaveUnreadable(8, bed.repository.commit({ files: { 'README.md': 'x' } }))
    await bed.push('main', settings)
    expect(histories()).toHaveLength(1)
    const main = bed.repository.commit({ files: { 'README.md': 'y' } })
    await bed.push('main', settings)
    expect(histories()).toHaveLength(2)
    // With the nights and the page that the history has.
    const files = Object.keys(unzipSync(bed.results.blob(histories().at(-1)?.id ?? 0)))
    expect(files).toEqual(expect.arrayContaining(night))
    expect(kept()).toHaveLength(3)

    for (const { id } of histories()) bed.results.expire(id)
    leaveUnreadable(80, main)
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '20' } })
    // What is stored cannot be read, as far as these requests reach: nothing is known, and the pull request fails.
    const unreadable = async () => {
      const run = await bed.pullRequest(1, { workflow, permissions })
      expect(run.code).not.toBe(0)
      expect(run.log).toMatch(
        /not-established: none of the base branch's results could be read: .*not a zip archive/,
      )
    }
    for (const start of [unreadable, () => bed.schedule(settings)]) {
      const before = bed.github.requests.length
      await start()
      expect(requestsSince(before).length).toBeGreaterThan(40)
      expect(requestsSince(before).length).toBeLessThanOrEqual(60)
    }
  }, 400_000)

  it('say above the comment what is being measured, that it could not be, and that a job was cancelled', async () => {
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '20' } })
    await bed.pullRequest(1, settings)
    const report = bed.github.comments[0]?.body ?? ''
    const results = () =>
      bed.results.artifacts().filter(({ name }) => !/^stable-bench-(?:unmeasured|failed)-/.test(name))
    const before = results().length
    bed.openPull(1, { branch: 'change', files: { 'bench/quick.sh': 'exit 3\n' } })
    const edits: string[] = []
    const note = () => edits.push(bed.github.comments[0]?.body ?? '')
    bed.github.interrupt('issues/update-comment', {}, { meanwhile: note })
    const failed = await bed.pullRequest(1, { workflow, permissions })
    expect(failed.code).not.toBe(0)
    expect(edits[0]).toMatch(
      /\n> Measuring `[0-9a-f]{10}` in \[run 102\]\(.*\); the numbers below are for `[0-9a-f]{10}`\n/,
    )
    expect(bed.github.comments[0]?.body).toMatch(/\n> `[0-9a-f]{10}` could not be measured, see \[run 102\]/)
    expect(bed.github.comments[0]?.body.endsWith(report.split('\n').slice(2).join('\n'))).toBe(true)
    expect(outputsOf(failed).outcome).toBe('not-established')

    bed.openPull(1, { branch: 'change', files: { 'bench/quick.sh': cancelling } })
    const cancelled = await bed.pullRequest(1, { workflow, permissions })
    expect(cancelled.code).not.toBe(0)
    expect(cancelled.orphans).toEqual([])
    expect(bed.github.comments).toHaveLength(1)
    expect(bed.github.comments[0]?.body).toMatch(/\n> `[0-9a-f]{10}` could not be measured, see \[run 103\]/)
    expect(results()).toHaveLength(before)
  }, 400_000)
})
