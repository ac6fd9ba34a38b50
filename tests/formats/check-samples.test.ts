import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../src/formats/check-samples.ts'
import { InputError, type Sample } from '../../src/model/index.ts'
import { growthOf, LINEAR } from '../cpu-time.ts'

const sample = (changes: Partial<Sample> = {}): Sample => ({
  name: 'parse',
  metric: 'time',
  unit: 'ns',
  better: 'lower',
  runs: [
    [1, 2],
    [3, 4],
  ],
  ...changes,
})

const check = (...samples: Sample[]) =>
  checkSamples({ samples, failures: [], warnings: [] }, 'out.json').samples

function refusal(...samples: Sample[]): string {
  try {
    check(...samples)
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    return (error as Error).message
  }
  return 'accepted'
}

describe('checkSamples', () => {
  it('converts values to the canonical unit', () => {
    const [time, rate] = check(
      sample({ unit: 'ms', runs: [[1.5], [2]] }),
      sample({ metric: 'throughput', unit: 'MB/s', better: 'higher', runs: [[3]] }),
    )
    expect(time).toEqual(sample({ unit: 'ns', runs: [[1500000], [2000000]] }))
    expect(rate).toMatchObject({ unit: 'B/s', runs: [[3000000]] })
  })

  it('shares the lists that need no conversion and changes none that do', () => {
    const [kept, changed] = [sample(), sample({ name: 'other', unit: 'us', runs: [[5]] })]
    const [first, second] = check(kept, changed)
    expect(first).toBe(kept)
    expect(second?.runs).toEqual([[5000]])
    expect(changed.runs).toEqual([[5]])
  })

  it('passes failures and warnings on, also when nothing was measured', () => {
    const parsed = {
      samples: [],
      failures: [{ name: 'parse', reason: 'exit code 1' }],
      warnings: [{ code: 'debug', message: 'a debug build' }],
    }
    expect(checkSamples(parsed, 'out.json')).toEqual(parsed)
  })

  it('accepts zero, and one metric in different units', () => {
    expect(refusal(sample({ runs: [[0]] }), sample({ name: 'other', unit: 'ms' }))).toBe('accepted')
  })

  it.each([
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [-0.5, '-0.5'],
    ['12' as unknown as number, '12'],
    [null as unknown as number, 'null'],
  ])('refuses %p and says where it stands', (value, shown) => {
    expect(refusal(sample({ runs: [[1], [2, value, 3]] }))).toBe(
      `out.json: benchmark "parse", metric "time", run 2, measurement 2: is ${shown}, which is not a finite, ` +
        'non-negative number; correct the benchmark or leave the metric out',
    )
  })

  it('refuses a value that is finite only in its own unit', () => {
    expect(refusal(sample({ unit: 's', runs: [[1e300]] }))).toMatch(/measurement 1: is 1e\+300/)
  })

  it('refuses benchmarks without runs and runs without measurements', () => {
    expect(refusal(sample({ runs: [] }))).toBe(
      'out.json: benchmark "parse", metric "time": has no runs; leave it out, or run it',
    )
    expect(refusal(sample({ runs: [[1], []] }))).toBe(
      'out.json: benchmark "parse", metric "time", run 2: holds no measurements; leave it out, or run it again',
    )
  })

  it('refuses an entry without a name', () => {
    expect(refusal(sample(), sample({ name: ' ' }))).toBe(
      'out.json: entry 2 has an empty name; name the benchmark',
    )
    expect(refusal(sample({ metric: '' }))).toBe(
      'out.json: benchmark "parse" has an empty metric name; name the metric',
    )
    const nameless = { samples: [sample()], failures: [{ name: '', reason: 'x' }], warnings: [] }
    expect(() => checkSamples(nameless, 'out.json')).toThrow('out.json: failure 1 has an empty name')
  })

  it('refuses what the reader of its document would refuse: names and units that are too long', () => {
    expect(refusal(sample({ name: 'x'.repeat(10_000), metric: 'x'.repeat(200), unit: 'x'.repeat(50) }))).toBe(
      'accepted',
    )
    expect(refusal(sample({ name: 'x'.repeat(10_001) }))).toBe(
      `out.json: benchmark "${'x'.repeat(40)}": its name is too long: 10001 characters, at most 10000 are stored; ` +
        'shorten it',
    )
    expect(refusal(sample({ metric: 'x'.repeat(201) }))).toBe(
      'out.json: benchmark "parse": its metric name is too long: 201 characters, at most 200 are stored; shorten it',
    )
    expect(refusal(sample({ unit: `h/${'x'.repeat(48)}` }))).toBe(
      'out.json: benchmark "parse", metric "time": its unit is too long: 51 characters, at most 50 are stored; ' +
        'shorten it',
    )
  })

  it('refuses the same name and metric twice, but not names that merely look alike when joined', () => {
    expect(refusal(sample(), sample({ unit: 'ms' }))).toBe(
      'out.json: benchmark "parse" has metric "time" twice; give each benchmark a name of its own',
    )
    expect(refusal(sample({ name: 'a b', metric: 'c' }), sample({ name: 'a', metric: 'b c' }))).toBe(
      'accepted',
    )
  })

  it('refuses a metric that is better lower here and higher there', () => {
    expect(
      refusal(sample({ metric: 'score' }), sample({ name: 'other', metric: 'score', better: 'higher' })),
    ).toBe(
      'out.json: metric "score": lower is better for "parse", but higher is better for "other"; use one direction, ' +
        'or two metrics',
    )
  })

  it('refuses a result that holds nothing', () => {
    expect(refusal()).toBe('out.json: no benchmarks in it; did the command select any?')
  })

  it('takes eight times as long for eight times the benchmarks, not 64 times', () => {
    const run = Array.from({ length: 30 }, (_, i) => 1 + i / 7)
    const samples = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        sample({ name: `benchmark ${i}`, unit: 'us', runs: Array.from({ length: 10 }, () => run) }),
      )
    expect(growthOf(count => check(...samples(count)), 500)).toBeLessThan(LINEAR)
  })
})
