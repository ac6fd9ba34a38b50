import { describe, expect, it } from '@jest/globals'
import { configuredInputs, suiteInputs } from '../../src/inputs/values.ts'
import { InputError } from '../../src/model/index.ts'
import { parseConfig } from '../../src/policy/config-file.ts'
import { effectiveValues } from '../../src/policy/make-policy.ts'

const parse = (text: string) => parseConfig(text, '.stable-bench.yml')

function mistakesIn(text: string): string {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof InputError) return error.message
  }
  throw new Error('was taken')
}

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
      suites: {},
      shadow: false,
      rows: [
        { benchmark: 'parse/*', metric: '*', band: 0.03, threshold: 0.05 },
        { benchmark: '*', metric: 'allocations', better: 'lower', summary: 'p90', gate: true },
      ],
      waivers: [],
      renamed: [],
      budgets: [],
      'former-workflows': [],
    })
  })

  it('takes names that look like numbers as they are written', () => {
    const text = `
suites:
  1.10: { command: ./run, benchmarks: [2.0, 007], former-names: [1.0] }
  1.1: { command: ./run 1.1, warmup-runs: 3 }
  null: { command: 1e3 }
defaults: { alpha: 5e-2, warmup-runs: 10 }
rows:
  - benchmark: 1.10
    band: 5.0e-2
`
    const { suites, rows, defaults } = parse(text)
    expect(defaults).toMatchObject({ alpha: 0.05, 'warmup-runs': 10 })
    expect(suites).toEqual({
      '1.10': { command: './run', benchmarks: ['2.0', '007'], 'former-names': ['1.0'] },
      '1.1': { command: './run 1.1', 'warmup-runs': 3 },
      null: { command: '1e3' },
    })
    expect(rows).toEqual([{ benchmark: '1.10', metric: '*', band: 0.05 }])
  })

  it('reads as many keys, anchors and mistakes as fit into a file, and names the first ones', () => {
    const many = (line: (i: number) => string) => Array.from({ length: 40_000 }, (_, i) => line(i)).join('')
    expect(mistakesIn(many(i => `k${i}: x\n`)).split('\n')).toHaveLength(21)
    expect(mistakesIn(`suites:\n${many(i => ` k${i}: x\n`)}`)).toMatch(/these are the first 20 mistakes$/)
    expect(mistakesIn(many(i => `- &a${i} x\n- *a${i}\n`))).toMatch(/there are more than 1000 aliases$/)
  })

  it('says what the service of a suite is, below its own key', () => {
    const text = `
suites:
  api:
    command: ./load.sh {port}
    service:
      command: ./srv --port {port}
      ready: http://127.0.0.1:{port}/health
      ready-timeout: 2m
      warm-up: 10s
      load-cpus: 4-7
`
    expect(parse(text).suites.api).toEqual({
      command: './load.sh {port}',
      service: './srv --port {port}',
      ready: 'http://127.0.0.1:{port}/health',
      'ready-timeout': 120,
      'warm-up': 10,
      'load-cpus': '4-7',
    })
    expect(mistakesIn('suites: { api: { command: x, service: { ready: x } } }')).toMatch(
      /suites, api, service, command: is missing; it must say how the service is started/,
    )
    expect(mistakesIn('suites: { api: { command: x, service: { command: y, redy: x } } }')).toMatch(
      /suites, api, service: there is no key 'redy'; did you mean ready\?/,
    )
    expect(mistakesIn('suites: { api: { command: x, service: ./srv } }')).toMatch(
      /suites, api, service: must be keys and values, got '.\/srv'/,
    )
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

  it('names a budget before it breaks', () => {
    const budget = (warn: string) =>
      parse(`budgets: [{ benchmark: a, metric: p99, limit: '<= 5 ms', warn: ${warn} }]`)
    expect(budget('90%').budgets).toMatchObject([{ limit: 5e6, warn: 0.9 }])
    expect(() => budget('110%')).toThrow(/budgets, entry 1, warn: must be a share of the limit such as 90%/)
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
      suites: {},
      shadow: false,
      rows: [],
      waivers: [],
      renamed: [],
      budgets: [],
      'former-workflows': [],
    }
    expect(parse('')).toEqual(empty)
    expect(parse('# nothing yet\n')).toEqual(empty)
    expect(parse('waivers:\ndefaults:\nrenamed:\n')).toEqual(empty)
  })

  const rule = (setting: string) => `rows:\n  - benchmark: a\n    ${setting}`
  const waiver = (expires: string, reason = 'reason: r') =>
    `waivers:\n  - benchmark: a\n    ceiling: 8%\n    expires: ${expires}\n    ${reason}`
  const aliases = [...'bcdefgh'].map((c, i) => `${c}: &${c} [*${'abcdefg'[i]},*${'abcdefg'[i]}]`).join('\n')

  it.each([
    ['an unknown key', 'row: []', "1:1: there is no key 'row'; did you mean rows?"],
    [
      'a misspelt setting',
      rule('bandd: 2%'),
      "3:5: rows, entry 1: there is no key 'bandd'; did you mean band?",
    ],
    [
      'a setting that no row has',
      rule('colour: red'),
      "3:5: rows, entry 1: there is no key 'colour'; known are benchmark, metric, band, threshold, better, summary, gate",
    ],
    [
      'a band that is no share',
      rule('band: wide'),
      "3:11: rows, entry 1, band: must be a share below 100%, such as 5% or 0.05, got 'wide'",
    ],
    [
      'a band of 100 % and more',
      rule('band: 200%'),
      "3:11: rows, entry 1, band: must be a share below 100%, such as 5% or 0.05, got '200%'",
    ],
    ['a band of nothing', rule('band: 0%'), "3:11: rows, entry 1, band: must be above 0, got '0%'"],
    [
      'a direction that is none',
      rule('better: up'),
      "3:13: rows, entry 1, better: must be lower or higher, got 'up'",
    ],
    ['a gate in words', rule('gate: yes'), "3:11: rows, entry 1, gate: must be true or false, got 'yes'"],
    ...['max', 'p0', 'p100', 'p150', 'p1e1'].map(summary => [
      `the summary ${summary}`,
      rule(`summary: ${summary}`),
      `3:14: rows, entry 1, summary: must be median, mean, min or a percentile such as p90, got '${summary}'`,
    ]),
    [
      'a key that is there twice',
      'suites:\n  a: { command: x }\n  a: { command: y }',
      '3:3: the key a is there twice; keep one of both',
    ],
    [
      'an alias of nothing',
      'suites:\n  a: { command: *make }',
      '2:17: *make has no &make before it; text that begins with * goes between quotes',
    ],
    [
      'a pattern without quotes',
      rule('band: 1%').replace(/benchmark: .*/, 'benchmark: *'),
      /^2:16: .*; text that begins with \* goes between quotes$/,
    ],
    [
      'a list as a key',
      'suites:\n  ? [a, b]\n  : { command: x }',
      '2:5: a key must be text; text that holds { and } goes between quotes',
    ],
    [
      'a second document',
      'suites: {}\n---\nrows: []',
      '2:1: a second document begins here; everything goes into one',
    ],
    ['rows that are no list', 'rows: all', "1:7: rows: must be a list, got 'all'"],
    ['a rule that is no map', 'rows:\n  - all', "2:5: rows, entry 1: must be keys and values, got 'all'"],
    [
      'a default of an input that decides nothing',
      'defaults:\n  command: make',
      `2:3: defaults: there is no key 'command'; known are ${configuredInputs.join(', ')}`,
    ],
    [
      'a setting of a suite that decides',
      'suites:\n  parse:\n    band: 5%',
      `3:5: suites, parse: there is no key 'band'; known are ${[...suiteInputs, 'service', 'companions', 'former-names'].join(', ')}`,
    ],
    [
      'a misspelt command of a suite',
      'suites:\n  parse:\n    comand: make',
      "3:5: suites, parse: there is no key 'comand'; did you mean command?",
    ],
    [
      'a suite with a setup and no command',
      'suites:\n  http: { command: ./load }\n  parse:\n    setup: make\n    duet: true',
      '3:3: suites, parse: has setup, and no command; say what to measure',
    ],
    [
      'a suite with companions and no command',
      'suites:\n  parse:\n    companions: { db: { command: ./db } }',
      '2:3: suites, parse: has companions, and no command; say what to measure',
    ],
    [
      'a suite with an empty command',
      "suites:\n  parse:\n    command: ''",
      "3:14: suites, parse, command: must say what to measure, got ''",
    ],
    [
      'a suite with a command that is not there yet',
      'suites:\n  parse:\n    command:\n    setup: make',
      "3:13: suites, parse, command: must say what to measure, got 'null'",
    ],
    [
      'a former name of a suite that is none',
      'suites:\n  parse: { command: make, former-names: [true] }',
      "2:42: suites, parse, former-names, entry 1: must be text, got 'true'",
    ],
    [
      'a suite whose name is no artifact name',
      'suites:\n  parse/json: { command: ./parse }',
      '2:3: suites, parse/json: names artifacts and directories: it must begin with a letter or a digit and have ' +
        'letters, digits, . _ and - only, 60 at most',
    ],
    ...['/srv', '..', 'server/../..'].map(directory => [
      `the directory ${directory} of a suite`,
      `suites:\n  parse: { command: make, working-directory: ${directory} }`,
      `2:46: suites, parse, working-directory: must be a directory of the repository, such as server, got '${directory}'`,
    ]),
    [
      'a format of a suite that there is not',
      'suites:\n  parse: { command: make, tool: gotest }',
      /^2:33: suites, parse, tool: must be one of auto, process, .*, got 'gotest'; did you mean go\?$/,
    ],
    [
      'a setting of a suite out of range',
      'suites:\n  parse: { delta: -1 }',
      "2:19: suites, parse, delta: must be a whole number from 0 to 1000000000, got '-1'",
    ],
    [
      'names of benchmarks that are none',
      'defaults:\n  benchmarks: [parse, [json]]',
      '2:15: defaults, benchmarks: must be a list of texts, or one text with spaces between them, got a list',
    ],
    [
      'a priority that is none',
      'defaults:\n  priority: 20',
      "2:13: defaults, priority: must be a nice level from -20 to 19, realtime or auto, got '20'",
    ],
    [
      'a NUMA node that is none',
      'defaults:\n  numa-node: far',
      "2:14: defaults, numa-node: must be a node or list such as 0, auto, none or interleave, got 'far'",
    ],
    ['a suite that is no map', 'suites: [parse]', '1:9: suites: must be keys and values, got a list'],
    [
      'a default out of range',
      'defaults:\n  band: 200%',
      "2:9: defaults, band: must be from 0.01% to 50%, such as 2%, got '200%'",
    ],
    [
      'a default that is no choice',
      'defaults:\n  fail-on: always',
      "2:12: defaults, fail-on: must be one of inconclusive, not-established, regression, never, got 'always'",
    ],
    [
      'a file as the baseline',
      'defaults:\n  baseline: fake.json',
      "2:13: defaults, baseline: must be one of auto, artifact, interleave, got 'fake.json'",
    ],
    [
      'a list as a default',
      'defaults:\n  checks: [auto]',
      '2:11: defaults, checks: must be one value, written as the input is, got a list',
    ],
    [
      'a rule that names nothing',
      'rows:\n  - band: 2%',
      "2:5: rows, entry 1: names neither a benchmark nor a metric ('*' is all of them)",
    ],
    [
      'a waiver without a reason',
      waiver('2026-12-31', ''),
      '2:5: waivers, entry 1, reason: is missing; it must say why',
    ],
    [
      'a waiver until a day that does not exist',
      waiver('2026-02-30'),
      "4:14: waivers, entry 1, expires: must be a day such as 2026-12-31, got '2026-02-30'",
    ],
    [
      'the same name in two renames',
      'renamed:\n  - { from: a, to: b }\n  - { from: a, to: c }',
      "3:13: renamed, entry 2, from: must not be named by two entries, got 'a'",
    ],
    [
      'a limit without a direction',
      'budgets:\n  - benchmark: http\n    metric: p99\n    limit: 5 ms',
      "4:12: budgets, entry 1, limit: must be a limit such as <= 5 ms or >= 1000 ops/s, got '5 ms'",
    ],
  ] as [string, string, string | RegExp][])(
    'refuses %s: says where, what it is and what is allowed',
    (_, text, message) => {
      const said = mistakesIn(text).replace(/^\.stable-bench\.yml:/, '')
      if (typeof message === 'string') expect(said).toBe(message)
      else expect(said).toMatch(message)
    },
  )

  it('names every mistake at once', () => {
    expect(mistakesIn('row: []\nshadow: maybe\nrows:\n  - band: 200%').split('\n')).toHaveLength(4)
  })

  it('refuses broken YAML, and aliases without end', () => {
    expect(mistakesIn('rows: [')).toMatch(/^\.stable-bench\.yml:1:8: /)
    // One mistake makes the parser stumble over what follows, too.
    expect(
      mistakesIn('suites:\n  api:\n    service: { command: node srv.mjs {port}, ready: x }\n    command: k6'),
    ).toBe(
      '.stable-bench.yml:3:38: Unexpected flow-map-start at node end; text that holds { and } goes between quotes',
    )
    expect(mistakesIn('suites:\n  api:\n    command: {benchmark} --all')).toBe(
      '.stable-bench.yml:3:26: Unexpected scalar at node end; text that holds { and } goes between quotes',
    )
    expect(mistakesIn(`a: &a [1,1]\n${aliases}`)).toMatch(/^\.stable-bench\.yml: .*alias/)
  })
})

