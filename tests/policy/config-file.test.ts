import { describe, expect, it } from '@jest/globals'
import { parseConfig } from '../../src/policy/config-file.ts'

const parse = (text: string) => parseConfig(text, '.stable-bench.yml')

describe('the configuration file', () => {
  it('sets band, threshold, direction, summary and gate by pattern', () => {
    const text = `
rows:
  - benchmark: 'parse/*'
    band: 3%
    threshold: 0.05
  - metric: allocations
    better: lower
    summary: p90
    gate: true
`
    expect(parse(text)).toEqual({
      defaults: {},
      paired: false,
      shadow: false,
      rows: [
        { benchmark: 'parse/*', metric: '*', band: 0.03, threshold: 0.05 },
        { benchmark: '*', metric: 'allocations', better: 'lower', summary: 'p90', gate: true },
      ],
      waivers: [],
      renamed: [],
      budgets: [],
    })
  })

  it('sets the inputs that decide, written as in a workflow or as YAML writes them', () => {
    const text = `
defaults:
  band: 1.5%
  alpha: 0.005
  fail-threshold: 3%
  fail-on: not-established
  checks: auto
  require-tuned: true
  baseline: interleave
`
    expect(parse(text).defaults).toEqual({
      band: 0.015,
      alpha: 0.005,
      'fail-threshold': 0.03,
      'fail-on': 'not-established',
      checks: 'auto',
      'require-tuned': true,
      baseline: ['interleave'],
    })
  })

  it('takes a rule for all rows that says so', () => {
    const all = [{ benchmark: '*', metric: '*', threshold: 0.1 }]
    expect(parse("rows:\n  - { benchmark: '*', threshold: 10% }").rows).toEqual(all)
    expect(parse("rows:\n  - { metric: '*', threshold: 10% }").rows).toEqual(all)
  })

  it('accepts regressions up to a ceiling and a day, for a reason', () => {
    const text = `
shadow: true
waivers:
  - benchmark: 'parse/*'
    ceiling: 8%
    expires: 2026-12-31
    reason: bounds checks, see the security review
`
    expect(parse(text)).toMatchObject({
      shadow: true,
      waivers: [
        {
          benchmark: 'parse/*',
          metric: '*',
          ceiling: 0.08,
          expires: '2026-12-31',
          reason: 'bounds checks, see the security review',
        },
      ],
    })
  })

  it('accepts that rows are missing, and says what a benchmark is called now', () => {
    const text = `
waivers:
  - { benchmark: 'old/*', missing: true, expires: 2026-12-31, reason: replaced }
renamed:
  - { from: parse, to: decode }
`
    expect(parse(text)).toMatchObject({
      waivers: [{ benchmark: 'old/*', ceiling: null, missing: true }],
      renamed: [{ from: 'parse', to: 'decode' }],
    })
  })

  it('limits metrics in any unit', () => {
    const text = `
budgets:
  - { benchmark: http, metric: p99, limit: <= 5 ms }
  - { benchmark: http, metric: throughput, limit: '>= 1000 ops/s' }
`
    expect(parse(text).budgets).toEqual([
      { benchmark: 'http', metric: 'p99', atMost: true, limit: 5e6, unit: 'ns' },
      { benchmark: 'http', metric: 'throughput', atMost: false, limit: 1000, unit: 'ops/s' },
    ])
  })

  it('may be empty', () => {
    const empty = {
      defaults: {},
      paired: false,
      shadow: false,
      rows: [],
      waivers: [],
      renamed: [],
      budgets: [],
    }
    expect(parse('')).toEqual(empty)
    expect(parse('# nothing yet\n')).toEqual(empty)
    expect(parse('waivers:\ndefaults:\nrenamed:\n')).toEqual(empty)
  })

  it.each<[string, string, RegExp]>([
    ['an unknown key', 'row: []', /^\.stable-bench\.yml:1:1: the file: .*row/],
    ['a misspelt setting', 'rows:\n  - benchmark: a\n    bandd: 2%', /:2:5: rows\.0: .*bandd/],
    [
      'a band that is no share',
      'rows:\n  - benchmark: a\n    band: wide',
      /:3:11: rows\.0\.band: must be a share such as 5% or 0\.05/,
    ],
    ['a band of 100 % and more', 'rows:\n  - benchmark: a\n    band: 200%', /:3:11: rows\.0\.band/],
    ...['max', 'p0', 'p100', 'p150', 'p1e1'].map((summary): [string, string, RegExp] => [
      `the summary ${summary}`,
      `rows:\n  - benchmark: a\n    summary: ${summary}`,
      /:3:14: rows\.0\.summary: must be median, mean, min or a percentile such as p90/,
    ]),
    ['a default of an input that decides nothing', 'defaults:\n  command: make', /:2:3: defaults: .*command/],
    [
      'a default out of range',
      'defaults:\n  band: 200%',
      /:2:9: defaults\.band: must be from 0\.01% to 50%, such as 2%, got '200%'/,
    ],
    [
      'a default that is no choice',
      'defaults:\n  fail-on: always',
      /:2:12: defaults\.fail-on: must be one of not-established, regression, never, got 'always'/,
    ],
    [
      'a file as the baseline',
      'defaults:\n  baseline: fake.json',
      /:2:13: defaults\.baseline: must be one of auto, artifact, interleave, got 'fake\.json'/,
    ],
    ['a list as a default', 'defaults:\n  checks: [auto]', /:2:\d+: defaults\.checks/],
    [
      'a rule that names nothing',
      'rows:\n  - band: 2%',
      /:2:5: rows\.0: names neither a benchmark nor a metric/,
    ],
    [
      'a waiver without a reason',
      'waivers:\n  - benchmark: a\n    ceiling: 8%\n    expires: 2026-12-31',
      /:2:5: waivers\.0\.reason/,
    ],
    [
      'a waiver until a day that does not exist',
      'waivers:\n  - benchmark: a\n    ceiling: 8%\n    expires: 2026-02-30\n    reason: r',
      /:4:14: waivers\.0\.expires: must be a day such as 2026-12-31/,
    ],
    [
      'a limit without a direction',
      'budgets:\n  - benchmark: http\n    metric: p99\n    limit: 5 ms',
      /:4:12: budgets\.0\.limit: must be a limit such as <= 5 ms/,
    ],
    ['broken YAML', 'rows: [', /^\.stable-bench\.yml:1:8: /],
    [
      'an alias bomb',
      `a: &a [1,1]\n${[...'bcdefgh'].map((c, i) => `${c}: &${c} [*${'abcdefg'[i]},*${'abcdefg'[i]}]`).join('\n')}`,
      /alias|unrecognized/i,
    ],
  ])('refuses %s and says where', (_, text, message) => {
    expect(() => parse(text)).toThrow(message)
  })
})
