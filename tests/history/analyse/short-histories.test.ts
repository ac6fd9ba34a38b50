import { describe, expect, it } from '@jest/globals'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { nightsOf, timesOf } from '../nightly-values.ts'
import { analyseSeries } from './one-series.ts'

const found = (values: number[]) => analyseSeries(timesOf(nightsOf(values)), defaultTrendPolicy).changePoints

// Three benchmarks of a public history with 48 sessions, in milliseconds. The steps of each hide the others: together
// they pass for noise that carries on.
// biome-ignore format: the values fill their lines
const collisions = [
  0.789, 0.79, 0.789, 0.791, 0.779, 0.78, 0.798, 0.787, 0.782, 0.777, 0.74, 0.749, 0.147, 0.149, 0.149, 0.144, 0.145,
  0.145, 0.204, 0.201, 0.197, 0.202, 0.199, 0.175, 0.0714, 0.0691, 0.0698, 0.069, 0.0706, 0.0704, 0.0709, 0.0702,
]
// biome-ignore format: the values fill their lines
const rays = [
  155, 156, 155, 154, 154, 154, 153, 158, 156, 155, 147, 149, 149, 148, 149, 148, 148, 149, 148, 149, 148, 148, 148,
  163, 16.9, 16.8, 15.7, 16, 16.2, 211, 197, 150,
]
// biome-ignore format: the values fill their lines
const inserts = [
  2.16, 2.17, 2.16, 0.732, 0.432, 0.432, 0.433, 0.432, 0.429, 0.453, 0.429, 0.429, 0.433, 0.435, 0.432, 0.435, 0.517,
  0.515, 0.512, 0.505, 0.5, 0.503, 0.5, 0.506, 0.502, 0.507, 0.524, 0.533, 0.52, 0.524, 0.531, 0.504, 0.502, 0.503,
  0.502, 0.306, 0.336, 0.335, 0.337, 0.327, 0.328, 0.395, 0.398, 0.408, 0.419, 0.397, 0.399, 0.605,
]

describe('a short history', () => {
  it.each([
    ['that falls three times', collisions, [12, 18, 24]],
    ['that falls and is back within a week', rays, [24]],
    ['that falls, rises and falls', inserts, [16, 35, 41]],
  ])('%s has all its steps', (_, values, steps) => {
    expect(found(values).map(({ night }) => night)).toEqual(expect.arrayContaining(steps))
  })

  it('keeps a step that it has shown, however many nights come', () => {
    for (const count of [29, 30, 31, 32]) {
      expect(found(rays.slice(0, count)).map(({ night }) => night)).toContain(24)
    }
  })

  it('knows the size of a plain step', () => {
    for (const { interval } of found(collisions)) {
      const [low, high] = interval as [number, number]
      expect(high / low).toBeLessThan(1.5)
    }
  })
})
