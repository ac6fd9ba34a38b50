import { describe, expect, it } from '@jest/globals'
import type { Trend, TrendSeries } from '../../../src/model/index.ts'
import { decodePoints, decodeRuns, type PageData } from '../../../src/report/trend/browser/page-data.ts'
import { testbedChanges } from '../../../src/report/trend/nights.ts'
import { packTrend, seriesId } from '../../../src/report/trend/page/data.ts'
import { seriesFigures } from '../../../src/report/trend/page/figures.ts'
import { trendExample } from './example.ts'

const nothing = { changePoints: [], withdrawn: [], spikes: [], segments: [], sinceRelease: null }

function packed(trend: Trend): PageData {
  const testbed = testbedChanges(trend.nights)
  const machineNights = trend.nights.map((_, i) => i)
  const figures = trend.series.map(series =>
    seriesFigures(series, nothing, { trend, machineNights, testbed }),
  )
  return packTrend(trend, { series: trend.series.map(() => nothing), disturbed: [] }, { figures, testbed })
}

function withRuns(runs: number[][], nights = runs.map((_, i) => i)): Trend {
  const { trend } = trendExample({ benchmarks: 1, nights: 20 })
  return { ...trend, series: trend.series.map(series => ({ ...series, nights, runs })) }
}

/** The first series as the page gets it back. */
function unpacked(trend: Trend) {
  const data = packed(trend)
  const [series] = data.series
  if (series === undefined) throw new Error('no series')
  const points = decodePoints(series, data)
  return { ...points, runs: decodeRuns(series, points) }
}

function expectClose(got: number[], wanted: number[], relative: number): void {
  expect(got).toHaveLength(wanted.length)
  got.forEach((value, i) => {
    expect(Math.abs(value - (wanted[i] ?? 0))).toBeLessThanOrEqual(relative * Math.abs(wanted[i] ?? 0))
  })
}

describe('a packed trend', () => {
  it('gives back the nights and, to six digits, the medians', () => {
    const { trend } = trendExample({ benchmarks: 3, nights: 200 })
    const data = packed(trend)
    trend.series.forEach((series, i) => {
      const points = decodePoints(data.series[i] as PageData['series'][number], data)
      const medians = series.runs.map(runs => {
        const sorted = runs.toSorted((a, b) => a - b)
        return ((sorted[4] ?? 0) + (sorted[5] ?? 0)) / 2
      })
      expect(points.nights).toEqual(series.nights)
      expectClose(points.median, medians, 1e-6)
    })
  })

  it('gives back every run to a hundredth of its night’s spread, in order', () => {
    const runs = [
      [100, 101, 103.7, 99.2],
      [5, 5, 5],
      [1, 1000],
      [-3, 0, 4],
    ]
    const { runs: got, low, high } = unpacked(withRuns(runs))
    runs.forEach((values, night) => {
      const spread = Math.max(...values) - Math.min(...values)
      got[night]?.forEach((value, i) => {
        expect(Math.abs(value - (values[i] ?? 0))).toBeLessThanOrEqual(0.017 * spread)
      })
      expect(got[night]).toHaveLength(values.length)
      expect(low[night]).toBeLessThanOrEqual(Math.min(...values))
      expect(high[night]).toBeGreaterThanOrEqual(Math.max(...values))
    })
  })

  it('leaves out what is no number, and nights without any', () => {
    const { nights, median, runs } = unpacked(
      withRuns([[1, 2, 3], [Number.NaN], [4, Number.POSITIVE_INFINITY]], [2, 5, 11]),
    )
    expect(nights).toEqual([2, 11])
    expect(median).toEqual([2, 4])
    expect(runs).toEqual([[1, 2, 3].map(value => expect.closeTo(value, 1)), [4]])
  })

  it('holds a series without any number', () => {
    expect(unpacked(withRuns([]))).toEqual({ nights: [], median: [], low: [], high: [], runs: [] })
  })

  it('shares the nights of series that were measured in the same ones', () => {
    const { trend } = trendExample({ benchmarks: 3, nights: 9 })
    const series = trend.series.map(each => ({ ...each, nights: [0, 3, 8], runs: [[1], [2], [3]] }))
    const data = packed({ ...trend, series })
    expect(data.calendars).toHaveLength(1)
  })
})

describe('seriesId', () => {
  it('is the same every night and another for every benchmark, metric, machine and unit', () => {
    const { trend } = trendExample({ benchmarks: 30, machines: ['a', 'b'], nights: 2 })
    const later = trendExample({ benchmarks: 30, machines: ['a', 'b'], nights: 9 }).trend
    const ids = trend.series.map(seriesId)
    expect(later.series.map(seriesId)).toEqual(ids)
    expect(new Set(ids).size).toBe(60)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/)
    const units = ['ops', 'req', ''].map(unit => seriesId({ ...(trend.series[0] as TrendSeries), unit }))
    expect(new Set(units).size).toBe(3)
  })
})
