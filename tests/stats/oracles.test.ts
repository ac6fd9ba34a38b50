// Other people's implementations, at development time only: they share no line with ours.
import { createRequire } from 'node:module'
import { describe, expect, it } from '@jest/globals'
import { welch } from '../../src/stats/inference/t-tests.ts'
import { hodgesLehmann } from './one-block.ts'
import { seededRandom } from './seeded-random.ts'

const require = createRequire(import.meta.url)

type Ttest2 = (a: number[], b: number[]) => { pValue: number; statistic: number; df: number }

const ttest2: Ttest2 = require('@stdlib/stats-ttest2')

const { normal, integer } = seededRandom(11)

/** Two sides of 2 to 21 runs whose levels and spreads differ. */
function sides(): [number[], number[]] {
  const side = () => {
    const [level, sd] = [normal(), Math.exp(normal())]
    return Array.from({ length: 2 + integer(20) }, () => level + sd * normal())
  }
  return [side(), side()]
}

describe('against other libraries', () => {
  it('Welch agrees with @stdlib/stats-ttest2 in 500 random cases', () => {
    for (let i = 0; i < 500; i++) {
      const [a, b] = sides()
      const theirs = ttest2(b, a)
      const ours = welch(a, b)
      expect(ours.t).toBeCloseTo(theirs.statistic, 9)
      expect(ours.df).toBeCloseTo(theirs.df, 9)
      expect(Math.abs(ours.p / theirs.pValue - 1)).toBeLessThan(1e-9)
    }
  })

  it('the Hodges-Lehmann estimate agrees with pragmastat in 500 random cases', async () => {
    const { Sample, shift } = await import('pragmastat')
    for (let i = 0; i < 500; i++) {
      const [a, b] = sides()
      const theirs = shift(Sample.of(b), Sample.of(a))
      expect(hodgesLehmann(a, b)).toBeCloseTo(theirs.value, 7)
    }
  })
})
