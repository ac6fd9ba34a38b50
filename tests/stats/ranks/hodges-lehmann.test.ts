import { describe, expect, it } from '@jest/globals'
import { seededUniform } from '../../../src/stats/distributions/seeded-uniform.ts'
import { pairwiseDifferences } from '../../../src/stats/ranks/hodges-lehmann.ts'

/** Every difference, sorted by the language. */
function plainly(a: number[], b: number[]): number[] {
  return a.flatMap(x => b.map(y => y - x)).sort((x, y) => x - y)
}

describe('pairwise differences', () => {
  it('are all differences in ascending order, whatever the sizes and ties', () => {
    const random = seededUniform(1)
    const side = (size: number, grain: number) =>
      Array.from({ length: size }, () => Math.round(random() * grain) / grain)
    for (let m = 0; m <= 12; m++) {
      for (let n = 0; n <= 12; n++) {
        for (const grain of [4, 1e9]) {
          const [a, b] = [side(m, grain), side(n, grain)]
          expect(Array.from(pairwiseDifferences(a, b))).toEqual(plainly(a, b))
        }
      }
    }
  })

  it('leave both sides as they were', () => {
    const [a, b] = [
      [3, 1, 2],
      [9, 7],
    ]
    expect(Array.from(pairwiseDifferences(a, b))).toEqual([4, 5, 6, 6, 7, 8])
    expect([a, b]).toEqual([
      [3, 1, 2],
      [9, 7],
    ])
  })
})
