import { describe, expect, it } from '@jest/globals'
import {
  changeChart,
  nightsChart,
  orderChart,
  runsChart,
} from '../../../../src/report/html/browser/charts.ts'
import type { PageRow } from '../../../../src/report/html/browser/data.ts'

const row: Pick<PageRow, 'b' | 'c' | 'r' | 'i' | 'to'> = {
  b: [10, 11, 12],
  c: [14, 13, 15, 12],
  r: 1.25,
  i: [1.1, 1.4],
  to: null,
}
const limit = Math.log(1.5)

function numbers(svg: string, name: string, kind: string): number[] {
  const found = svg.matchAll(new RegExp(`class="${kind}"[^>]*? ${name}="([-\\d.]+)"`, 'g'))
  return Array.from(found, match => Number(match[1]))
}

describe('runsChart', () => {
  it('draws every run of both sides on one scale', () => {
    const svg = runsChart(row)
    expect(numbers(svg, 'cx', 'base')).toEqual([6, 35.6, 65.2])
    expect(numbers(svg, 'cx', 'cand')).toEqual([124.4, 94.8, 154, 65.2])
  })

  it('marks the median of each side', () => {
    const svg = runsChart(row)
    expect(numbers(svg, 'x1', 'base')).toEqual([35.6])
    expect(numbers(svg, 'x1', 'cand')).toEqual([109.6])
  })

  it('puts equal runs in the middle and draws nothing for no runs', () => {
    expect(numbers(runsChart({ ...row, b: [5, 5], c: [5] }), 'cx', 'base')).toEqual([80, 80])
    expect(runsChart({ ...row, b: [], c: [null] })).toBe('')
  })
})

describe('changeChart', () => {
  it('draws the interval and the estimate on a logarithmic scale', () => {
    const svg = changeChart(row, limit)
    const at = (ratio: number): number => Math.round((80 + (74 * Math.log(ratio)) / limit) * 10) / 10
    expect(numbers(svg, 'x1', 'bar')).toEqual([at(1.1)])
    expect(numbers(svg, 'x2', 'bar')).toEqual([at(1.4)])
    expect(numbers(svg, 'cx', 'estimate')).toEqual([at(1.25)])
    expect(svg).not.toContain('arrow')
  })

  it('ends in an arrow where the scale does, and leaves out an estimate beyond it', () => {
    expect(changeChart({ ...row, i: [1.1, null] }, limit).match(/arrow/g)).toHaveLength(1)
    expect(changeChart({ ...row, i: [0, null] }, limit).match(/arrow/g)).toHaveLength(2)
    const infinite = changeChart({ ...row, r: null, i: [null, null] }, limit)
    expect([infinite.match(/arrow/g)?.length, infinite.includes('bar')]).toEqual([1, false])
    const beyond = changeChart({ ...row, r: 3.4, i: [3.3, 3.5] }, limit)
    expect(beyond.match(/arrow/g)).toHaveLength(1)
    expect(beyond).not.toMatch(/bar|estimate|"end"/)
  })

  it('draws an exact change without an interval, and nothing for rows that were not compared', () => {
    expect(changeChart({ ...row, i: null }, limit)).toContain('estimate')
    expect(changeChart({ ...row, r: null, i: null }, limit)).toBe('')
  })
})

describe('orderChart', () => {
  it('draws the runs of both sides in order, with lines through them', () => {
    const svg = orderChart(row)
    expect(svg.match(/<circle/g)).toHaveLength(7)
    expect(svg.match(/<polyline/g)).toHaveLength(2)
    const across = numbers(svg, 'cx', 'cand')
    expect(across).toEqual(across.toSorted((a, b) => a - b))
  })

  it('skips runs that have no number', () => {
    expect(orderChart({ ...row, b: [1, null, 3], c: [] }).match(/<circle/g)).toHaveLength(2)
  })
})

describe('nightsChart', () => {
  it('draws every night in its place, a gap where one is missing, and the candidate at the right', () => {
    const svg = nightsChart({ ...row, n: [10, 20, null, 10], to: 20 })
    expect(numbers(svg, 'cx', 'base')).toEqual([14, 137, 383])
    expect(numbers(svg, 'cy', 'base')).toEqual([56, 8, 56])
    expect([numbers(svg, 'cx', 'cand'), numbers(svg, 'cy', 'cand')]).toEqual([[506], [8]])
    expect(svg.match(/points="[^"]*"/g)).toEqual(['points="14 56 137 8 "', 'points="383 56 "'])
  })

  it('shows noise as noise, and draws a row that has no candidate', () => {
    const heights = numbers(nightsChart({ ...row, n: [100, 100.5, 99.5], to: null }), 'cy', 'base')
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(10)
    expect(numbers(nightsChart({ ...row, n: [0, 0], to: 0 }), 'cy', 'base')).toEqual([32, 32])
  })
})
