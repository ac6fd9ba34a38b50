// Otava's change points against those of the real program; fixtures/otava-json.py wrote them with apache-otava 0.8.0.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { energySplit } from '../../src/stats/energy-split.ts'
import { otavaChangePoints, otavaDefaults } from '../../src/stats/otava.ts'

type Row = [
  windowLength: number,
  maxP: number,
  minMagnitude: number,
  values: number[],
  at: number[],
  p: number[],
]
const rows: Row[] = JSON.parse(readFileSync(new URL('./fixtures/otava.json', import.meta.url), 'utf8'))

describe('algorithm: otava', () => {
  it('finds the very places that apache-otava 0.8.0 finds, at all six settings', () => {
    expect(rows.filter(([, , , , at]) => at.length > 0).length).toBeGreaterThan(50)
    for (const [windowLength, maxP, minMagnitude, values, at] of rows) {
      const found = otavaChangePoints(values, { windowLength, maxP, minMagnitude })
      expect(found.map(point => point.at)).toEqual(at)
    }
  })

  it('gives its p-values to ten digits', () => {
    for (const [windowLength, maxP, minMagnitude, values, , p] of rows) {
      const found = otavaChangePoints(values, { windowLength, maxP, minMagnitude })
      found.forEach((point, i) => {
        const expected = p[i] as number
        expect(Math.abs(point.p - expected)).toBeLessThanOrEqual(1e-10 * expected)
      })
    }
  })

  it('finds nothing in nothing, and refuses a window of one', () => {
    expect(otavaChangePoints([])).toEqual([])
    expect(() => otavaChangePoints([1, 2, 3], { ...otavaDefaults, windowLength: 1 })).toThrow(RangeError)
  })
})

describe('the energy statistic', () => {
  /** Straight from the definition: means of distances between and within the sides, times mn/(m + n). */
  function definition(left: number[], right: number[]): number {
    const [m, n] = [left.length, right.length]
    const sum = (a: number[], b: number[]) =>
      a.reduce((total, x) => total + b.reduce((inner, y) => inner + Math.abs(x - y), 0), 0)
    const within = (a: number[]) => (a.length > 1 ? sum(a, a) / (a.length * (a.length - 1)) : 0)
    return ((m * n) / (m + n)) * ((2 * sum(left, right)) / (m * n) - within(left) - within(right))
  }

  it('is the largest one over all places and all ends', () => {
    const values = rows
      .map(row => row[3])
      .find(each => each.length > 20)
      ?.slice(0, 25) as number[]
    const all = values.flatMap((_, at) =>
      values.map((_, end) =>
        at > 0 && end >= at ? definition(values.slice(0, at), values.slice(at, end + 1)) : 0,
      ),
    )
    expect(energySplit(values).q).toBeCloseTo(Math.max(...all), 6)
  })
})
