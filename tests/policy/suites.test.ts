import { describe, expect, it } from '@jest/globals'
import { withShared } from '../../src/cli/suites/plan.ts'
import { parseConfig } from '../../src/policy/config-file.ts'
import { configChanges } from '../../src/policy/make-policy.ts'
import type { DescribedSuite } from '../../src/policy/suite-schema.ts'
import { chosenSuites, suiteChange, suitePairs, valuesOfPair } from '../../src/policy/suites.ts'

const parse = (text: string) => parseConfig(text, '.stable-bench.yml')

function pairOf(name: string, base: string, candidate: string) {
  const [before, after] = [parse(base), parse(candidate)]
  const pair = suitePairs(before, after).find(each => each.name === name)
  if (!pair?.candidate) throw new Error(`no suite ${name}`)
  return {
    pair,
    values: valuesOfPair({ ...pair, candidate: pair.candidate as DescribedSuite }, before, after),
  }
}

describe('the suites of two commits', () => {
  it('are new, missing, or on both sides, those of the candidate first', () => {
    const base = parse('suites: { gone: { command: a }, both: { command: a }, elsewhere: { delta: 1 } }')
    const candidate = parse(
      'suites: { added: { command: b }, both: { command: b }, elsewhere: { delta: 1 } }',
    )
    const sides = suitePairs(base, candidate).map(({ name, baseline, candidate }) => [
      name,
      baseline?.command,
      candidate?.command,
    ])
    expect(sides).toEqual([
      ['added', undefined, 'b'],
      ['both', 'a', 'b'],
      ['gone', 'a', undefined],
    ])
  })

  it('are measured as the candidate says where the base describes none', () => {
    const candidate = parse('suites: { parse: { command: b } }')
    expect(suitePairs(parse('suites: { parse: { delta: 1 } }'), candidate)).toEqual([
      { name: 'parse', before: 'parse', baseline: { command: 'b' }, candidate: { command: 'b' } },
    ])
  })
})

describe('a suite that has another name now', () => {
  const base = 'suites: { json: { command: old, warmup-runs: 4 }, csv: { command: c } }'
  const renamed =
    'suites: { parse: { command: new, warmup-runs: 9, former-names: [x, json] }, csv: { command: c } }'

  it('is compared with the former one, and measured as the base says of that', () => {
    const { pair, values } = pairOf('parse', base, renamed)
    expect(pair).toMatchObject({ name: 'parse', before: 'json', baseline: { command: 'old' } })
    expect(values.baseline).toMatchObject({ name: 'parse', command: 'old', 'warmup-runs': 4 })
    expect(values.candidate).toMatchObject({ name: 'parse', command: 'new', 'warmup-runs': 4 })
    expect(suitePairs(parse(base), parse(renamed)).map(({ name }) => name)).toEqual(['parse', 'csv'])
  })

  it('takes no name that another suite still has', () => {
    const taking = 'suites: { parse: { command: new, former-names: [csv] }, csv: { command: c } }'
    expect(pairOf('parse', base, taking).pair.baseline).toBeNull()
    expect(suitePairs(parse(base), parse(taking)).map(({ name }) => name)).toEqual(['parse', 'csv', 'json'])
  })
})

describe('the suites that are asked for', () => {
  const names = ['parse', 'parse-fast', 'http']
  const chosen = (...patterns: string[]) => chosenSuites(names, patterns, '.stable-bench.yml')

  it('are those that a pattern matches, in their own order, and all without patterns', () => {
    expect(chosen()).toEqual(names)
    expect(chosen('http', 'parse*')).toEqual(names)
    expect(chosen('parse')).toEqual(['parse'])
    expect(chosen('htt?')).toEqual(['http'])
  })

  it('are refused where there is none, with the nearest name', () => {
    expect(() => chosen('parse', 'htpp')).toThrow(
      "suite: .stable-bench.yml describes no suite 'htpp'; did you mean http?",
    )
    expect(() => chosen('x*')).toThrow(/no suite 'x\*'; it has parse, parse-fast, http$/)
  })
})

describe('the layouts of a suite', () => {
  const of = (base: string, candidate: string) =>
    pairOf('parse', `suites:\n  parse: ${base}`, `suites:\n  parse: ${candidate}`).values

  it('are as many as the base says, since fewer would hide a change, and each commit relinks by itself', () => {
    const { baseline, candidate } = of(
      "{ command: './p.{layout}', layouts: 20, relink: 'make {layout}' }",
      "{ command: './q.{layout}', layouts: 5, relink: 'ninja {layout}' }",
    )
    expect(baseline).toMatchObject({ layouts: 20, relink: 'make {layout}', command: './p.{layout}' })
    expect(candidate).toMatchObject({ layouts: 20, relink: 'ninja {layout}', command: './q.{layout}' })
  })

  it('are those of the candidate where the base has none', () => {
    const { baseline, candidate } = of(
      "{ command: './p' }",
      "{ command: './p.{layout}', layouts: 20, relink: 'make {layout}' }",
    )
    expect(baseline).toMatchObject({ layouts: 20, relink: '', command: './p' })
    expect(candidate).toMatchObject({ layouts: 20, relink: 'make {layout}' })
  })
})

