// A night goes on from a history that was imported and uploaded as docs/trend.md says.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { unzipSync, zipSync } from 'fflate'
import { parseTrendDocument } from '../../src/history/store/document.ts'
import { root, scratch, stableBench } from '../e2e/command-line.ts'
import { commitAt, dataJs, entryOf } from '../history/import/example-data-js.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, example as exampleOf } from './quick-suite.ts'

const workflow = '.github/workflows/bench.yml'
const permissions = { contents: 'read', actions: 'read', issues: 'write' } satisfies Permissions
const name = 'stable-bench-trend-access-log'
const sample = { name: 'parse', metric: 'time', unit: 'ns', better: 'lower' }
const printed = JSON.stringify({
  schema: 'stable-bench/samples@1',
  benchmarks: [{ ...sample, runs: [[1300, 1301, 1302]] }],
})

/** Thirty commits of the same benchmark; the newest ten are 20 % slower. */
const earlier = Array.from({ length: 30 }, (_, i) => {
  return entryOf(i, [{ name: 'parse', unit: 'ns', value: (i < 20 ? 1000 : 1200) + (i % 3) }])
})

describe('the first night after an import', () => {
  let bed: TestBed

  beforeAll(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({
      files: {
        [workflow]: commenting(exampleOf('nightly/bench.yml')).replace(
          /command:.*/g,
          'command: cat bench/printed.json',
        ),
        'bench/printed.json': printed,
      },
    })
  }, 60_000)

  afterAll(() => bed.close())

  async function upload(): Promise<void> {
    const cwd = scratch()
    writeFileSync(join(cwd, 'data.js'), dataJs({ Suite: earlier }))
    await stableBench(['trend', 'import', '--suite', 'access-log', '--history', 'imported', 'data.js'], {
      cwd,
    })
    const files = readdirSync(join(cwd, 'imported')).map(file => [
      file,
      readFileSync(join(cwd, 'imported', file)),
    ])
    const run = { event: 'workflow_dispatch', path: workflow, head_branch: 'main', head_sha: commitAt(29) }
    bed.github.state.runs.push({ ...run, id: 1, conclusion: 'success' })
    const content = Buffer.from(zipSync(Object.fromEntries(files)))
    bed.results.addArtifact({
      runId: 1,
      name,
      content,
      createdAt: new Date(Date.now() - 60_000).toISOString(),
    })
  }

  it('has all of it and itself, and opens no issue of what was imported', async () => {
    await upload()
    const run = await bed.schedule({ workflow, permissions })
    expect(run.log).not.toMatch(/history was not updated/)
    const newest = bed.results
      .artifacts()
      .filter(each => each.name === name)
      .at(-1)
    const directory = join(scratch(), 'trend')
    mkdirSync(directory)
    for (const [file, bytes] of Object.entries(unzipSync(bed.results.blob(newest?.id ?? 0)))) {
      writeFileSync(join(directory, file), bytes)
    }
    const { stdout } = await stableBench(
      ['trend', directory, '--since', '2026-01-01', '--json', 'all.json'],
      { cwd: directory },
    )
    const { nights } = parseTrendDocument(readFileSync(join(directory, 'all.json'), 'utf8'), 'all')
    expect(nights.map(({ imported }) => imported ?? 'measured')).toEqual([
      ...Array(30).fill('github-action-benchmark'),
      'measured',
    ])
    expect(stdout).toMatch(/21 Jan 2026 on imported: 1 worse/)
    expect(bed.github.state.issues).toEqual([])
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 120_000)
})
