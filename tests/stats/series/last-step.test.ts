import { describe, expect, it } from '@jest/globals'
import { levelSegments } from '../../../src/stats/series/last-step.ts'
import { seededRandom } from '../seeded-random.ts'

const settings = { priorVariance: 0.01 ** 2, priorDf: 4, alpha: 0.01 }

describe('the sessions since the last step', () => {
  it('are all of them where the level never changed', () => {
    expect(levelSegments([0.001, -0.002, 0.003, 0, -0.001], settings)).toEqual([5])
  })

  it('are those behind the newest of several steps, and the older ones keep their levels', () => {
    const levels = [...Array(3).fill(0.1), ...Array(4).fill(0.05), ...Array(5).fill(0)]
    const values = levels.map((level, i) => level + 0.002 * Math.sin(i * 2.7))
    expect(levelSegments(values, settings)).toEqual([3, 4, 5])
  })

  it('may be a single one: a change that was accepted yesterday', () => {
    const values = [0.05, ...Array.from({ length: 10 }, (_, i) => 0.003 * Math.sin(i * 1.9))]
    expect(levelSegments(values, settings)).toEqual([1, 10])
  })

  it('are not judged with fewer than three sessions', () => {
    expect(levelSegments([0.5, 0], settings)).toEqual([2])
    expect(levelSegments([], settings)).toEqual([0])
  })

  it('are cut by chance in at most alpha of unchanged histories', () => {
    const { normal } = seededRandom(7)
    let cut = 0
    const cases = 4000
    for (let i = 0; i < cases; i++) {
      const values = Array.from({ length: 10 }, () => 0.01 * normal())
      if (levelSegments(values, settings).length > 1) cut++
    }
    expect(cut / cases).toBeLessThan(0.0125)
  })
})
