// Artifacts that say of a suite that it need not be measured. Code of the pull request may have written them, so the publish job
// holds them against what the pull request changes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Run } from '../stand-ins/github/state.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, pairPermissions, suiteFiles, withFewRuns } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const exampleOf = (path: string) => readFileSync(join(root, 'examples/pull-request', path), 'utf8')
const suite = (name: string) => ({
  command: `sh bench/quick.sh ./${name}.txt`,
  paths: [`bench/${name}.txt`],
})
const files = {
  [bench]: withFewRuns(exampleOf('bench.yml')),
  [publish]: exampleOf('publish.yml'),
  '.stable-bench.yml': JSON.stringify({ suites: { parse: suite('parse'), print: suite('print') } }),
  ...suiteFiles({ parse: 10, print: 20 }),
}

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  bed.repository.commit({ files })
})
afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const open = (changed: Record<string, string | null>) => bed.openPull(1, { branch: 'change', files: changed })
const report = async (runId: number) => {
  const settings = { workflow: publish, permissions: pairPermissions.publishing, expectedCode: 0 }
  const published = await bed.workflowRun(runId, settings)
  const check = bed.github.state.checks.at(-1)?.conclusion
  return { outcome: outputsOf(published).outcome, check, summary: published.summary }
}

/** A run on the present head of the pull request that left what `run` has left. */
function copied(run: BedRun): number {
  const { state } = bed.github
  const known = state.runs.find(({ id }) => id === run.runId) as Run
  const id = 1 + Math.max(...state.runs.map(each => each.id))
  state.runs.push({ ...structuredClone(known), id, head_sha: state.pulls[0]?.head.sha ?? '' })
  for (const { id: own, name, runId } of bed.results.artifacts())
    if (runId === run.runId) bed.results.addArtifact({ runId: id, name, content: bed.results.blob(own) })
  return id
}

describe('the word of a job that a suite need not be measured', () => {
  it.each([
    ['beside one that was measured', { 'bench/parse.txt': '10.0' }],
    ['alone', { 'README.md': 'x' }],
  ])(
    'counts as long as no file of its paths changed: %s',
    async (_, changed) => {
      open(changed)
      const run = await bed.pullRequest(1, {
        workflow: bench,
        permissions: pairPermissions.measuring,
        expectedCode: 0,
      })
      expect(await report(run.runId)).toMatchObject({ outcome: 'pass', check: 'success' })
      open({ ...changed, 'bench/print.txt': '40' })
      const { summary, ...ended } = await report(copied(run))
      expect(ended).toEqual({ outcome: 'not-established', check: 'action_required' })
      expect(summary).toMatch(
        /print.*need not be measured, but the pull request changes bench\/print\\?\.txt, which is among its paths in \\?\.stable-bench\\?\.yml; measure it/s,
      )
      // A file that was moved away has changed, too, and one among very many is found.
      open({ ...changed, 'bench/print.txt': null, 'bench/other.txt': '20' })
      expect(await report(copied(run))).toMatchObject({ outcome: 'not-established' })
      const many = Array.from({ length: 320 }, (_, i) => [`a/${i}.txt`, `${i}`])
      open({ ...changed, ...Object.fromEntries(many) })
      expect(await report(copied(run))).toMatchObject({ outcome: 'pass' })
      open({ ...changed, ...Object.fromEntries(many), 'bench/print.txt': '40' })
      expect(await report(copied(run))).toMatchObject({ outcome: 'not-established' })
    },
    240_000,
  )
})

it('of a suite whose files a submodule may hold does not count after another commit of it', async () => {
  const own = { command: suite('print').command, paths: ['**/*.c'] }
  bed.repository.commit({
    files: {
      '.gitmodules': '[submodule "lib"]\n\tpath = deps/lib\n\turl = ../lib\n',
      '.stable-bench.yml': JSON.stringify({ suites: { parse: suite('parse'), print: own } }),
      ...{ 'deps/lib': 'one', 'main.c': '1', 'docs/a': 'one' },
    },
  })
  const changed = { 'bench/parse.txt': '10.0' }
  open(changed)
  const measuring = { workflow: bench, permissions: pairPermissions.measuring, expectedCode: 0 }
  const run = await bed.pullRequest(1, measuring)
  expect(await report(run.runId)).toMatchObject({ outcome: 'pass' })
  open({ ...changed, 'docs/a': 'two' })
  expect(await report(copied(run))).toMatchObject({ outcome: 'pass' })
  // The server lists a submodule as it lists a file.
  open({ ...changed, 'deps/lib': 'two' })
  const { summary, outcome } = await report(copied(run))
  expect(outcome).toBe('not-established')
  expect(summary).toMatch(
    /print.*need not be measured, but the pull request changes deps\/lib, which is among/s,
  )
}, 240_000)

describe('a job of several suites that measured nothing', () => {
  it('is no hindrance once it was repeated, and the report says that it failed until then', async () => {
    open({ 'bench/parse.txt': '10.0' })
    const { contents: _, ...blind } = pairPermissions.measuring
    bed.github.state.private = true
    const settings = { workflow: bench, permissions: blind }
    const failed = await bed.pullRequest(1, settings)
    expect(failed.code).not.toBe(0)
    const { summary, ...first } = await report(failed.runId)
    expect(first).toEqual({ outcome: 'not-established', check: 'action_required' })
    expect(summary).toMatch(/benchmark: a job could not measure it, and its log says why/)
    const again = {
      ...settings,
      permissions: pairPermissions.measuring,
      rerun: failed.runId,
      expectedCode: 0,
    }
    expect(await report((await bed.pullRequest(1, again)).runId)).toMatchObject({
      outcome: 'pass',
      check: 'success',
    })
  }, 240_000)
})
