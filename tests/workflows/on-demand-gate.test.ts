// A measurement on demand beside the gate of the same commit: it adds runs to what the gate measured, and never stands for what
// the gate did not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, type RunSettings, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, pairPermissions, suiteFiles, withFewRuns } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const suite = (name: string) => ({
  command: `test -z "$BROKEN" && sh bench/quick.sh ./${name}.txt`,
})
const config = JSON.stringify({ suites: { parse: suite('parse'), print: suite('print') } })
const exampleOf = (path: string) => readFileSync(join(root, 'examples', path), 'utf8')
const files = {
  [bench]: withFewRuns(exampleOf('on-demand/bench.yml')),
  [publish]: exampleOf('pull-request/publish.yml'),
  '.stable-bench.yml': config,
  ...suiteFiles({ parse: 10, print: 20 }),
}
const asking = {
  workflow: bench,
  permissions: { contents: 'read', actions: 'read', 'pull-requests': 'write' } as Permissions,
}

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  bed.repository.commit({ files })
  bed.openPull(1, { branch: 'change', files: { 'README.md': 'x' } })
})
afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const gate = (more: Partial<RunSettings> = {}) =>
  bed.pullRequest(1, { workflow: bench, permissions: pairPermissions.measuring, ...more })
const ask = async (body: string) => {
  const run = await bed.comment(1, { body, by: 'octocat' }, asking)
  expect(outputsOf(run)).toMatchObject({ outcome: 'pass' })
  return run
}
const report = async ({ runId }: BedRun) => {
  const settings = { workflow: publish, permissions: pairPermissions.publishing, expectedCode: 0 }
  const published = await bed.workflowRun(runId, settings)
  const conclusion = bed.github.state.checks.at(-1)?.conclusion
  return { outcome: outputsOf(published).outcome, conclusion, summary: published.summary }
}
const comment = () => bed.github.comments.findLast(({ body }) => body.startsWith('<!-- stable-bench'))?.body

describe('a measurement on demand of a commit', () => {
  it('that the gate could not measure does not pass in its place; the gate does, once it runs again', async () => {
    const broken = await gate({ env: { BROKEN: '1' } })
    expect(await report(broken)).toMatchObject({ conclusion: 'action_required' })
    const { summary, ...asked } = await report(await ask('/bench'))
    expect(asked).toEqual({ outcome: 'not-established', conclusion: 'action_required' })
    expect(summary).toMatch(
      RegExp(
        `run ${broken.runId} of \`?\\.github/workflows/bench\\\\?\\.yml\`? established nothing for this commit; run it again`,
      ),
    )
    expect(comment()).toMatch(/established nothing for this commit/)
    // Asked twice, it is the same.
    expect(await report(await ask('/bench'))).toMatchObject({ conclusion: 'action_required' })
    await report(await gate({ rerun: broken.runId, expectedCode: 0 }))
    expect(bed.github.state.checks.at(-1)).toMatchObject({ conclusion: 'success' })
  }, 300_000)

  it('that asks for one of its suites does not pass for the others, unless the gate has measured them', async () => {
    const { summary, ...alone } = await report(await ask('/bench parse'))
    expect(alone).toEqual({ outcome: 'not-established', conclusion: 'action_required' })
    expect(summary).toMatch(/print: the measurement on demand left it out, and no other run on this commit/)
    expect(await report(await gate({ expectedCode: 0 }))).toMatchObject({ conclusion: 'success' })
    expect(await report(await ask('/bench parse'))).toMatchObject({
      outcome: 'pass',
      conclusion: 'success',
    })
  }, 300_000)

  it('that nothing else has measured passes by itself where it measures all suites', async () => {
    expect(await report(await ask('/bench'))).toMatchObject({ outcome: 'pass', conclusion: 'success' })
  }, 300_000)
})
