import { describe, expect, it } from '@jest/globals'
import type { Night, Trend, TrendSeries } from '../../../src/model/index.ts'
import { nightDate } from '../../../src/report/trend/dates.ts'
import { testbedChanges } from '../../../src/report/trend/nights.ts'
import { seriesFigures } from '../../../src/report/trend/page/figures.ts'
import { trendExample } from './example.ts'

const { trend: EXAMPLE } = trendExample({ benchmarks: 1, nights: 60 })

/** One run a night with this value, on nights that have no tags and one fingerprint unless `change` says otherwise. */
function trendOf(
  values: number[],
  change: (night: Night, index: number) => Partial<Night> = () => ({}),
): Trend {
  const nights = EXAMPLE.nights
    .slice(0, values.length)
    .map((night, i) => ({ ...night, tags: [], ...change(night, i) }))
  const series = {
    ...(EXAMPLE.series[0] as TrendSeries),
    nights: values.map((_, i) => i),
    runs: values.map(v => [v]),
  }
  return { ...EXAMPLE, nights, series: [series] }
}

function figuresOf(trend: Trend) {
  const surroundings = {
    trend,
    machineNights: trend.nights.map((_, i) => i),
    testbed: testbedChanges(trend.nights),
  }
  return seriesFigures(trend.series[0] as TrendSeries, undefined, surroundings)
}

const rising = Array.from({ length: 40 }, (_, i) => 100 + i)

describe('seriesFigures', () => {
  it('compares the last three nights with the three around the night that is thirty before the last', () => {
    expect(figuresOf(trendOf(rising)).recent).toMatchObject({
      since: 9,
      ratio: 138 / 109,
      testbedChanged: false,
    })
  })

  it('says nothing about thirty nights where there are fewer', () => {
    expect(figuresOf(trendOf(rising.slice(0, 30))).recent).toBeNull()
  })

  it('compares with the newest release before the last night', () => {
    const tags = (_: Night, i: number) => ({ tags: [5, 20, 39].includes(i) ? [`v${i}`] : [] })
    expect(figuresOf(trendOf(rising, tags)).release).toMatchObject({
      since: 20,
      ratio: 138 / 120,
      interval: null,
    })
    expect(figuresOf(trendOf(rising)).release).toBeNull()
  })

  it('says when the machine changed in between', () => {
    const fingerprint = (_: Night, i: number) => ({ fingerprint: i < 30 ? 'a' : 'b' })
    expect(figuresOf(trendOf(rising, fingerprint)).recent).toMatchObject({ testbedChanged: true })
    const long = trendOf(
      Array.from({ length: 60 }, () => 1),
      (_, i) => ({ fingerprint: i < 10 ? 'a' : 'b' }),
    )
    expect(figuresOf(long).recent).toMatchObject({ since: 29, testbedChanged: false })
  })

  it('has no ratio to zero', () => {
    expect(figuresOf(trendOf(Array.from({ length: 40 }, () => 0))).recent).toBeNull()
  })

  it('says since when a series is not measured any more', () => {
    const trend = trendOf(rising)
    const series = trend.series.map(each => ({
      ...each,
      nights: each.nights.slice(0, 20),
      runs: each.runs.slice(0, 20),
    }))
    expect(figuresOf({ ...trend, series })).toMatchObject({ endedAt: 19, latest: 119 })
    expect(figuresOf(trend)).toMatchObject({ endedAt: null, latest: 139 })
  })
})

describe('testbedChanges', () => {
  it('names what changed on a machine since its own night before', () => {
    const { trend } = trendExample({ benchmarks: 1, nights: 4, machines: ['a', 'b'], kernels: [2] })
    expect(testbedChanges(trend.nights)).toEqual([[], [], [], [], ['kernel: 6.1.100 → 6.1.101'], [], [], []])
  })

  it('says so when no fact tells what changed', () => {
    const { nights } = trendOf([1, 2], (_, i) => ({ fingerprint: `${i}` }))
    expect(testbedChanges(nights)).toEqual([[], ['another fingerprint']])
  })

  it('names settings that changed', () => {
    const cache = ['cold', 'cold', 'warm']
    const { nights } = trendOf([1, 2, 3], ({ facts }, i) => ({
      facts: { ...facts, cache: cache[i] as string },
      fingerprint: cache[i] as string,
    }))
    expect(testbedChanges(nights)).toEqual([[], [], ['cache: cold → warm']])
  })
})

describe('nightDate', () => {
  it('is a day in UTC, or the text where it is none', () => {
    expect(nightDate('2026-11-12T23:59:00Z')).toBe('12 Nov 2026')
    expect(nightDate('2026-09-01T00:00:00Z')).toBe('1 Sep 2026')
    expect(nightDate('<b>')).toBe('<b>')
  })
})
