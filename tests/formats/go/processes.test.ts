// Outputs of several processes in one file: `for i in 1 2 3; do go test -bench . >> old.txt; done`.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readSessions } from '../../../src/files/session-file.ts'
import { parseLines, printed } from '../go-lines.ts'

const x = (time: number) => printed('BenchmarkX-8', `       ${time} ns/op\t      16 B/op`)
const header = ['goos: linux', 'goarch: amd64', 'pkg: a', 'cpu: Some CPU @ 3.00GHz']
const runsOf = (...lines: string[]) =>
  parseLines(...lines).samples.map(({ name, metric, runs }) => [name, metric, runs])

/** What one `go test` prints. */
const output = (...times: number[]) => [...header, ...times.map(x), 'PASS', 'ok  \ta\t1.2s']

describe('outputs that were appended to one file', () => {
  it('are a run each, with all that -count measured in it', () => {
    expect(runsOf(...output(1, 2), ...output(3, 4), ...output(5, 6))).toEqual([
      [
        'a.BenchmarkX',
        'time',
        [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      ],
      [
        'a.BenchmarkX',
        'allocated-bytes',
        [
          [16, 16],
          [16, 16],
          [16, 16],
        ],
      ],
    ])
  })

  it.each([
    ['of a test binary, which prints no ok', [...header, x(1), 'PASS', ...header, x(2), 'PASS']],
    ['without their ends', [...header, x(1), ...header, x(2)]],
    ['without a package', ['goos: linux', x(1), 'PASS', 'goos: linux', x(2), 'PASS']],
    ['with one header for all', [...header, x(1), 'PASS', x(2), 'PASS']],
    [
      'with -v',
      [...header, 'BenchmarkX', x(1), 'PASS', 'ok  \ta\t1s', ...header, 'BenchmarkX', x(2), 'PASS'],
    ],
  ])('are seen %s', (_, lines) => {
    const [[, , runs] = []] = runsOf(...lines)
    expect(runs).toEqual([[1], [2]])
  })

  it('are one session of so many runs', () => {
    const path = join(tmpdir(), `stable-bench-go-${process.pid}.txt`)
    writeFileSync(
      path,
      `${Array.from({ length: 10 }, (_, i) => output(100 + i))
        .flat()
        .join('\n')}\n`,
    )
    const [session, ...others] = readSessions([path], 'auto')
    expect(session?.benchmarks[0]?.runs).toEqual(Array.from({ length: 10 }, (_, i) => [100 + i]))
    expect(others).toEqual([])
  })
})

describe('the output of one process', () => {
  it('is one run, however often -count repeats it, and whatever the benchmark prints', () => {
    const torn = ['BenchmarkX-8   \tPASS', 'PASS', '     200\t       3 ns/op\t      16 B/op']
    expect(runsOf(...header, x(1), x(2), ...torn, 'PASS', 'ok  \ta\t1s')[0]).toEqual([
      'a.BenchmarkX',
      'time',
      [[1, 2, 3]],
    ])
  })

  it('is one run of each package', () => {
    const other = output(5).map(line => line.replace(/(pkg: |\t)a/, '$1b'))
    expect(runsOf(...output(1), ...other).filter(([, metric]) => metric === 'time')).toEqual([
      ['a.BenchmarkX', 'time', [[1]]],
      ['b.BenchmarkX', 'time', [[5]]],
    ])
  })
})
