import { describe, expect, it } from '@jest/globals'
import { nyrkio } from '../../../src/formats/exchange/nyrkio.ts'
import { benchmarkIps } from '../../../src/formats/ruby/benchmark-ips.ts'
import { nyrkioResult } from '../../../src/report/dashboards/json.ts'
import { sample, session } from '../../compare/session.ts'
import { quietRun } from '../../measure/evidence/quiet-run.ts'
import { refusal } from '../refusal.ts'

const result = (metric: object, more: object = {}) => [
  { timestamp: 1, attributes: {}, metrics: [metric], ...more },
]
const parse = (document: unknown) => nyrkio.parse(JSON.stringify(document), 'out.json')

describe('Nyrkiö JSON', () => {
  it.each([
    [{}, 'out.json: is an object, expected a list'],
    [[{ timestamp: 1 }], 'out.json: [0]: has no list "metrics"'],
    [result({ value: 1 }), 'out.json: [0].metrics[0]: the name is missing'],
    [result({ name: 'a', unit: 3 }), 'out.json: [0].metrics[0] (a): the unit is 3'],
    [
      result({ name: 'a', unit: 'points', value: 1 }),
      'the direction is missing, and the unit "points" does not say',
    ],
    [
      result({ name: 'a', unit: 'ms', direction: 'up', value: 1 }),
      'the direction is "up", and the unit "ms"',
    ],
    [result({ name: 'a', unit: 'ms', value: '1' }), 'out.json: [0].metrics[0] (a): the value is "1"'],
  ])('%j is refused', (document, message) => {
    expect(refusal(() => parse(document))).toContain(message)
  })

  it('a result that did not pass is a failure', () => {
    const failed = result({ name: 'a', unit: 'ms', value: 1 }, { passed: false })
    expect(parse(failed)).toMatchObject({ samples: [], failures: [{ name: 'a' }] })
  })

  it('reads what `export --to nyrkio` writes', () => {
    const revision = { commit: 'c0ffee', ref: 'main', dirty: false }
    const measured = session([sample('a', [1, 2, 3])], { evidence: [quietRun()], revision })
    const text = nyrkioResult(measured)
    expect(nyrkio.recognises(text)).toBe(true)
    expect(nyrkio.parse(text, 'x').samples).toMatchObject([{ unit: 'ns', better: 'lower', runs: [[2]] }])
  })
})

describe('benchmark-ips', () => {
  it.each([
    [{}, 'out.json: is an object, expected a list; add x.json! PATH'],
    [[{ ips: 1 }], 'out.json: [0]: the name is missing'],
    [[{ name: 'a', ips: null }], 'out.json: [0] (a): ips is null, expected a number'],
  ])('%j is refused', (document, message) => {
    expect(refusal(() => benchmarkIps.parse(JSON.stringify(document), 'out.json'))).toContain(message)
  })
})
