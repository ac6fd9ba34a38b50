import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { formatNamed } from '../../../src/formats/index.ts'
import { patternFormat } from '../../../src/formats/pattern/read.ts'
import { findOnStderr, findUnread, recogniseFormat } from '../../../src/formats/recognise.ts'
import { unreadTools } from '../../../src/formats/unread/tools.ts'
import { fixtures } from '../fixtures.ts'

const folder = new URL('../fixtures/unread/', import.meta.url)

/** What the file of each name must be taken for; the rest of a name is a version. */
const TOOLS: Record<string, string> = {
  asv: 'asv',
  autocannon: 'autocannon',
  'benchmark-driver': 'benchmark-driver',
  'benchmark-ips': 'benchmark-ips',
  benchmarkdotnet: 'BenchmarkDotNet',
  benchmarktools: 'BenchmarkTools',
  benchstat: 'benchstat',
  cachegrind: 'Cachegrind',
  'catch2-nothing': 'Catch2',
  criterion: 'criterion',
  'ctest-nothing': 'ctest',
  'dotnet-nothing': 'dotnet test',
  deno: 'Deno bench',
  'fio-terse': 'fio (terse)',
  'go-nothing': 'go test',
  'google-benchmark': 'Google Benchmark',
  'gungraun-nothing': 'gungraun (iai-callgrind) with error tools only',
  'haskell-criterion': 'criterion (Haskell) or gauge',
  hyperfine: 'hyperfine --export-json',
  iai: 'iai',
  jmh: 'JMH',
  jmeter: 'JMeter (XML)',
  'junit-nothing': 'a test runner (JUnit XML)',
  k6: 'k6',
  'libtest-nothing': 'cargo bench',
  mitata: 'mitata',
  nanobench: 'nanobench',
  'old-asv': 'asv before 0.5',
  'perf-stat': 'perf stat',
  phpbench: 'PHPBench',
  pyperf: 'pyperf',
  'pytest-benchmark': 'pytest-benchmark',
  'ruby-benchmark': "Ruby's Benchmark",
  timeit: 'timeit',
  tinybench: 'tinybench',
  'trx-nothing': 'dotnet test (TRX)',
  vitest: 'vitest bench',
}

function toolOf(file: string): string | undefined {
  const name = file.replace(/^hand-/, '')
  const known = Object.keys(TOOLS).filter(each => name.startsWith(each))
  return TOOLS[known.sort((one, other) => other.length - one.length)[0] ?? '']
}

const captures = readdirSync(folder).map(file => ({
  file,
  tool: toolOf(file),
  text: readFileSync(new URL(file, folder), 'utf8'),
}))

describe.each(captures)('unread/$file', ({ file, tool, text }) => {
  it('is taken for the tool that printed it', () => {
    const found = file.endsWith('.stderr') ? findOnStderr(text) : findUnread(text)
    expect(found?.tool).toBe(tool)
  })

  it('is in no format that is read', () => {
    if (!file.endsWith('.stderr')) expect(recogniseFormat(text)).toBeNull()
  })

  it('has no tool in the table whose other signs it shows', () => {
    const tools = unreadTools.filter(({ signs }) =>
      signs.some(sign => (typeof sign === 'function' ? sign(text) : sign.test(text))),
    )
    expect(tools.length).toBeLessThan(2)
  })

  it('gives nothing away of the machine it was captured on', () => {
    expect(text).not.toMatch(/\/(?:root|home|tmp|work)\b/)
  })
})

it('there is a capture of every tool in the table', () => {
  const seen = captures.map(({ tool }) => tool)
  expect(unreadTools.map(({ tool }) => tool).filter(tool => !seen.includes(tool))).toEqual([])
})

it('no capture of a format that is read is taken for another tool', () => {
  const taken = fixtures.filter(({ text }) => {
    const tool = findUnread(text)?.tool ?? null
    return tool !== null && tool !== 'go test'
  })
  expect(taken.map(({ file }) => file)).toEqual([])
})

describe('ordinary output', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'done\n'],
    ['a sentence', 'Benchmark finished in 3 s\n'],
    ['a passed test suite', 'PASS: 12 tests\n'],
    ['a passed test suite of jest', 'PASS tests/a.test.ts\n  ✓ adds (2 ms)\n\nTests: 1 passed, 1 total\n'],
    ['a list of passes', 'PASS\nPASS\nFAIL\n'],
    ['ok lines of TAP', 'ok 1 - sorts\nok 2 - finds\n1..2\n'],
    [
      'a passed cargo test',
      'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n\nrunning 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n',
    ],
    ['times in words', 'time: 12 ms\nuser 0.1s, 12 ops\nmean: 3, max: 4\n'],
    ['the time of bash', '\nreal\t0m0.012s\nuser\t0m0.001s\nsys\t0m0.002s\n'],
    ['a Markdown table', '| benchmark | time | total |\n|---|---|---|\n| a | 1 | 2 |\n'],
    ['a table', 'name   min   max   mean\nsort   1     2     1.5\n'],
    ['JSON of records without values', '[{"name": "a", "unit": "ms"}]'],
    ['JSON of other records', '[{"name": "a", "unit": "ms", "value": 1}, {"id": 3}]'],
    ['nested JSON', '{"a": {"b": {"value": 1, "label": "x"}}}'],
    ['empty JSON', '{}'],
    ['an empty list', '[]'],
    ['a number', '42\n'],
    ['dots of progress', 'building........: done\nchecks........: 12 of 12\n'],
    ['a warning of a benchmark', 'Benchmarking: see README\nRunning benchmarks...\n'],
  ])('%s is no tool’s', (_, text) => {
    expect(findUnread(text)).toBeNull()
    expect(findOnStderr(text)).toBeNull()
  })
})

it('output that two formats recognise is refused as well', () => {
  const both = 'command,mean,stddev,median,user,system,min,max\ngoos: linux\nBenchmarkX 100 5 ns/op\nPASS\n'
  expect(findUnread(both)).toEqual({
    tool: 'hyperfine --export-json and of go test -bench',
    instead:
      "set 'tool: hyperfine' or 'tool: go' to read the results of that one and leave out the others; or run them apart",
  })
})

it('a tool is found by its end as well as by its head, however much is between them', () => {
  const much = 'x'.repeat(100).concat('\n').repeat(20_000)
  expect(findUnread(`${much}sort: Mean +- std dev: 1.2 us +- 0.1 us\n`)?.tool).toBe('pyperf')
  expect(findUnread(`# JMH version: 1.37\n${much}`)?.tool).toBe('JMH')
})

it("the pattern that is named for Ruby's Benchmark reads the real time of each of its rows", () => {
  const text = readFileSync(new URL('hand-ruby-benchmark.txt', folder), 'utf8')
  const pattern = /'(.*)'/.exec(findUnread(text)?.instead ?? '')?.[1] ?? ''
  const { samples } = patternFormat({ text: pattern, unit: 's', better: 'auto' }).parse(text, 'out.txt')
  expect(samples).toMatchObject([
    { name: 'sort!', unit: 'ns', runs: [[29280000, 28039000]] },
    { name: 'sort_by', unit: 'ns', runs: [[1249085000, 1241022000]] },
  ])
})

it('asv before 0.5 is refused with its remedy where asv is asked for, too', () => {
  const text = readFileSync(new URL('hand-old-asv.json', folder), 'utf8')
  expect(() => formatNamed('asv').parse(text, 'x')).toThrow(
    'x: is of asv before 0.5; run asv update, which rewrites its results for the present version',
  )
})
