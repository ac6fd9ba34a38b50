// What the captures do not show.
import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../../src/formats/check-samples.ts'
import { googleBenchmark } from '../../../src/formats/google-benchmark/read.ts'
import { refusal } from '../refusal.ts'

const parse = (benchmarks: object[], context = {}) =>
  googleBenchmark.parse(JSON.stringify({ context, benchmarks }), 'g.json')

const row = (fields = {}) => ({
  name: 'BM_x',
  run_name: 'BM_x',
  run_type: 'iteration',
  threads: 1,
  iterations: 100,
  real_time: 12.5,
  cpu_time: 12,
  time_unit: 'ns',
  ...fields,
})

describe('names', () => {
  it('get the threads when they are not in them', () => {
    const names = [row({ threads: 8 }), row({ run_name: 'BM_y/threads:4', threads: 4 })]
    expect(new Set(parse(names).samples.map(sample => sample.name))).toEqual(
      new Set(['BM_x/threads:8', 'BM_y/threads:4']),
    )
  })

  it('come from the row in versions without run_name and run_type, whose aggregates have a suffix', () => {
    const old = (name: string) => ({ name, iterations: 10, real_time: 1, cpu_time: 1, time_unit: 'us' })
    const { samples } = parse([old('BM_x'), old('BM_x'), old('BM_x_mean'), old('BM_x_stddev')])
    expect(samples.map(({ name, metric, runs }) => [name, metric, runs])).toEqual([
      ['BM_x', 'real-time', [[1, 1]]],
      ['BM_x', 'cpu-time', [[1, 1]]],
    ])
  })
})

describe('aggregates', () => {
  const mean = (run_name: string, fields = {}) =>
    row({ name: `${run_name}_mean`, run_name, run_type: 'aggregate', aggregate_name: 'mean', ...fields })

  it('whose repetitions are not there are named, and those of repetitions that are, and fits of a family, are not', () => {
    const fit = mean('BM_family', { name: 'BM_family_BigO', aggregate_name: 'BigO' })
    const { samples, warnings } = parse([row(), mean('BM_x'), mean('BM_only'), fit])
    expect(new Set(samples.map(({ name }) => name))).toEqual(new Set(['BM_x']))
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^BM_only: left out, since the output has aggregates only.*without ReportAggregatesOnly/,
      ),
    ])
  })
})

describe('counters', () => {
  it('that are not finite are left out with a warning', () => {
    const text =
      '{"context": {}, "benchmarks": [{"run_name": "BM_x", "real_time": 1, "cpu_time": 1, "bytes_per_second": Infinity}]}'
    const { samples, warnings } = googleBenchmark.parse(text, 'g.json')
    expect(samples.map(sample => sample.metric)).toEqual(['real-time', 'cpu-time'])
    expect(warnings).toEqual([
      {
        code: 'counter-not-finite',
        message: 'Google Benchmark counters left out, not a finite number: bytes_per_second of BM_x',
      },
    ])
  })

  it('of all benchmarks share one warning', () => {
    const { warnings } = parse([
      row({ hits: 1 }),
      row({ run_name: 'BM_y', misses: 2, hits: 1, label: 'text' }),
    ])
    expect(warnings.map(warning => warning.message)).toEqual([
      'Google Benchmark counters left out, nothing says whether lower or higher is better: hits, misses; ' +
        'to compare them, print them as stable-bench/samples@1',
    ])
  })
})

describe('warnings about the machine and the build', () => {
  it('come from the context', () => {
    const codes = (context: object) => parse([row()], context).warnings.map(warning => warning.code)
    expect(codes({ library_build_type: 'debug', cpu_scaling_enabled: true })).toEqual([
      'google-benchmark-debug',
      'google-benchmark-cpu-scaling',
    ])
    expect(codes({ library_build_type: 'release', cpu_scaling_enabled: false })).toEqual([])
  })
})

describe('failures', () => {
  it('have a reason also without a message', () => {
    expect(parse([row({ error_occurred: true, error_message: '' })]).failures).toEqual([
      { name: 'BM_x', reason: 'error: no message' },
    ])
  })

  it('do not come from error_occurred: false', () => {
    expect(parse([row({ error_occurred: false })]).failures).toEqual([])
  })
})

it('takes fields of the wrong kind for missing ones', () => {
  const odd = { toString: 1, valueOf: 1 }
  const { samples, failures } = parse([
    row({ time_unit: odd, threads: odd }),
    row({ run_name: 'BM_y', skipped: true, skip_message: odd }),
  ])
  expect(samples.map(({ name, unit }) => [name, unit])).toEqual([
    ['BM_x', 'ns'],
    ['BM_x', 'ns'],
  ])
  expect(failures).toEqual([{ name: 'BM_y', reason: 'skipped: no message' }])
})

describe('what is refused', () => {
  it('a time that is not finite', () => {
    const text = JSON.stringify({ context: {}, benchmarks: [row()] }).replace('12.5', 'NaN')
    expect(refusal(() => checkSamples(googleBenchmark.parse(text, 'g.json'), 'g.json'))).toMatch(
      /^g\.json: benchmark "BM_x", metric "real-time", run 1, measurement 1: is NaN/,
    )
  })

  it('a time that is missing, two units and a row without a name', () => {
    expect(refusal(() => parse([row(), row({ cpu_time: undefined })]))).toBe(
      'g.json: cpu_time of BM_x, repetition 2 is missing, expected a number',
    )
    expect(refusal(() => parse([row(), row({ time_unit: 'us' })]))).toBe(
      'g.json: BM_x is given in ns and us; give it one unit',
    )
    expect(refusal(() => parse([row({ name: 1, run_name: undefined })]))).toEqual(
      expect.stringMatching(
        /^g\.json: a row of "benchmarks" has no name; run it with --benchmark_format=json/,
      ),
    )
  })

  it('a run that selected nothing', () => {
    expect(refusal(() => checkSamples(parse([]), 'g.json'))).toMatch(/^g\.json: no benchmarks in it/)
  })
})
