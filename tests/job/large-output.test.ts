// An output of more than 8 MiB is read piece by piece, and says the same; where it is broken, the message names the place.
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { readSessions } from '../../src/files/session-file.ts'

const file = join(mkdtempSync(join(tmpdir(), 'stable-bench-large-')), 'out.json')
const valueAt = (i: number) => 100 + (i % 7)
const row = (i: number) => ({
  name: `BM_${i % 1000}`,
  run_name: `BM_${i % 1000}`,
  run_type: 'iteration',
  real_time: valueAt(i),
  cpu_time: 1,
  time_unit: 'us',
  bytes_per_second: 5,
  label: 'x'.repeat(200),
})
const rows = Array.from({ length: 30_000 }, (_, i) => row(i))
const text = JSON.stringify({ context: { num_cpus: 1, library_build_type: 'debug' }, benchmarks: rows })

it('has every repetition of every benchmark, and the warnings of its context', () => {
  writeFileSync(file, text)
  const [session] = readSessions([file], 'auto')
  const { benchmarks = [], warnings = [], tool } = session ?? {}
  expect([tool, benchmarks.length, warnings.map(({ code }) => code)]).toEqual([
    'google-benchmark',
    3000,
    ['google-benchmark-debug'],
  ])
  expect(benchmarks[3 * 5]).toEqual({
    name: 'BM_5',
    metric: 'real-time',
    unit: 'ns',
    better: 'lower',
    runs: [Array.from({ length: 30 }, (_, i) => 1000 * valueAt(1000 * i + 5))],
  })
})

it('is refused where it breaks off, with the place', () => {
  truncateSync(file, text.length - 1000)
  expect(() => readSessions([file], 'auto')).toThrow(
    /out\.json: looks truncated: the JSON breaks off at line 1, column \d{7}/,
  )
})
