// Torn lines, lines that only look like results, benchmarks that fail and processes that end early.
import { describe, expect, it } from '@jest/globals'
import { goBench } from '../../../src/formats/go/bench.ts'
import { parseLines, pkg, printed } from '../go-lines.ts'

describe('output of the benchmark among the results', () => {
  it.each([
    ['behind the name', ['BenchmarkX-8   \tloading', '     200\t     12.5 ns/op']],
    ['of several lines', ['BenchmarkX-8   \tone', 'two', '\tthree', '     200\t     12.5 ns/op']],
    ['without a line break', ['BenchmarkX-8   \t50%...     200\t     12.5 ns/op']],
    ['in front of the name', [`...${printed('BenchmarkX-8')}`]],
    ['with numbers in it', ['BenchmarkX-8   \t7 3 files', '     200\t     12.5 ns/op']],
    ['that ends in a digit', ['BenchmarkX-8   \tstep 5100000000\t     12.5 ns/op']],
    ['with tabs in it', ['BenchmarkX-8   \ta\tb\t12 c', '     200\t     12.5 ns/op']],
    ['that looks like a result', ['BenchmarkX-8   \tprocessed 1000\t12 items', '     200\t     12.5 ns/op']],
  ])('is skipped %s', (_, lines) => {
    const { samples, failures } = parseLines(
      ...pkg('a', ...lines, printed('BenchmarkY-8', '         3 ns/op')),
    )
    expect(failures).toEqual([])
    expect(samples.map(({ name, runs }) => [name, runs])).toEqual([
      ['a.BenchmarkX', [[12.5]]],
      ['a.BenchmarkY', [[3]]],
    ])
  })

  it('does not become a benchmark of its own', () => {
    const lines = [
      'Benchmarking \t  100',
      'Benchmark 5 files',
      'see BenchmarkX\tbelow',
      '     200\t     12.5 ns/op',
    ]
    expect(parseLines(...lines, printed('BenchmarkY'))).toMatchObject({
      samples: [{ name: 'BenchmarkY' }],
      failures: [],
    })
  })

  it('makes a failure of a benchmark whose numbers it has swallowed, and takes its other lines out', () => {
    const { samples, failures } = parseLines(
      ...pkg('a', printed('BenchmarkX-8'), 'BenchmarkX-8   \tlost', printed('BenchmarkY-8')),
    )
    expect(failures).toMatchObject([
      { name: 'a.BenchmarkX', reason: 'printed its name but no numbers: they are lost among other output' },
    ])
    expect(samples.map(sample => sample.name)).toEqual(['a.BenchmarkY'])
  })

  it('makes a failure of a line without units', () => {
    expect(parseLines(...pkg('a', 'BenchmarkX-8 200 12.5')).failures.map(failure => failure.name)).toEqual([
      'a.BenchmarkX',
    ])
  })
})

describe('a benchmark that fails', () => {
  const note = (text: string) => `    x_test.go:12: ${text}`
  const reasons = (...lines: string[]) =>
    parseLines('pkg: a', ...lines, 'FAIL', 'exit status 1', 'FAIL\ta\t0.1s', 'FAIL').failures.map(
      ({ name, reason }) => `${name}: ${reason}`,
    )

  it('has the last note behind it as its reason, and no note of another benchmark', () => {
    const other = [printed('BenchmarkY-8'), '--- BENCH: BenchmarkY-8', note('fine')]
    expect(reasons('--- FAIL: BenchmarkX', note('one'), note('two'), ...other)).toEqual([
      'a.BenchmarkX: x_test.go:12: two',
    ])
  })

  it('has the note before it as its reason with -v, and no note of another benchmark', () => {
    const failed = ['BenchmarkX', note('boom'), '--- FAIL: BenchmarkX', note('from a cleanup')]
    const silent = ['BenchmarkY', note('fine'), printed('BenchmarkY-8'), 'BenchmarkZ', '--- FAIL: BenchmarkZ']
    expect(reasons(...failed, ...silent)).toEqual([
      'a.BenchmarkX: x_test.go:12: boom',
      'a.BenchmarkZ: failed without a message',
    ])
  })

  it('keeps its name where go test prints it bare', () => {
    expect(reasons(printed('BenchmarkX-8'), '--- FAIL: BenchmarkY/size-8', '--- FAIL: BenchmarkY')).toEqual([
      'a.BenchmarkY/size-8: failed without a message',
    ])
  })

  it('loses its name to no other that begins alike', () => {
    expect(reasons('--- FAIL: BenchmarkX', '--- FAIL: BenchmarkX1').map(line => line.split(':')[0])).toEqual([
      'a.BenchmarkX',
      'a.BenchmarkX1',
    ])
  })

  it('makes no failure of a later one that was only announced', () => {
    const lines = ['BenchmarkX', '--- FAIL: BenchmarkX', 'BenchmarkParent']
    expect(reasons(...lines)).toEqual(['a.BenchmarkX: failed without a message'])
  })

  it('is not one that has skipped itself before the package panicked', () => {
    expect(reasons('BenchmarkX', '--- SKIP: BenchmarkX', 'panic: boom')).toEqual([
      'a: panic: boom; FAIL a 0.1s',
    ])
  })
})

describe('a process that ends early', () => {
  it.each([
    [
      'panics behind the name',
      ['BenchmarkX-8   \tpanic: boom', '', 'goroutine 20 [running]:'],
      'panic: boom',
    ],
    [
      'panics and still prints numbers',
      [printed('BenchmarkX-8').replace('200', '  0'), 'panic: boom'],
      'panic: boom',
    ],
    ['is killed', ['BenchmarkX', 'signal: killed'], 'signal: killed'],
    ['exits', ['BenchmarkX', 'exit status 1'], 'exit status 1'],
  ])('is a failure of the benchmark that was running: it %s', (_, lines, reason) => {
    const { samples, failures } = parseLines(
      'pkg: a',
      printed('BenchmarkW-8'),
      ...lines,
      'FAIL\ta\t0.1s',
      'FAIL',
    )
    expect(failures).toMatchObject([{ name: 'a.BenchmarkX', reason }])
    expect(samples).toHaveLength(1)
  })

  it('is a failure of the package when nothing says what was running', () => {
    const { failures } = parseLines('pkg: a', printed('BenchmarkW'), 'panic: boom', 'FAIL\ta\t0.1s')
    expect(failures).toMatchObject([{ name: 'a', reason: 'panic: boom; FAIL a 0.1s' }])
  })

  it('makes no failure of a benchmark that only has sub-benchmarks nobody selected', () => {
    expect(
      parseLines(...pkg('a', 'BenchmarkX', 'BenchmarkY', printed('BenchmarkY-8'), 'BenchmarkZ')).failures,
    ).toEqual([])
  })

  it('makes a failure of the last line when that stops in the middle of a unit', () => {
    const text = [
      'BenchmarkX-8   \t     200\t      12.5 ns/op',
      'BenchmarkX-8   \t     200\t      12.5 ns/o',
    ].join('\n')
    expect(goBench.parse(text, 'go.txt').failures.map(failure => failure.name)).toEqual(['BenchmarkX'])
  })
})
