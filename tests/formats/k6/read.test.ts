import { describe, expect, it } from '@jest/globals'
import { k6 } from '../../../src/formats/k6/read.ts'
import { growthOf, LINEAR } from '../../cpu-time.ts'
import { refusal } from '../refusal.ts'

const line = (entry: object) => `${JSON.stringify(entry)}\n`
const trend = (metric: string, contains = 'time') =>
  line({ metric, type: 'Metric', data: { name: metric, type: 'trend', contains } })
const point = (metric: string, value: unknown, tags: object = {}) =>
  line({ metric, type: 'Point', data: { time: '2026-01-01T00:00:00Z', value, tags } })

const said = (text: string) => refusal(() => k6.parse(text, 'out.json'))

describe('points of k6', () => {
  it('are one run of a sample, whatever is printed among them', () => {
    const text = `${trend('a')}     ok: 1\n${point('a', 2)}${trend('b', 'data')}${point('b', 5)}${point('a', 1)}`
    expect(k6.parse(text, 'x').samples).toEqual([
      { name: 'a', metric: 'a', unit: 'ms', better: 'lower', runs: [[2, 1]] },
      { name: 'b', metric: 'b', unit: 'B', better: 'lower', runs: [[5]] },
    ])
  })

  it.each([
    ['a line that breaks off', `${trend('a')}${point('a', 1).slice(0, -9)}\n`, /line 2: .*looks truncated/],
    ['a last line without end', `${trend('a')}${point('a', 1).trimEnd()}`, /its last line has no end/],
    [
      'a value that is none',
      `${trend('a')}${point('a', 'fast')}`,
      /line 2: the value is "fast", expected a number/,
    ],
    ['a point of nothing', `${point('a', 1)}{"type":"Point"}\n`, /line 2: has no metric/],
  ])('refuses %s', (_, text, message) => {
    expect(said(text)).toMatch(message)
  })

  it('takes eight times as long for eight times the points', () => {
    const text = (count: number) => trend('a') + point('a', 1.25, { url: 'http://shop/cart' }).repeat(count)
    expect(growthOf(count => k6.parse(text(count), 'x'), 2000)).toBeLessThan(LINEAR)
  })
})

describe('a summary of k6', () => {
  it.each([
    [{ root_group: {}, metrics: [] }, 'out.json: metrics is a list, expected an object'],
    [{ root_group: {}, metrics: { a: 1 } }, 'out.json: "a" is 1'],
    [
      { root_group: {}, metrics: { iteration_duration: { med: 'x' } } },
      'out.json: iteration_duration, med is "x", expected a number',
    ],
  ])('is refused: %j', (document, message) => {
    expect(said(JSON.stringify(document))).toContain(message)
  })
})
