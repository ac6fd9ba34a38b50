import { describe, expect, it } from '@jest/globals'
import { formatNamed, formats } from '../../src/formats/index.ts'
import { recogniseFormat } from '../../src/formats/recognise.ts'

describe('the registry', () => {
  it('finds each format by its name, and no two have the same', () => {
    for (const format of formats) expect(formatNamed(format.name)).toBe(format)
    expect(new Set(formats.map(format => format.name)).size).toBe(formats.length)
    expect(new Set(formats.map(format => format.title)).size).toBe(formats.length)
  })

  it('lists the known names when asked for an unknown one', () => {
    const known = formats.map(format => format.name).join(', ')
    expect(() => formatNamed('k7')).toThrow(`there is no format 'k7'; known are ${known}`)
  })
})

describe('recogniseFormat', () => {
  it.each([
    ['nothing', ''],
    ['a sentence', 'Benchmark finished in 3 s\n'],
    ['JSON of another kind', '{"name": "hyperfine", "version": "1.0", "command": "x", "results": []}'],
    ['a workflow', 'goos: linux\npkg: foo\non: push\n'],
    ['Go test output without benchmarks', 'PASS\nok  \texample.com/shop\t0.01s\n'],
    ['a list of the Go benchmarks there are', 'BenchmarkX\nBenchmarkY\nok  \texample.com/shop\t0.01s\n'],
    [
      'the names of keys inside a string',
      JSON.stringify({ note: '{"context": 1, "num_cpus": 2, "benchmarks": []}' }),
    ],
  ])('does not recognise %s', (_, text) => {
    expect(recogniseFormat(text)).toBeNull()
  })

  it.each([
    [
      'with the padding of go test',
      'BenchmarkParse/small-8         \t 1000000\t      1042 ns/op\t     128 B/op\n',
    ],
    [
      'as benchstat reads them, among other output',
      'note\nBenchmarkA 100 12.5 ns/op\nBenchmarkB 7 8 widgets 3 MB/s\n',
    ],
    ['without a last line break', 'BenchmarkA-8 100 12 ns/op'],
    ['behind lines that only look like one', `${'Benchmark 1 2 x\n'.repeat(5)}BenchmarkA 100 12 ns/op\n`],
  ])('recognises bare result lines of Go %s', (_, text) => {
    expect(recogniseFormat(text)?.name).toBe('go')
  })

  it.each([
    ['of a unit that go test does not know', 'BenchmarkA 100 12 widgets\n'],
    ['without a unit', 'BenchmarkA 100 12\n'],
    ['of a word that goes on', 'Benchmarks 100 12 ns/op\n'],
    ['in a sentence', 'See BenchmarkA 100 12 ns/op\n'],
  ])('does not recognise lines %s as such', (_, text) => {
    expect(recogniseFormat(text)).toBeNull()
  })

  it('does not choose between two', () => {
    const go = 'goos: linux\nBenchmarkX 100 5 ns/op\nPASS\n'
    const hyperfine = 'command,mean,stddev,median,user,system,min,max\n'
    expect(recogniseFormat(go)?.name).toBe('go')
    expect(recogniseFormat(hyperfine)?.name).toBe('hyperfine')
    expect(recogniseFormat(hyperfine + go)).toBeNull()
  })
})
