import { describe, expect, it } from '@jest/globals'
import { catch2 } from '../../../src/formats/cpp/catch2.ts'
import { nanobench } from '../../../src/formats/cpp/nanobench.ts'
import { refusal } from '../refusal.ts'

const xml = (result: string) =>
  `<Catch2TestRun>\n<TestCase name="t">\n<BenchmarkResults name="b">${result}</BenchmarkResults>\n</TestCase>\n</Catch2TestRun>`

describe('Catch2', () => {
  it.each([
    ['', "out, line 3: the benchmark 't/b' has no mean; run it with --reporter xml"],
    ['<mean/>', 'out, line 3: value of <mean> is missing, expected a number'],
    [
      '<mean value="fast"/>',
      'out, line 3: value of <mean>: "fast" is not a number, expected one such as 12.5',
    ],
  ])('refuses a result with %p in it', (result, message) => {
    expect(refusal(() => catch2.parse(xml(result), 'out'))).toBe(message)
  })

  it('reads a table in colours', () => {
    const table = [
      ...['\u001b[0;36mbenchmark name   samples   iterations    mean\u001b[0m', '-'.repeat(79)],
      ...['fib 10     10    7     51.4 m ', '', 'All tests passed', ''],
    ].join('\r\n')
    expect(catch2.parse(table, 'out').samples).toEqual([
      { name: 'fib 10', metric: 'time', unit: 'min', better: 'lower', runs: [[51.4]] },
    ])
  })
})

describe('nanobench', () => {
  const parse = (result: object) =>
    refusal(() => nanobench.parse(JSON.stringify({ results: [result] }), 'out.json'))

  it.each([
    [{}, 'out.json: results[0]: the name is missing'],
    [{ name: 'a', batch: 0 }, 'out.json: results[0] (a): batch is 0, expected a number above 0'],
    [{ name: 'a' }, 'out.json: results[0] (a): has no list "measurements"'],
    [{ name: 'a', measurements: [{}] }, 'out.json: results[0] (a): elapsed of measurement 1 is missing'],
  ])('refuses %j', (result, message) => {
    expect(parse(result)).toContain(message)
  })

  it('reads counters where the machine has them', () => {
    const measurements = [{ elapsed: 1e-6, instructions: 12, cpucycles: 0, branchinstructions: 0 }]
    const { samples } = nanobench.parse(
      JSON.stringify({ results: [{ name: 'a', batch: 2, measurements }] }),
      'x',
    )
    expect(samples.map(({ metric, runs }) => [metric, runs])).toEqual([
      ['time', [[5e-7]]],
      ['instructions', [[6]]],
    ])
  })
})
