// Benchmark libraries: whose report it is, what is left out of it, and equal names.
import { expect, it } from '@jest/globals'
import { recogniseFormat } from '../../../src/formats/recognise.ts'
import { KOTLINX, parsed, rowsOf, SWIFT, SWIFT_JMH, textOf } from './captures.ts'

it('a report like that of JMH is of the tool that wrote it, and two in one output are refused', () => {
  const jmh = textOf('jmh', 'jmh-throughput-1.37.json')
  for (const [name, text] of [
    ['jmh', jmh],
    ['kotlinx-benchmark', KOTLINX],
    ['package-benchmark', SWIFT_JMH],
  ] as const) {
    expect(recogniseFormat(text)?.name).toBe(name)
    expect(recogniseFormat(`${text}\n${name === 'jmh' ? KOTLINX : jmh}`)).toBeNull()
  }
})

it('metrics of package-benchmark whose direction nobody knows are left out, and named', () => {
  for (const text of [SWIFT, SWIFT_JMH]) {
    expect(parsed('package-benchmark', text).warnings).toEqual([
      {
        code: 'package-benchmark-metric-left-out',
        message: expect.stringContaining('Lookups, Malloc / free Δ'),
      },
    ])
  }
})

it('benchmarks of one name in two targets of package-benchmark are told apart', () => {
  const twice = `${SWIFT}${SWIFT.replaceAll('SortBenchmarks', 'OtherBenchmarks')}`
  const names = parsed('package-benchmark', twice).samples.map(({ name }) => name)
  expect(new Set(names)).toEqual(
    new Set(
      ['SortBenchmarks', 'OtherBenchmarks'].flatMap(target => [
        `${target}/sort 1,000 numbers`,
        `${target}/reverse`,
      ]),
    ),
  )
})

it('tables of package-benchmark for each metric hold the same as those for each benchmark', () => {
  const row = (cells: string[]) => `│ ${cells.join(' │ ')} │`
  const table = (heading: string, name: string, median: string) =>
    [
      heading,
      row(['Test', 'p0', 'p25', 'p50', 'p75', 'p90', 'p99', 'p100', 'Samples']),
      row([name, '1', '2', median, '4', '5', '6', '7', '100']),
      '╘════╛\n',
    ].join('\n')
  const text =
    table('Malloc (total)', 'Sort:list (K) *', '3') + table('Time (wall clock)', 'Sort:list (μs) *', '47')
  expect(rowsOf('package-benchmark', text)).toEqual([
    'Sort:list (time): 47000 ns lower',
    'Sort:list (Malloc (total)): 3000  lower',
  ])
})
