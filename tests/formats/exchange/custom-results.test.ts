import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { checkSamples } from '../../../src/formats/check-samples.ts'
import { customResults } from '../../../src/formats/exchange/custom-results.ts'
import { patternFormat } from '../../../src/formats/pattern/read.ts'
import { refusal } from '../refusal.ts'

const text = (name: string) =>
  readFileSync(new URL(`../fixtures/github-action-benchmark/${name}.json`, import.meta.url), 'utf8')

it('rows of both directions in one file are accepted, a metric for each', () => {
  const { samples } = checkSamples(customResults.parse(text('hand-mixed'), 'out.json'), 'out.json')
  expect(samples.map(({ name, metric, unit, better }) => [name, metric, unit, better])).toEqual([
    ['render', 'time', 'ns', 'lower'],
    ['parse', 'rate', 'ops/s', 'higher'],
    ['copy', 'rate', 'B/s', 'higher'],
    ['bundle size', 'size', 'B', 'lower'],
    ['allocations', 'value', 'allocs/op', 'lower'],
    ['hit rate', 'score', 'Percent', 'higher'],
    ['misses', 'value', 'Percent', 'lower'],
  ])
})

it('a unit that says nothing is refused, and the pattern of the message reads the file', () => {
  const ambiguous = text('hand-ambiguous')
  const message = refusal(() => customResults.parse(ambiguous, 'out.json'))
  expect(message).toMatch(/^out\.json: \[1\] \(hit rate\): the unit "Percent" does not say/)
  const pattern =
    /set pattern to '(\$.*\})' and set pattern-better to lower or higher$/.exec(message)?.[1] ?? ''
  const { samples } = patternFormat({ text: pattern, unit: '', better: 'higher' }).parse(
    ambiguous,
    'out.json',
  )
  expect(samples.map(({ name, unit, better }) => [name, unit, better])).toEqual([
    ['render', 'ns', 'higher'],
    ['hit rate', 'Percent', 'higher'],
  ])
})
