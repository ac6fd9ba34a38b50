// What a job asks of GitHub: each thing once. Requests are few, and each may fail.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { quickExample, suiteFiles } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const files = {
  [bench]: quickExample('pull-request/bench.yml'),
  [publish]: quickExample('pull-request/publish.yml'),
  ...suiteFiles({ 'access-log': 20 }),
}
const reading = { contents: 'read', actions: 'read', checks: 'read', 'pull-requests': 'read' } as Permissions
const measuring = { workflow: bench, permissions: reading }
const publishing = {
  workflow: publish,
  permissions: {
    contents: 'read',
    actions: 'read',
    checks: 'write',
    'pull-requests': 'write',
  } as Permissions,
}

describe('the requests of a job', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const during = async (work: () => Promise<BedRun>) => {
    const from = bed.github.requests.length
    const run = await work()
    const asked = bed.github.requests.slice(from).map(({ method, path }) => `${method} ${path}`)
    return { run, asked }
  }

  it('are few', async () => {
    const base = await during(() => bed.push('main', measuring))
    bed.openPull(3, { branch: 'slower', files: { 'bench/access-log.txt': '30' } })
    const measured = await during(() => bed.pullRequest(3, measuring))
    const published = await during(() => bed.workflowRun(measured.run.runId, publishing))
    console.log(
      JSON.stringify({ base: base.asked, measured: measured.asked, published: published.asked }, null, 1),
    )
    expect(measured.asked.length).toBeLessThanOrEqual(12)
    expect(published.asked.length).toBeLessThanOrEqual(15)
  })
})
