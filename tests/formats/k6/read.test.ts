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
    const text = `${trend('a')}     ok: 1\n{"type":"info","msg":"start"}\n${point('a', 2)}${trend('b', 'data')}${point('b', 5)}${point('a', 1)}`
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

const at = (metric: string, value: number, second: number, tags: object = {}) =>
  line({ metric, type: 'Point', data: { time: `2026-01-01T00:00:0${second}Z`, value, tags } })
const rowsOf = (text: string) =>
  k6
    .parse(text, 'x')
    .samples.map(({ name, metric, unit, better, runs }) => [name, metric, unit, better, ...runs.flat()])

describe('the load and the failures', () => {
  it('of points are rates over the time from the first to the last, and shares of what was counted', () => {
    const request = (second: number, failed: 0 | 1) =>
      at('http_reqs', 1, second) + at('http_req_failed', failed, second)
    const text =
      request(0, 0) + request(1, 1) + request(2, 0) + request(4, 0) + at('checks', 1, 4) + at('checks', 0, 4)
    expect(rowsOf(text)).toEqual([
      ['http_reqs', 'successful-rate', 'requests/s', 'higher', 0.75],
      ['http_req_failed', 'failed-share', '%', 'lower', 25],
      ['checks', 'failed-share', '%', 'lower', 50],
    ])
  })

  const summary = (failed: number, passed: number, more: object = {}) =>
    JSON.stringify({
      root_group: {},
      metrics: {
        http_req_duration: { med: 3, avg: 4 },
        'http_req_duration{expected_response:true}': { med: 5, avg: 6 },
        http_req_failed: { passes: failed, fails: passed, value: failed / (failed + passed) },
        http_reqs: { count: 100, rate: 50 },
        ...more,
      },
    })

  it('of a summary are rows, a part of a run has rows of its own, and all others are named', () => {
    const more = {
      'http_reqs{scenario:a}': { count: 10, rate: 5 },
      'http_req_failed{scenario:a}': { passes: 5, fails: 5, value: 0.5 },
      vus: { value: 3, min: 1, max: 3 },
      errors: { passes: 1, fails: 2, value: 0.3 },
      data_sent: { count: 10, rate: 5 },
    }
    expect(rowsOf(summary(1, 3, more))).toEqual([
      ['http_req_duration', 'med', 'ms', 'lower', 5],
      ['http_req_duration', 'avg', 'ms', 'lower', 6],
      ['http_reqs', 'successful-rate', 'requests/s', 'higher', 37.5],
      ['http_req_failed', 'failed-share', '%', 'lower', 25],
      ['http_reqs{scenario:a}', 'successful-rate', 'requests/s', 'higher', 2.5],
      ['http_req_failed{scenario:a}', 'failed-share', '%', 'lower', 50],
    ])
    expect(k6.parse(summary(0, 3, more), 'x').warnings.map(({ message }) => message)).toEqual([
      'counters, rates and gauges of k6 left out, since nothing says whether lower or higher is better: data_sent, errors, vus',
    ])
  })

  it('leave no time of a request where every request failed', () => {
    const { samples, failures } = k6.parse(summary(4, 0), 'x')
    expect(samples.map(({ name, runs }) => [name, ...runs.flat()])).toEqual([
      ['http_reqs', 0],
      ['http_req_failed', 100],
    ])
    expect(failures).toEqual([{ name: 'http_req_duration', reason: 'every request failed' }])
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
