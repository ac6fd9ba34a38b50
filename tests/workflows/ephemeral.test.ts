// Runners that are new for each job: their machine is known by the name that they are given, or by its class.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { gatingSettings, outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const { workflow } = gatingSettings
const withInput = (...lines: string[]) =>
  quickExample('pull-request/bench.yml').replace(/^( +)command:/m, (found, indent) =>
    [...lines.map(line => indent + line), found].join('\n'),
  )

describe('a runner that is new for each job', () => {
  let bed: TestBed
  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  })
  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })
  const on = (runner: string, expectedCode = 0) => ({
    ...gatingSettings,
    expectedCode,
    env: { RUNNER_NAME: runner },
  })

  /** What as many runners leave on main; then a pull request. */
  async function pushes(count: number, changed = 20): Promise<void> {
    for (let i = 0; i < count; i++) {
      bed.repository.commit({ files: { 'README.md': `push ${i}` } })
      await bed.push('main', on(`pod-${i}`))
    }
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': String(changed) } })
  }

  it('finds what others have left on the machine of this name, and clears no failure of an earlier attempt there', async () => {
    const files = {
      [workflow]: withInput('machine: node-3', 'baseline: artifact'),
      ...suiteFiles({ 'access-log': 20 }),
    }
    bed.repository.commit({ files })
    await pushes(2, 30)
    const first = await bed.pullRequest(1, on('pod-9', 1))
    expect(first.summary).toMatch(/against a stored baseline of 2 sessions/)
    expect(first.summary).not.toMatch(/pod-/)
    expect(outputsOf(first)).toMatchObject({ outcome: 'regression' })
    const second = await bed.pullRequest(1, { ...on('pod-8', 1), rerun: first.runId })
    expect(outputsOf(second)).toMatchObject({ outcome: 'regression' })
    expect(second.summary).toMatch(/the runs of one earlier attempt of this job were joined \(attempt 1\)/)
  }, 300_000)

  it('is compared with one session of each other machine of its class', async () => {
    const files = {
      [workflow]: withInput('machine-class: pool', 'baseline: artifact'),
      ...suiteFiles({ 'access-log': 20 }),
    }
    bed.repository.commit({ files })
    await pushes(2)
    const { summary } = await bed.pullRequest(1, on('pod-9'))
    expect(summary).toMatch(/against a stored baseline of 2 sessions/)
    expect(summary).toMatch(/one session each of 2 other machines of class .?pool/)
    bed.openPull(2, { branch: 'other', files: { 'README.md': 'another change' } })
    const again = await bed.pullRequest(2, on('pod-1'))
    expect(again.summary).toMatch(/against a stored baseline/)
    expect(again.summary).not.toMatch(/other machines|of 2 sessions/)
  }, 300_000)

  it.each(['artifact', 'auto'])(
    'is told first of all that its results never match while nothing else names its machine (baseline: %s)',
    async baseline => {
      const files = { [workflow]: withInput(`baseline: ${baseline}`), ...suiteFiles({ 'access-log': 20 }) }
      bed.repository.commit({ files })
      await pushes(1)
      const { summary } = await bed.pullRequest(1, on('pod-9'))
      expect(summary).toMatch(
        /Read this first[\s\S]*no stored result matches: the machine is named after the runner, pod-9 now and pod-0 for the base branch.s last result\..*none ever will: set the input machine to a name that stays/,
      )
    },
    300_000,
  )
})