describe('the values of a suite', () => {
  it('are run as each commit says for itself, and measured as the base says', () => {
    const base = `
defaults: { warmup-runs: 3 }
suites:
  parse: { setup: make, command: './old {benchmark}', benchmarks: [json], prepare: rm -f x, results: old.json, duet: true, paths: src/** }`
    const candidate = `
defaults: { warmup-runs: 0 }
suites:
  parse: { command: './new {benchmark} {n}', benchmarks: [json, xml], delta: 5, results: new.json, tool: process, working-directory: sub, paths: none }`
    const { values } = pairOf('parse', base, candidate)
    const common = {
      name: 'parse',
      'warmup-runs': 3,
      duet: true,
      paths: ['src/**'],
      layouts: 'auto',
      relink: '',
      ...{ service: '', ready: '', 'ready-timeout': 60, profile: 'auto' },
    }
    expect(values.baseline).toEqual({
      ...common,
      setup: 'make',
      command: './old {benchmark}',
      benchmarks: ['json'],
      prepare: 'rm -f x',
      results: 'old.json',
      tool: 'auto',
      delta: 0,
      'working-directory': '.',
    })
    expect(values.candidate).toEqual({
      ...common,
      setup: '',
      command: './new {benchmark} {n}',
      benchmarks: ['json', 'xml'],
      prepare: '',
      results: 'new.json',
      tool: 'process',
      delta: 5,
      'working-directory': 'sub',
    })
  })

  it('are the candidate’s on both sides, its list of benchmarks too, where both have its benchmarks', () => {
    const base = 'suites: { parse: { command: a, benchmarks: [json], warmup-runs: 4 } }'
    const own = 'suites: { parse: { command: b, benchmarks: [json, xml], warmup-runs: 9 } }'
    const pair = withShared(pairOf('parse', base, own).pair, { 'benchmarks-from': 'HEAD' })
    const candidate = pair.candidate as DescribedSuite
    const both = valuesOfPair({ ...pair, candidate }, parse(base), parse(own))
    const same = { command: 'b', benchmarks: ['json', 'xml'], 'warmup-runs': 4 }
    expect(both).toMatchObject({ baseline: same, candidate: same })
  })

  it('of a new suite are its own, but for what decides whether it is measured', () => {
    const base = 'defaults: { warmup-runs: 3 }\nsuites: { other: { command: a } }'
    const candidate = `
defaults: { cache: cold }
suites: { added: { command: b, pattern: '(?<value>1)', warmup-runs: 0, paths: none, artifacts: none } }`
    const { values } = pairOf('added', base, candidate)
    expect(values.baseline).toBeNull()
    expect(values.candidate).toMatchObject({ command: 'b', pattern: '(?<value>1)', 'warmup-runs': 0 })
    for (const key of ['paths', 'artifacts', 'cache']) expect(values.candidate).not.toHaveProperty(key)
  })

  it('of a base that describes none are the candidate’s, but for how it is measured and judged', () => {
    const candidate = 'suites: { parse: { setup: make, command: b, duet: true, paths: none } }'
    const { values } = pairOf(
      'parse',
      'defaults: { cache: cold }\nsuites: { parse: { aslr: on } }',
      candidate,
    )
    expect(values.baseline).toEqual(values.candidate)
    expect(values.candidate).toMatchObject({ setup: 'make', command: 'b', cache: 'cold', aslr: 'on' })
    for (const key of ['duet', 'paths']) expect(values.candidate).not.toHaveProperty(key)
  })
})

describe('what the candidate changes in a suite', () => {
  it('is said of what is run, and what else changes counts only later', () => {
    const base = 'suites: { parse: { command: ./a, setup: make, duet: true } }'
    const candidate = 'suites: { parse: { command: ./b, benchmarks: [x], duet: false } }'
    const { pair } = pairOf('parse', base, candidate)
    expect(suiteChange(pair)).toEqual({
      code: 'suite-changed',
      message:
        "the candidate changes what this suite is: command is './b', and was './a'; setup is not set, and was 'make'; " +
        "benchmarks is 'x', and was not set",
    })
    const changes = configChanges(parse(base), parse(candidate), 'c.yml', 'the candidate')
    expect(changes.map(({ message }) => message)).toEqual([
      'the candidate changes c.yml, which counts only once it is merged: it sets duet in suites, parse to false, which is true now',
    ])
  })

  it('is nothing where both are the same, or one side has no such suite', () => {
    const same = 'suites: { parse: { command: ./a } }'
    expect(suiteChange(pairOf('parse', same, same).pair)).toBeNull()
    const { pair } = pairOf('added', same, 'suites: { added: { command: ./b, duet: true } }')
    expect(suiteChange(pair)).toBeNull()
    expect(
      configChanges(
        parse(same),
        parse('suites: { parse: { command: ./a }, added: { command: ./b, duet: true } }'),
        'c',
      ),
    ).toEqual([])
  })
})
