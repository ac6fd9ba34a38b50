// How a suite is measured, as `.stable-bench.yml` says it: whose file counts, and for which side.
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { unzipSync } from 'fflate'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { example, outputsOf } from './quick-suite.ts'

const workflow = '.github/workflows/bench.yml'
const config = '.stable-bench.yml'
const settings = { workflow, permissions: { contents: 'read', actions: 'read' } as const }

/** Knows the benchmarks of these names, and fails for another. */
const benchmark = (...names: string[]) => `case " ${names.join(' ')} " in *" $1 "*) ;; *) exit 3 ;; esac
echo '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"time","metric":"time","unit":"ms","better":"lower","runs":[[100.'$RANDOM'1]]}]}'
`
const files = {
  [workflow]: example('pull-request/bench.yml').replace(
    /^( +)command:.*/m,
    '$1runs: 5\n$1command: bash bench/run.sh {benchmark}',
  ),
  'bench/run.sh': benchmark('json', 'xml'),
  [config]: 'defaults: { warmup-runs: 2 }\nsuites: { access-log: { benchmarks: [json, xml] } }\n',
}

describe('the settings of a suite', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  /** The plan of each document that the last job left, by its file. */
  function plans(): Record<string, { warmupRuns: number; benchmarks: string[] }> {
    const left = unzipSync(bed.results.blob(bed.results.artifacts().at(-1)?.id ?? 0))
    const documents = Object.entries(left).filter(([name]) => /^(result|baseline)\.json\.gz$/.test(name))
    return Object.fromEntries(
      documents.map(([name, bytes]) => [name, JSON.parse(gunzipSync(bytes).toString()).plan]),
    )
  }

  it('are those of the base commit in a pull request; each side has its own benchmarks', async () => {
    bed.openPull(1, {
      branch: 'csv',
      files: {
        'bench/run.sh': benchmark('json', 'csv'),
        [config]: 'defaults: { warmup-runs: 9 }\nsuites: { access-log: { benchmarks: [json, csv] } }\n',
      },
    })
    const run = await bed.pullRequest(1, settings)
    expect(plans()).toMatchObject({
      'baseline.json.gz': { warmupRuns: 2, benchmarks: ['json', 'xml'] },
      'result.json.gz': { warmupRuns: 2, benchmarks: ['json', 'csv'] },
    })
    expect(run.summary).toMatch(/it sets warmup-runs in defaults to 9, which is 2 now/)
    expect(run.summary).not.toMatch(/sets benchmarks/)
    expect(run.summary).toMatch(/\| ➖<br><sub>new<\/sub> \| {2}\| `csv\/time` \|/)
    // The base has it, so it must not vanish unseen.
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(run.summary).toMatch(/`xml\/time` was not measured/)
    expect(run.code).not.toBe(0)
  }, 300_000)

  it('are those of the commit itself on a branch', async () => {
    const own = 'defaults: { warmup-runs: 0 }\nsuites: { access-log: { benchmarks: [json, xml] } }\n'
    bed.repository.commit({ files: { [config]: own } })
    await bed.push('main', { ...settings, expectedCode: 0 })
    expect(plans()).toMatchObject({ 'result.json.gz': { warmupRuns: 0, benchmarks: ['json', 'xml'] } })
  }, 300_000)

  it('are refused for a mistake in them, which is named with its place', async () => {
    bed.repository.commit({ files: { [config]: 'suites:\n  access-log:\n    delta: many\n' } })
    const broken = await bed.push('main', settings)
    expect(broken.code).not.toBe(0)
    expect(broken.log).toContain(
      '.stable-bench.yml:3:12: suites, access-log, delta: must be a whole number from 0 to 1000000000',
    )
  }, 300_000)
})
