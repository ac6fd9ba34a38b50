// A name of Go ends in the number of processors, or only looks so: what both sides printed decides.
import { describe, expect, it } from '@jest/globals'
import { readOutput } from '../../../src/files/session-file.ts'
import { parseResultDocument, renderResultDocument } from '../../../src/formats/documents/result.ts'
import { goBench } from '../../../src/formats/go/bench.ts'
import { textOutput } from '../../../src/formats/output.ts'
import type { Session } from '../../../src/model/index.ts'
import { compare, session } from '../session.ts'

/** The session in what go test prints of these benchmarks; of one called `!name` it prints that it failed. */
function goSession(...names: string[]): Session {
  const lines = names.map(name =>
    name.startsWith('!')
      ? `${name.slice(1)}  \t--- FAIL: ${name.slice(1)}\n    a_test.go:9: broken\n`
      : `${name}  \t     100\t       120 ns/op\n`,
  )
  const text = `goos: linux\npkg: example.org/a\n${lines.join('')}PASS\nok  \texample.org/a\t1.2s\n`
  const { samples, failures, warnings } = readOutput(textOutput(text, 'out'), goBench)
  return session(samples, { failures, warnings })
}

const rowsOf = (baseline: string[], ...candidate: string[]) =>
  compare([goSession(...baseline)], goSession(...candidate)).rows.map(
    ({ benchmark, verdict }) =>
      `${benchmark.replace('example.org/a.Benchmark', '')}: ${/removed|new|failed/.exec(verdict)?.[0] ?? 'compared'}`,
  )

describe('names of Go on two sides', () => {
  it.each([
    ['the candidate has a second benchmark', ['A/n-8'], ['A/n-8', 'B'], ['A/n: compared', 'B: new']],
    ['the baseline has one more', ['A/n-8', 'B'], ['A/n-8'], ['A/n-8: compared', 'B: removed']],
    [
      'the candidate begins to use -cpu 4,8',
      ['A-8', 'B-8'],
      ['A-4', 'A-8', 'B-4', 'B-8'],
      ['A: compared', 'B: compared', 'A-4: new', 'B-4: new'],
    ],
    ['the machines differ', ['A-8', 'B-8'], ['A-4', 'B-4'], ['A: compared', 'B: compared']],
    ['only one has several processors', ['A-8', 'B-8'], ['A', 'B'], ['A: compared', 'B: compared']],
    [
      'a name that really ends so was added',
      ['A/n', 'B'],
      ['A/n-8', 'B'],
      ['A/n: removed', 'B: compared', 'A/n-8: new'],
    ],
    ['both have sizes', ['A/n-8', 'A/n-4'], ['A/n-8', 'A/n-4'], ['A/n-8: compared', 'A/n-4: compared']],
    ['one fails beside the first', ['A/n-8'], ['!A/n-8', 'B'], ['A/n: failed', 'B: new']],
  ])('are judged together where %s', (_, baseline, candidate, expected) => {
    const named = (names: string[]) => names.map(name => name.replace(/^!?/, found => `${found}Benchmark`))
    const rows = rowsOf(named(baseline), ...named(candidate))
    expect(rows.sort()).toEqual(expected.sort())
  })

  it('are judged together where the baseline was stored', () => {
    const stored = parseResultDocument(renderResultDocument(goSession('BenchmarkA/n-8')), 'stored')
    const { rows } = compare([stored], goSession('BenchmarkA/n-8', 'BenchmarkB'))
    expect(rows.map(({ benchmark }) => benchmark)).toEqual([
      'example.org/a.BenchmarkA/n',
      'example.org/a.BenchmarkB',
    ])
  })
})
