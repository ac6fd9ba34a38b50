import { describe, expect, it } from '@jest/globals'
import { warmUpCut } from '../../src/stats/warm-up-cut.ts'
import { seededRandom } from './seeded-random.ts'

const steady = (count: number) => Array.from({ length: count }, (_, i) => 100 + (i % 3))
const warming = (slow: number, count: number) =>
  steady(count).map((value, i) => (i < slow ? 3 * value : value))

describe('the warm-up cut', () => {
  it('is zero for steady runs', () => {
    expect(warmUpCut([steady(50), steady(60)])).toEqual({ cut: 0, steady: true })
  })

  it('is one for all runs: what the slowest to settle needs', () => {
    expect(warmUpCut([steady(60), warming(6, 60)])).toEqual({ cut: 5, steady: true })
    expect(warmUpCut([warming(2, 60), warming(11, 60)])).toEqual({ cut: 10, steady: true })
  })

  it('keeps twenty measurements of the shortest run and says that it is not enough', () => {
    expect(warmUpCut([warming(9, 26), steady(60)])).toEqual({ cut: 6, steady: false })
    expect(warmUpCut([warming(5, 15)])).toEqual({ cut: 0, steady: false })
  })

  it('tolerates 0.2 % where the clock shows no noise at all', () => {
    const constant = (start: number) => [...Array(10).fill(start), ...Array(50).fill(1000)]
    expect(warmUpCut([constant(1001.9)]).cut).toBe(0)
    expect(warmUpCut([constant(1002.1)]).cut).toBe(8)
  })

  it('says when a run never settles', () => {
    const rising = Array.from({ length: 100 }, (_, i) => 100 + i)
    expect(warmUpCut([rising, steady(100)])).toEqual({ cut: 0, steady: false })
  })

  it('does not judge runs with a handful of measurements', () => {
    expect(warmUpCut([[300, 100, 100], [5]])).toEqual({ cut: 0, steady: true })
    expect(warmUpCut([])).toEqual({ cut: 0, steady: true })
  })

  it('seldom cuts much from runs without warm-up', () => {
    const random = seededRandom(71)
    const cuts = Array.from({ length: 300 }, () =>
      warmUpCut(Array.from({ length: 20 }, () => Array.from({ length: 100 }, () => 100 + random.normal()))),
    )
    expect(cuts.filter(({ cut }) => cut > 5).length).toBeLessThan(15)
    expect(cuts.every(({ steady }) => steady)).toBe(true)
  })
})
