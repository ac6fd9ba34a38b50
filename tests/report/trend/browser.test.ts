import { describe, expect, it } from '@jest/globals'
import { sortRows } from '../../../src/report/html/browser/sort-rows.ts'
import { logTicks, shownRange, tickTexts } from '../../../src/report/trend/browser/chart/scale.ts'
import type { PageSeries, Points } from '../../../src/report/trend/browser/page-data.ts'
import { formatRoute, NO_ROUTE, parseRoute, spanOf } from '../../../src/report/trend/browser/route.ts'
import { sparkline } from '../../../src/report/trend/browser/sparkline.ts'

describe('a route', () => {
  it('survives the address, whatever is searched for', () => {
    const route = {
      ...NO_ROUTE,
      q: 'a&b=#ü "<x>',
      sort: '-recent',
      series: 'abc123',
      from: '2026-11-01',
      to: '2026-11-20',
    }
    expect(parseRoute(formatRoute(route))).toEqual(route)
    expect(formatRoute(NO_ROUTE)).toBe('#')
    expect(parseRoute('#nonsense&other=1&q=x')).toEqual({ ...NO_ROUTE, q: 'x' })
  })

  it('spans whole days, or nothing where they are no days or end before they begin', () => {
    const span = (from: string, to: string) => spanOf({ ...NO_ROUTE, from, to })
    expect(span('1970-01-02', '1970-01-03')).toEqual([86_400, 3 * 86_400])
    expect(span('1970-01-02', '')).toBeNull()
    expect(span('1970-01-05', '1970-01-02')).toBeNull()
    expect(span('x', 'y')).toBeNull()
  })
})

describe('sortRows', () => {
  const row = (name: string, recent: number | null) => ({ keys: { name, recent } })
  const rows = [row('b 10', 1.1), row('b 9', null), row('a', 0.9)]
  const names = (sort: string) => sortRows(rows, sort).map(({ keys }) => keys.name)

  it('sorts by a key, up and down, with what has no value last', () => {
    expect(names('recent')).toEqual(['a', 'b 10', 'b 9'])
    expect(names('-recent')).toEqual(['b 10', 'a', 'b 9'])
  })

  it('sorts names with their numbers as numbers', () => {
    expect(names('name')).toEqual(['a', 'b 9', 'b 10'])
  })

  it('keeps the order of importance for no key or one that does not exist', () => {
    expect(names('')).toEqual(['b 10', 'b 9', 'a'])
    expect(names('-constructor')).toEqual(['b 10', 'b 9', 'a'])
  })
})

describe('sparkline', () => {
  const series = { changes: [], withdrawn: [], spikes: [], segments: [] } as unknown as PageSeries
  const points = (median: number[]): Points => ({
    nights: median.map((_, i) => i),
    median,
    low: median,
    high: median,
  })
  const time = (count: number) => ({
    at: Array.from({ length: count }, (_, i) => i),
    from: 0,
    to: count - 1,
    events: [],
    disturbed: [],
  })
  const heightsOf = (svg: string): number[] => {
    const path = /class="line" d="([^"]*)"/.exec(svg)?.[1] ?? ''
    return Array.from(path.matchAll(/ ([\d.]+)/g), match => Number(match[1]))
  }
  const heights = (median: number[]) => heightsOf(sparkline(series, points(median), time(median.length)))

  it('draws small noise small and a step of 10 % over the whole height', () => {
    const noise = heights([100, 100.2, 99.8, 100.1])
    expect(Math.max(...noise) - Math.min(...noise)).toBeLessThan(4)
    const step = heights([100, 100, 110, 110])
    expect([Math.max(...step), Math.min(...step)]).toEqual([28, 4])
  })

  it('is not flattened by one spike', () => {
    const values = Array.from({ length: 200 }, (_, i) => (i === 50 ? 1000 : i < 100 ? 100 : 110))
    const drawn = heights(values)
    expect((drawn[0] ?? 0) - (drawn[199] ?? 0)).toBeGreaterThan(20)
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
  })

  it('is not flattened by nights that are not judged', () => {
    const values = Array.from({ length: 60 }, (_, i) => ([20, 21].includes(i) ? 1000 : i < 40 ? 100 : 110))
    const levels = [
      { from: 0, to: 39, level: 100 },
      { from: 40, to: 59, level: 110 },
    ]
    const drawn = (spikes: number[], disturbed: number[]) => {
      const judged = { ...series, spikes, segments: levels } as unknown as PageSeries
      return heightsOf(sparkline(judged, points(values), { ...time(60), disturbed }))
    }
    const [flat, spiked, disturbed] = [drawn([], []), drawn([20, 21], []), drawn([], [20, 21])] as const
    expect((flat[0] ?? 0) - (flat[59] ?? 0)).toBeLessThan(2)
    for (const seen of [spiked, disturbed]) expect((seen[0] ?? 0) - (seen[59] ?? 0)).toBeGreaterThan(20)
  })

  it('is not flattened by an incident of nine nights that is over', () => {
    const values = Array.from({ length: 60 }, (_, i) => (i >= 20 && i < 25 ? 16_400 : i < 40 ? 100 : 110))
    const levels = [
      [0, 19, 100],
      [20, 24, 16_400],
      [25, 39, 100],
      [40, 59, 110],
    ] as const
    const segments = levels.map(([from, to, level]) => ({ from, to, level }))
    const incident = { ...series, segments } as unknown as PageSeries
    const drawn = heightsOf(sparkline(incident, points(values), time(60)))
    expect((drawn[0] ?? 0) - (drawn[59] ?? 0)).toBeGreaterThan(20)
    expect(drawn[22]).toBe(1)
  })

  it('draws constant zeros, negative values and a single night as finite numbers', () => {
    for (const values of [[0, 0, 0], [-5, -4, -6], [7]]) {
      expect(sparkline(series, points(values), time(values.length))).not.toMatch(/NaN|Infinity|undefined/)
    }
    expect(sparkline(series, points([]), time(1))).toBe('')
  })
})

describe('the scale of the chart', () => {
  it('has room around the values and is never flatter than 2 %', () => {
    expect(shownRange(100, 200, 'linear')).toEqual([94, 206])
    const [low, high] = shownRange(100, 100, 'linear')
    expect(high - low).toBeGreaterThan(2)
    const [from, to] = shownRange(100, 100, 'log')
    expect(to / from).toBeGreaterThan(1.02)
    expect(shownRange(0, 0, 'linear')).toEqual([-1, 1])
  })

  it('has ticks in 1, 2 and 5 over decades and evenly within one', () => {
    expect(logTicks(0.9, 120, 20)).toEqual([1, 2, 5, 10, 20, 50, 100])
    expect(logTicks(98, 111, 5)).toEqual([100, 105, 110])
  })

  it('writes ticks in one unit with the digits that tell them apart', () => {
    expect(tickTexts([1_000_000, 1_250_000, 1_500_000], 'ns', 'linear')).toEqual([
      '1.00 ms',
      '1.25 ms',
      '1.50 ms',
    ])
    expect(tickTexts([-2.5, 0, 2.5], 'ns', 'percent')).toEqual(['−2.5 %', '0.0 %', '+2.5 %'])
    expect(tickTexts([0], 'ns', 'linear')).toEqual(['0 ns'])
  })
})
