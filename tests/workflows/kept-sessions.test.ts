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
  .replace('  pull_request:\n', '  pull_request:\n  schedule:\n    - cron: "1 2 * * *"\n')
  .replace(/^( +)command:/m, '$1baseline: artifact\n$&')
const permissions = { contents: 'read', actions: 'read', 'pull-requests': 'write' } satisfies Permissions
const settings = { workflow, permissions, expectedCode: 0 }

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

  it('are kept at night, survive their own artifacts, and are found with few requests', async () => {
    for (let night = 0; night < 3; night++) {
      bed.repository.commit({ files: { 'README.md': `night ${night}` } })
      await bed.schedule(settings)
    }
    expect(histories()).toHaveLength(3)
    const nights = bed.github.state.runs.filter(({ event }) => event === 'schedule')
    expect(kept().sort()).toEqual(
      nights.map(({ id }) => expect.stringMatching(RegExp(`^session-${id}-[0-9a-f]{12}\\.json\\.gz$`))),
    )
    for (const artifact of bed.results.artifacts()) {
      if (artifact.name.startsWith('stable-bench-baseline-')) bed.results.expire(artifact.id)
    }
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '20' } })
    const before = bed.github.requests.length
    const pull = await bed.pullRequest(1, settings)
    expect(pull.summary).toMatch(/against a stored baseline of 3 sessions/)
    expect(requestsSince(before).length).toBeLessThan(20)
  }, 240_000)

  it('are kept on every tenth push, with the nights and the page that the history has', async () => {
    await bed.schedule(settings)
    const night = Object.keys(unzipSync(bed.results.blob(histories().at(-1)?.id ?? 0)))
    const [good] = bed.results.artifacts().filter(({ name }) => name.startsWith('stable-bench-baseline-'))
    const main = bed.repository.commit({ files: { 'README.md': 'x' } })
    const run = { event: 'push', path: workflow, head_branch: 'main', head_sha: main }
    for (let id = 200; id < 208; id++) {
      bed.github.state.runs.push({ ...run, id })
      bed.results.addArtifact({ runId: id, name: good?.name ?? '', content: Buffer.from('no zip') })
    }
    await bed.push('main', settings)
    expect(histories()).toHaveLength(1)
    bed.repository.commit({ files: { 'README.md': 'y' } })
    await bed.push('main', settings)
    expect(histories()).toHaveLength(2)
    const files = Object.keys(unzipSync(bed.results.blob(histories().at(-1)?.id ?? 0)))
    expect(files).toEqual(expect.arrayContaining(night))
    expect(kept()).toHaveLength(3)
  }, 240_000)

  it('cost no more than sixty requests, however many single results there are, and none of them is good', async () => {
    const main = bed.repository.commit({ files: { 'README.md': 'x' } })
    await bed.push('main', settings)
    const [good] = bed.results.artifacts()
    for (let run = 200; run < 280; run++) {
      bed.github.state.runs.push({
        id: run,
        event: 'push',
        path: workflow,
        head_branch: 'main',
        head_sha: main,
      })
      bed.results.addArtifact({ runId: run, name: good?.name ?? '', content: Buffer.from('no zip') })
    }
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '20' } })
    // What is stored cannot be read, as far as these requests reach: nothing is known, and the pull request fails.
    const unreadable = async () => {
      const run = await bed.pullRequest(1, { workflow, permissions })
      expect(run.code).not.toBe(0)
      expect(run.log).toMatch(
        /not-established: none of the base branch's results could be read: .*no zip archive/,
      )
    }
    for (const start of [unreadable, () => bed.schedule(settings)]) {
      const before = bed.github.requests.length
      await start()
      expect(requestsSince(before).length).toBeGreaterThan(40)
      expect(requestsSince(before).length).toBeLessThanOrEqual(60)
    }
  }, 400_000)

  it('say above the comment what is being measured, and that it could not be', async () => {
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '20' } })
    await bed.pullRequest(1, settings)
    const report = bed.github.comments[0]?.body ?? ''
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
  }, 400_000)

  it('say above the comment that a job was cancelled, which leaves nothing running and no result', async () => {
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '20' } })
    await bed.pullRequest(1, settings)
    const results = () =>
      bed.results.artifacts().filter(({ name }) => !name.startsWith('stable-bench-unmeasured-'))
    const before = results().length
    // As the runner does it: SIGINT for the process of the step, which is the action.
    const cancelled = `pid=$PPID
until [ "$pid" -le 1 ] || grep -q action.js /proc/$pid/cmdline; do pid=$(sed -n 's/^PPid:\\t//p' /proc/$pid/status); done
[ "$pid" -le 1 ] || kill -INT "$pid"
sleep 30
`
    bed.openPull(1, { branch: 'change', files: { 'bench/quick.sh': cancelled } })
    const run = await bed.pullRequest(1, { workflow, permissions })
    expect(run.code).not.toBe(0)
    expect(run.orphans).toEqual([])
    expect(bed.github.comments).toHaveLength(1)
    expect(bed.github.comments[0]?.body).toMatch(/\n> `[0-9a-f]{10}` could not be measured, see \[run 102\]/)
    expect(results()).toHaveLength(before)
  }, 400_000)

  it('are left and found on GitHub Enterprise Cloud, whose server has another name', async () => {
    const env = { GITHUB_SERVER_URL: 'https://acme.ghe.com' }
    await bed.push('main', { ...settings, env })
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '20' } })
    await bed.pullRequest(1, { ...settings, env })
    expect(bed.github.comments[0]?.body).toMatch(/against a stored baseline of 1 session/)
    expect(bed.github.comments[0]?.body).toMatch(
      /\[Full report\]\(<https:\/\/acme\.ghe\.com\/acme\/rocket\/actions\/runs\/102\/artifacts\/\d+>\)/,
    )
  }, 400_000)
})
