// Results without any benchmark: what tools of known formats write where nothing ran. They lack what the formats are
// recognised by, so that they would count as output in no known format.
import { hasKey } from '../json/shape.ts'
import type { UnreadTool } from './unread-forms.ts'

const instead = 'no benchmark is in it; did the command select any?'

const hasEmptyList = (text: string, key: string) => new RegExp(`"${key}"\\s*:\\s*\\[\\s*\\]`).test(text)

/** A document with these keys, whose list at the first one is empty. */
const emptyJson = (tool: string, format: string, keys: [list: string, ...others: string[]]): UnreadTool => ({
  ...{ tool, format, instead, hasNoRows: true },
  signs: [text => hasEmptyList(text, keys[0]) && keys.every(key => hasKey(text, key))],
})

/** XML with this root and none of these elements. */
const emptyXml = (tool: string, format: string, root: string, row: string): UnreadTool => {
  const begins = new RegExp(String.raw`(?:^|\?>)[ \t]*<${root}[\s>/]`, 'm')
  const rows = new RegExp(String.raw`<${row}[\s>/]`)
  return { tool, format, instead, hasNoRows: true, signs: [text => begins.test(text) && !rows.test(text)] }
}

export const emptyResults: readonly UnreadTool[] = [
  emptyJson('BenchmarkDotNet', 'benchmark-dotnet', ['Benchmarks', 'HostEnvironmentInfo']),
  emptyJson('pyperf', 'pyperf', ['benchmarks', 'perf_version']),
  emptyJson('pytest-benchmark', 'pytest-benchmark', ['benchmarks', 'machine_info', 'commit_info']),
  emptyJson('mitata', 'mitata', ['benchmarks', 'layout', 'context']),
  emptyXml('a test runner (JUnit XML)', 'junit', 'testsuites?', 'testcase'),
  emptyXml('dotnet test (TRX)', 'trx', 'TestRun', 'UnitTestResult'),
  emptyXml('Catch2', 'catch2', 'Catch2?(?:TestRun)?', 'BenchmarkResults'),
  {
    tool: 'Google Benchmark',
    hasNoRows: true,
    signs: [/^Failed to match any benchmarks against regex: /m],
    instead: 'no benchmark ran; give --benchmark_filter a pattern that matches one',
  },
  {
    tool: 'Catch2',
    hasNoRows: true,
    signs: [/^No test cases matched '.*'$/m],
    instead: 'no benchmark ran; name a test case that there is',
  },
  {
    tool: 'BenchmarkDotNet',
    hasNoRows: true,
    signs: [/^(?:The filter|Filters)(?: '.*')? that you have provided returned 0 benchmarks\.$/m],
    instead: 'no benchmark ran; give --filter a pattern that matches one',
  },
  {
    tool: 'dotnet test',
    hasNoRows: true,
    signs: [/^No test matches the given testcase filter `/m],
    instead: 'no test ran; give --filter one that there is',
  },
  {
    tool: 'ctest',
    hasNoRows: true,
    signs: [/^No tests were found!!!$/m],
    instead: 'no test ran; did the command select any?',
  },
]

/** Tools that write such a list, and nothing that tells them apart. */
const UNNAMED: [form: RegExp, tools: string][] = [
  [/^\[\s*\]$/, 'JMH, tinybench or github-action-benchmark'],
  [/^\{\s*"results"\s*:\s*\[\s*\]\s*\}$/, 'hyperfine or nanobench'],
  [/^\{\s*"files"\s*:\s*\[\s*\]\s*\}$/, 'vitest bench'],
  [/^\{\s*"benchmarks"\s*:\s*\[\s*\](?:\s*,\s*"version"\s*:\s*"[^"]*")?\s*\}$/, 'several tools'],
  [/^\{\s*\}$/, 'bencher'],
]

/** What is said of a text that holds nothing, to stand after its name; null for any other text. */
export function nothingIn(text: string): string | null {
  const own = text.trim()
  if (own === '') return 'is empty; did the command write its results?'
  const tools = own.length > 200 ? undefined : UNNAMED.find(([form]) => form.test(own))?.[1]
  return tools === undefined
    ? null
    : `holds no results: '${own.replace(/\s+/g, ' ')}' comes from ${tools} where no benchmark ran; did the command select any?`
}
