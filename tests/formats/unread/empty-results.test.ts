// The reason that is given must be the right one: results without benchmarks, of another version, of error tools only.
import { describe, expect, it } from '@jest/globals'
import { readOutput } from '../../../src/files/session-file.ts'
import { textOutput } from '../../../src/formats/output.ts'
import { recogniseFormat } from '../../../src/formats/recognise.ts'
import { emptyResults } from '../../../src/formats/unread/empty-results.ts'
import { fixtures } from '../fixtures.ts'

function said(text: string): string {
  try {
    readOutput(textOutput(text, 'x'), null)
    return 'read'
  } catch (error) {
    return (error as Error).message
  }
}

const looksLike = (tool: string) =>
  `x: looks like the output of ${tool}, which stable-bench cannot use as it is: no benchmark is in it; did the command select any?`
const nothing = (text: string, tools: string) =>
  `x: holds no results: '${text}' comes from ${tools} where no benchmark ran; did the command select any?`

describe('results without any benchmark', () => {
  it.each<[string, string]>([
    ['{"Title":"x","HostEnvironmentInfo":{},"Benchmarks":[]}', looksLike('BenchmarkDotNet')],
    ['{"machine_info":{},"commit_info":{},"benchmarks":[],"version":"4.0.0"}', looksLike('pytest-benchmark')],
    ['{"layout":[],"benchmarks":[],"context":{}}', looksLike('mitata')],
    ['<testsuites/>', looksLike('a test runner (JUnit XML)')],
    [
      '<?xml version="1.0"?>\n<testsuite name="s" tests="0"></testsuite>',
      looksLike('a test runner (JUnit XML)'),
    ],
    ['<TestRun id="1"><Results></Results></TestRun>', looksLike('dotnet test (TRX)')],
    ['<?xml version="1.0"?>\n<Catch2TestRun name="t"></Catch2TestRun>', looksLike('Catch2')],
    ['[]', nothing('[]', 'JMH, tinybench or github-action-benchmark')],
    ['{"results": []}', nothing('{"results": []}', 'hyperfine or nanobench')],
    ['{"files":[]}', nothing('{"files":[]}', 'vitest bench')],
    ['{}', nothing('{}', 'bencher')],
    ['\n', 'x: is empty; did the command write its results?'],
    [
      '{"context":{"num_cpus":2,"library_build_type":"release"},"benchmarks":[]}',
      'x: no benchmarks in it; did the command select any?',
    ],
  ])('say so: %s', (text, message) => {
    expect(said(text)).toBe(message)
  })

  it('are none that a format reads', () => {
    const isEmpty = (text: string) =>
      emptyResults.some(({ signs }) => signs.some(sign => typeof sign === 'function' && sign(text)))
    expect(fixtures.filter(({ text }) => recogniseFormat(text) !== null && isEmpty(text))).toEqual([])
  })
})

describe('results that cannot be used', () => {
  it.each([
    ['trend@1', 'stable-bench trend shows it'],
    ['comparison@1', 'give the results that it compared'],
    ['report@1', 'give the results that it compared'],
    ['doctor@1', 'give the documents that stable-bench run -o FILE writes'],
    ['calibration@1', 'give the documents that stable-bench run -o FILE writes'],
    ['bisection@1', 'give the documents that stable-bench run -o FILE writes'],
  ])('of the document %s say which results are meant, and suggest no pattern', (schema, advice) => {
    const text = JSON.stringify({ schema: `stable-bench/${schema}`, memory: { pages: 1 } }, null, 2)
    expect(said(text)).toContain(
      `x: is a document stable-bench/${schema}, which holds no results of runs: ${advice}`,
    )
  })

  it('of asv before 0.5 say how they are brought up to date', () => {
    const text =
      '{"results":{"bench.time_sort":{"result":[3.4e-06]}},"params":{},"commit_hash":"c0ffee","env_name":"py3.8","version":1}'
    expect(said(text)).toMatch(/asv before 0\.5, .*: run asv update, which rewrites its results/)
  })

  it('of iai name what goes on with it', () => {
    const text =
      'bench_fib\n  Instructions:                1735 (No change)\n  L1 Accesses:                 2364\n'
    expect(said(text)).toMatch(/output of iai, .*: move to gungraun/)
  })

  const errors =
    'lib::g::sort small:(1)\n  ======= MEMCHECK =======\n  Errors:                  0|N/A    (****)\n'
  it('of gungraun with error tools only say that these count no costs', () => {
    expect(said(`${errors}\nGungraun result: Ok.\n`)).toMatch(
      /gungraun \(iai-callgrind\) with error tools only, .*: Memcheck, Helgrind and DRD find errors and count no costs/,
    )
    const profiles = [{ tool: 'Memcheck', summaries: { total: { summary: { ErrorTool: {} } } } }]
    expect(said(JSON.stringify({ module_path: 'lib::g::sort', id: 'small', profiles }))).toBe(
      'x (lib::g::sort small): has results of Memcheck only, which finds errors and counts no costs; let it run ' +
        'Callgrind, Cachegrind or DHAT as well',
    )
  })

  it('of error tools beside others are passed over', () => {
    const counted = 'lib::g::sort small:(1)\n  Instructions:            1735|N/A    (****)\n'
    expect(said(`${counted}${errors}Gungraun result: Ok.\n`)).toBe('read')
  })
})
