// Names, packages and metrics that the captures do not show.
import { describe, expect, it } from '@jest/globals'
import { goBench } from '../../../src/formats/go/bench.ts'
import { namesIn, parseLines, pkg, printed } from '../go-lines.ts'
import { refusal } from '../refusal.ts'

describe('the suffix GOMAXPROCS', () => {
  it('is stripped where all lines have it', () => {
    expect(namesIn(printed('BenchmarkX-8'), printed('BenchmarkY/size-64-8'))).toEqual([
      'BenchmarkX',
      'BenchmarkY/size-64',
    ])
  })

  it('is not seen in the names of sub-benchmarks that differ, nor beside a name without one', () => {
    const sizes = ['BenchmarkY/size-8', 'BenchmarkY/size-64']
    expect(namesIn(...sizes.map(name => printed(name)))).toEqual(sizes)
    expect(namesIn(printed('BenchmarkX'), printed('BenchmarkY/size-8'))).toEqual([
      'BenchmarkX',
      'BenchmarkY/size-8',
    ])
  })

  it('is never -1, -0 or a number no machine has processors of', () => {
    for (const name of [
      'BenchmarkY/step-1',
      'BenchmarkY/step-0',
      'BenchmarkY/items-100000',
      'BenchmarkY/x-08',
    ]) {
      expect(namesIn(printed(name))).toEqual([name])
    }
  })

  it('is known exactly where -v announces the names', () => {
    expect(namesIn('BenchmarkY/size-8', printed('BenchmarkY/size-8'))).toEqual(['BenchmarkY/size-8'])
    expect(namesIn('BenchmarkY/size-8', printed('BenchmarkY/size-8-4'))).toEqual(['BenchmarkY/size-8'])
  })

  it('stays where -cpu measured several, and keeps their measurements apart', () => {
    const lines = ['BenchmarkX', printed('BenchmarkX-2'), printed('BenchmarkX-4')]
    expect(namesIn(...lines)).toEqual(['BenchmarkX-2', 'BenchmarkX-4'])
  })

  it('is the same for all packages of a file', () => {
    const lines = [...pkg('a', printed('BenchmarkX-8')), ...pkg('b', printed('BenchmarkX-8'))]
    expect(namesIn(...lines)).toEqual(['a.BenchmarkX', 'b.BenchmarkX'])
  })
})

describe('packages', () => {
  it('scope the names between their header and their end, and nothing else', () => {
    expect(namesIn(...pkg('example.com/a', printed('BenchmarkX')), printed('BenchmarkX'))).toEqual([
      'example.com/a.BenchmarkX',
      'BenchmarkX',
    ])
  })

  it('that fail are no failure of the packages they lie in', () => {
    const lines = ['FAIL\texample.com/a/b [build failed]', 'FAIL\texample.com/a [build failed]']
    expect(parseLines(...lines).failures.map(failure => failure.name)).toEqual([
      'example.com/a/b',
      'example.com/a',
    ])
  })

  it('whose end is missing give a warning', () => {
    expect(parseLines('pkg: a', printed('BenchmarkX'), ...pkg('b', printed('BenchmarkY'))).warnings).toEqual([
      { code: 'go-no-end', message: 'the output of a ends without PASS or FAIL: benchmarks may be missing' },
    ])
  })
})

describe('metrics', () => {
  it('begin with the time, wherever it stands on the line', () => {
    const { samples } = parseLines('BenchmarkX 100 16 B/op 5 p99-ns/op 12.5 ns/op 3 allocs/op')
    expect(samples.map(({ metric, unit, better, runs }) => [metric, unit, better, runs])).toEqual([
      ['time', 'ns/op', 'lower', [[12.5]]],
      ['allocated-bytes', 'B/op', 'lower', [[16]]],
      ['p99-ns/op', 'p99-ns/op', 'lower', [[5]]],
      ['allocations', 'allocs/op', 'lower', [[3]]],
    ])
  })

  it('collect all lines of a benchmark as measurements of one run', () => {
    const { samples } = parseLines(
      'BenchmarkX-8 100 1 ns/op',
      'BenchmarkY-8 100 9 ns/op',
      'BenchmarkX-8 100 2e1 ns/op',
    )
    expect(samples.map(sample => sample.runs)).toEqual([[[1, 20]], [[9]]])
  })

  it('have the direction that a Unit line gives, before or after the results', () => {
    const { samples, warnings } = parseLines(
      'BenchmarkX 100 5 score 3 rank',
      'Unit score better=higher',
      'Unit rank better=lower',
    )
    expect(samples.map(({ metric, better }) => [metric, better])).toEqual([
      ['score', 'higher'],
      ['rank', 'lower'],
    ])
    expect(warnings).toEqual([])
  })

  it('refuse Unit lines that contradict each other', () => {
    expect(refusal(() => parseLines('Unit score better=higher', 'Unit score better=lower'))).toBe(
      'go.txt: its Unit lines contradict each other: score is better=lower and better=higher; keep one of them',
    )
  })
})

it('reads lines that end in a carriage return', () => {
  expect(namesIn('pkg: a\r', `${printed('BenchmarkX-8')}\r`, 'PASS\r', 'ok  \ta\t0.1s\r')).toEqual([
    'a.BenchmarkX',
  ])
})

describe('a name without the padding of go test', () => {
  const line = 'BenchmarkSimple\t20000000\t       123 ns/op\t      14 B/op'

  it('is read, as Go before 1.7 prints its longest one', () => {
    const lines = [line, 'BenchmarkOther \t  500000\t      3123 ns/op', 'PASS', 'ok  \texample.com/a\t5.2s']
    expect(namesIn(...lines)).toEqual(['BenchmarkSimple', 'BenchmarkSimple', 'BenchmarkOther'])
  })

  it('is recognised without a header or an end', () => {
    expect(goBench.recognises(`7/16/2014\n${line}\n`)).toBe(true)
  })

  it('is none in a table of words, which takes no numbers away', () => {
    const table = ['BenchmarkX-8\t5.00 ns', 'BenchmarkX-8\tslowest']
    const { samples, failures } = parseLines(printed('BenchmarkX-8'), ...table, 'PASS')
    expect([samples.map(({ name }) => name), failures]).toEqual([['BenchmarkX'], []])
  })

  it('counts where a program prints its own results, with fewer iterations than eight digits', () => {
    expect(namesIn('BenchmarkOwn\t     200\t  12.5 ns/op')).toEqual(['BenchmarkOwn'])
  })
})

it('numbers without a name are counted in a warning', () => {
  const { samples, warnings } = parseLines(printed('BenchmarkX'), '     200\t      2.9 ns/op')
  expect(samples.map(({ name }) => name)).toEqual(['BenchmarkX'])
  expect(warnings).toMatchObject([{ code: 'go-nameless', message: expect.stringContaining('numbers: 1;') }])
})
