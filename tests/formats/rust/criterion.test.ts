// criterion shortens the names of its directories, and has the whole name in a file beside the samples.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { readSessions } from '../../../src/files/session-file.ts'
import { median } from '../../../src/stats/describe/summary.ts'

const SAMPLE = { sampling_mode: 'Flat', iters: [10, 10], times: [50, 60] }

/** A file of samples in `directory`, as criterion 0.5.1 leaves it, with `beside` as its benchmark.json. */
function sampleIn(directory: string, beside: object | string | null): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'criterion-')), 'target/criterion', directory, 'new')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'sample.json')
  writeFileSync(path, JSON.stringify(SAMPLE))
  const text = typeof beside === 'object' ? JSON.stringify(beside) : beside
  if (beside !== null) writeFileSync(join(folder, 'benchmark.json'), text)
  return path
}

const named = (full_id: string, title = full_id) => ({
  ...{ group_id: full_id, function_id: null, value_str: null, throughput: null },
  ...{ full_id, directory_name: 'x', title },
})

const namesIn = (...paths: string[]) =>
  readSessions(paths, 'auto').flatMap(({ benchmarks }) => benchmarks.map(({ name }) => name))

const LONG = 'a_module::with_a_rather_long_name::and_a_function_in_it::parse_small_'
const SHORT = 'a_module__with_a_rather_long_name__and_a_function_in_it__parse_s'

describe('the name of a benchmark of criterion', () => {
  it('is the whole one, where directories are cut and numbered', () => {
    const input = sampleIn(SHORT, named(`${LONG}input`))
    const output = sampleIn(`${SHORT}_2`, named(`${LONG}output`))
    expect(namesIn(input, output)).toEqual([`${LONG}input`, `${LONG}output`])
    expect(namesIn(sampleIn('sort _x_/a_b_c/10', named('sort "x"/a/b:c/10')))).toEqual(['sort "x"/a/b:c/10'])
  })

  it('tells benchmarks of one name apart as criterion does', () => {
    expect(
      namesIn(sampleIn('twice', named('twice')), sampleIn('twice_2', named('twice', 'twice #2'))),
    ).toEqual(['twice', 'twice #2'])
  })

  it('is not a shortened title', () => {
    const long = 'x'.repeat(120)
    expect(namesIn(sampleIn(long.slice(0, 64), named(long, `${long.slice(0, 100)} #2`)))).toEqual([long])
  })

  it.each([null, 'not JSON', '[]', { full_id: 3 }, { full_id: '' }])(
    'is that of the directories where the file beside it says none: %j',
    beside => {
      expect(namesIn(sampleIn('parse_one', beside))).toEqual(['parse_one'])
    },
  )
})

describe('the value of a run', () => {
  it('is not moved by the one disturbed sample that moves the slope of criterion to six times as much', () => {
    const path = fileURLToPath(
      new URL('../fixtures/criterion/target/criterion/parse_one/new/sample.json', import.meta.url),
    )
    const { iters, times } = JSON.parse(readFileSync(path, 'utf8')) as { iters: number[]; times: number[] }
    const sum = (of: (i: number) => number) => iters.reduce((total, _, i) => total + of(i), 0)
    const slope = sum(i => (iters[i] as number) * (times[i] as number)) / sum(i => (iters[i] as number) ** 2)
    const [session] = readSessions([path], 'auto')
    const value = median(session?.benchmarks[0]?.runs[0] ?? [])
    const quickest = Math.min(...iters.map((count, i) => (times[i] as number) / count))
    expect(slope / value).toBeGreaterThan(6)
    expect(value / quickest).toBeLessThan(1.5)
  })
})
