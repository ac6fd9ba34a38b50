import { describe, expect, it } from '@jest/globals'
import { parseInputs } from '../../src/inputs/parse.ts'
import { defaultPolicy } from '../../src/model/index.ts'
import { parseConfig } from '../../src/policy/config-file.ts'
import {
  addedRenames,
  addedWaivers,
  configChanges,
  effectiveValues,
  gatingPolicy,
  valuesAtBase,
} from '../../src/policy/make-policy.ts'

const config = (text: string) => parseConfig(text, '.stable-bench.yml')
const inputs = {
  alpha: 0.01,
  band: 0.02,
  'fail-on': 'not-established',
  'fail-threshold': 0.03,
  'require-tuned': false,
} as const

const waiver = (expires: string) => `
waivers:
  - { benchmark: parse, ceiling: 8%, expires: ${expires}, reason: bounds checks }
`

describe('the gating policy', () => {
  it('is the default policy where nothing is configured: the defaults of the inputs are its levels', () => {
    const values = parseInputs('action', () => undefined)
    expect(gatingPolicy(values, config(''), { today: '2026-11-20' })).toEqual({
      ...defaultPolicy,
      today: '2026-11-20',
    })
  })

  it('takes levels from the inputs, rows from the calibration and then the file', () => {
    const suggested = [{ benchmark: 'parse', metric: '*', band: 0.01 }]
    const policy = gatingPolicy(inputs, config('shadow: true\nrows:\n  - { benchmark: parse, band: 5% }'), {
      today: '2026-11-20',
      suggested,
    })
    expect(policy).toMatchObject({ alpha: 0.01, band: 0.02, threshold: 0.03, shadow: true })
    expect(policy.rules.map(rule => rule.band)).toEqual([0.01, 0.05])
  })

  it('lets the defaults of the file win over the values of a job, and rows over both', () => {
    const given = parseInputs('action', name => (name === 'baseline' ? 'interleave' : ''))
    const file = config(
      'defaults: { band: 3%, fail-on: regression, baseline: artifact }\nrows: [{ metric: time, band: 4% }]',
    )
    const values = effectiveValues({ ...given, band: 0.2, alpha: 0.05 }, file)
    expect(values).toMatchObject({ band: 0.03, alpha: 0.05, 'fail-on': 'regression', baseline: ['artifact'] })
    const policy = gatingPolicy(values, file, { today: '2026-11-20' })
    expect(policy).toMatchObject({ band: 0.03, alpha: 0.05, failOn: 'regression' })
    expect(policy.rules.map(rule => rule.band)).toEqual([0.04])
  })

  it('lets the settings of a suite win over the defaults', () => {
    const file = config('defaults: { delta: 5, cache: cold }\nsuites: { parse: { delta: 7 } }')
    const named = (suite: string) => parseInputs('action', name => (name === 'name' ? suite : ''))
    expect(effectiveValues(named('parse'), file)).toMatchObject({ delta: 7, cache: 'cold' })
    expect(effectiveValues(named('toString'), file)).toMatchObject({ delta: 5, cache: 'cold' })
  })

  it('takes the settings of the base commit, and what fills in the command from the proposed file', () => {
    const base = config('defaults: { warmup-runs: 2, delta: 5, benchmarks: [json, xml] }')
    const proposed = config('defaults: { warmup-runs: 9, cache: cold, benchmarks: [json, csv] }')
    const values = valuesAtBase(
      parseInputs('action', () => ''),
      base,
      proposed,
    )
    expect(values).toMatchObject({ 'warmup-runs': 2, cache: 'warm', delta: 0, benchmarks: ['json', 'csv'] })
    expect(configChanges(base, proposed, 'c.yml').map(each => each.message.replace(/.*: it /, ''))).toEqual([
      'sets warmup-runs in defaults to 9, which is 2 now',
      'sets cache in defaults to cold, which is not set now',
    ])
    const ofSuite = config('suites: { parse: { cool-down: 3 } }')
    expect(configChanges(ofSuite, base, 'c.yml').map(each => each.message.replace(/.*: it /, ''))).toEqual([
      'sets warmup-runs in defaults to 2, which is not set now',
      'removes cool-down: 3 from suites, parse',
    ])
  })

  it('lets a waiver count through its last day', () => {
    const on = (today: string) => gatingPolicy(inputs, config(waiver('2026-11-20')), { today }).waivers[0]
    expect(on('2026-11-20')?.expired).toBe(false)
    expect(on('2026-11-21')?.expired).toBe(true)
  })
})

describe('what a pull request changes in the configuration', () => {
  it('is told change by change', () => {
    const base = config(`rows:\n  - { benchmark: parse, band: 2% }\n  - { benchmark: render, gate: false }`)
    const proposed = config(
      `shadow: true\nrows:\n  - { benchmark: parse, band: 20% }\n  - { benchmark: render, gate: false }`,
    )
    expect(configChanges(base, proposed, '.stable-bench.yml').map(each => each.message)).toEqual([
      expect.stringMatching(/counts only once it is merged: it sets shadow to true, which is false now$/),
      expect.stringMatching(/adds to rows: \{benchmark:parse,metric:\*,band:0\.2\}$/),
      expect.stringMatching(/removes from rows: \{benchmark:parse,metric:\*,band:0\.02\}$/),
    ])
  })

  it('is told of the defaults too', () => {
    const base = config('defaults: { band: 2%, fail-on: regression, require-tuned: true }')
    const proposed = config('defaults: { band: 20%, baseline: artifact, require-tuned: true }')
    expect(configChanges(base, proposed, '.stable-bench.yml').map(each => each.message)).toEqual([
      expect.stringMatching(/: it sets baseline in defaults to artifact, which is not set now$/),
      expect.stringMatching(/: it sets band in defaults to 20%, which is 2% now$/),
      expect.stringMatching(/: it removes fail-on: regression from defaults$/),
    ])
  })

  it('is nothing when only comments and order of keys differ', () => {
    const base = config('rows:\n  - { benchmark: parse, band: 2% }')
    const proposed = config('# why\nrows:\n  - { band: 0.02, benchmark: parse }')
    expect(configChanges(base, proposed, '.stable-bench.yml')).toEqual([])
  })

  it('tells the renames that only the pull request has, which are no change that has to wait', () => {
    const base = config('renamed:\n  - { from: a, to: b }')
    const proposed = config('renamed:\n  - { from: a, to: b }\n  - { from: c, to: d }')
    expect(addedRenames(base, proposed)).toEqual([{ from: 'c', to: 'd', proposed: true }])
    expect(configChanges(base, proposed, '.stable-bench.yml')).toEqual([])
    expect(configChanges(proposed, base, '.stable-bench.yml')[0]?.message).toMatch(/removes from renamed/)
  })

  it('tells the waivers that only the pull request has', () => {
    const added = addedWaivers(config(waiver('2026-11-20')), config(waiver('2027-11-20')))
    expect(added.map(each => each.expires)).toEqual(['2027-11-20'])
  })
})
