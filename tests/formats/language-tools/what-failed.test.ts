// Benchmark libraries: a benchmark that failed is a row, or the output is refused.
import { describe, expect, it } from '@jest/globals'
import { refusal } from '../refusal.ts'
import { BECHAMEL, CORE, CORE_SEXP, LIT, parsed, textOf } from './captures.ts'

describe('what failed', () => {
  it('is a failed row of benchmark-driver', () => {
    const { failures } = parsed('benchmark-driver', textOf('benchmark-driver', 'failed-0.17.0.txt'))
    expect(failures).toEqual([{ name: 'fails', reason: 'it failed: benchmark-driver says ERROR' }])
  })

  it.each([
    [
      'core-bench',
      CORE.replace(' 741.20ns', '-741.20ns'),
      'sort:100',
      'its estimate is below zero: -741.2 ns',
    ],
    [
      'bechamel',
      BECHAMEL.replace('148.7114 ns/run', '          #none'),
      'factorial range 10',
      'bechamel has no estimate of monotonic-clock',
    ],
    ['lit', LIT, 'test-suite :: SingleSource/matmul.test', 'lit says FAIL'],
  ])('is a failed row of %s', (format, text, name, reason) => {
    expect(parsed(format, text).failures).toEqual([{ name, reason }])
  })

  it('is named where benchmark.js has nothing but the name of what threw', () => {
    const text = 'Suite: words\nparse x 10 ops/sec ±1.2% (90 runs sampled)\nprint: \nFastest is parse\n'
    const { samples, failures, warnings } = parsed('benchmark.js', text)
    expect([samples.length, failures]).toEqual([1, []])
    expect(warnings).toEqual([
      {
        code: 'benchmark-js-threw',
        message:
          'names without a result, as of benchmarks that threw: 1; print event.target.error in their cycle',
      },
    ])
  })

  it('is a failed row of asv, also of a benchmark whose numbers have no direction', () => {
    const document = {
      commit_hash: 'c0ffee',
      result_columns: ['result', 'params'],
      results: {
        'suite.track_size': null,
        'suite.track_sizes': [[3, null], [["'a'", "'b'"]]],
      },
    }
    const { failures, warnings } = parsed('asv', JSON.stringify(document))
    expect(failures.map(({ name }) => name)).toEqual(['suite.track_size', "suite.track_sizes('b')"])
    expect(warnings).toEqual([
      { code: 'asv-direction-unknown', message: expect.stringContaining(': suite.track_sizes;') },
    ])
  })

  it('is no row where an estimate of words is below zero, and named', () => {
    const { samples, warnings } = parsed('core-bench', CORE_SEXP)
    expect(samples.filter(({ name }) => name.includes('long')).map(({ metric }) => metric)).toEqual([
      'time',
      'minor-words',
      'promoted-words',
    ])
    expect(warnings).toEqual([
      {
        code: 'core-bench-metric-left-out',
        message: expect.stringContaining('[sort.ml] list, "long": major-words'),
      },
    ])
  })

  it.each([
    ['benchee', textOf('benchee', 'failed-1.5.0.txt')],
    ['benchmark-driver', textOf('benchmark-driver', 'stopped-0.17.0.txt')],
  ])('leaves %s without results, which is refused', (format, text) => {
    expect(refusal(() => parsed(format, text))).toContain('printed no results; did a benchmark fail?')
  })
})