describe('a suite in the configuration file', () => {
  it('says what is built, run and read, and how it is measured', () => {
    const text = `
suites:
  parse:
    setup: cargo build --release --bench parse
    command: ./target/release/parse {benchmark}
    benchmarks: [json, xml]
    artifacts: target/release/parse
    paths: src/** benches/**
    results: out/*.json
    tool: criterion
  http:
    working-directory: server
    prepare: rm -rf cache
    command: ./load.sh
    pattern: '(?<value>\\d+)'
    duet: true
  long:
    delta: 1000
`
    expect(parse(text).suites).toEqual({
      parse: {
        setup: 'cargo build --release --bench parse',
        command: './target/release/parse {benchmark}',
        benchmarks: ['json', 'xml'],
        artifacts: ['target/release/parse'],
        paths: ['src/**', 'benches/**'],
        results: 'out/*.json',
        tool: 'criterion',
      },
      http: {
        'working-directory': 'server',
        prepare: 'rm -rf cache',
        command: './load.sh',
        pattern: '(?<value>\\d+)',
        duet: true,
      },
      long: { delta: 1000 },
    })
  })

  it('may have any name where it only says how a suite is measured', () => {
    expect(parse('suites: { "parse / json, fast": { delta: 5 } }').suites).toEqual({
      'parse / json, fast': { delta: 5 },
    })
  })

  it('does not set what goes with a command that is given elsewhere', () => {
    const config = parse(
      'suites: { parse: { command: ./own, setup: make, tool: go, prepare: x, results: r, duet: true } }',
    )
    const given = { name: 'parse', command: './given', setup: '', tool: 'auto', duet: false }
    expect(effectiveValues(given, config)).toEqual({ ...given, duet: true })
    expect(effectiveValues({ name: 'constructor' }, config)).toEqual({ name: 'constructor' })
  })
})
