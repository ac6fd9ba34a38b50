import { describe, expect, it } from '@jest/globals'
import { seededUniform } from '../../../src/stats/distributions/seeded-uniform.ts'
import { mannWhitney } from '../../../src/stats/ranks/rank-sum.ts'
import { steadyStart } from '../../../src/stats/series/steady-start.ts'
import { casesOf } from '../../simulated-cases.ts'

const uniform = seededUniform(5)
const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())

/** A series around the level 100, with noise of 5 % whose neighbours are correlated; `warmUp` says how much is added where. */
function series(
  count: number,
  autocorrelation: number,
  warmUp: (share: number) => number = () => 0,
): number[] {
  let log = normal()
  return Array.from({ length: count }, (_, i) => {
    log = autocorrelation * log + Math.sqrt(1 - autocorrelation ** 2) * normal()
    return 100 * Math.exp(0.05 * log) * (1 + warmUp(i / count))
  })
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const cases = casesOf(300, 3000)
const decaying = (share: number) => Math.exp(-share / 0.05)
const stepAt = (end: number) => (share: number) => (share < end ? 0.3 : 0)

describe.each([
  [20, 0.1],
  [60, 0.03],
  [1000, 0.02],
])('a series of %d values', (count, most) => {
  it.each([0, 0.3, 0.6])('is left whole where it is steady (autocorrelation %d)', autocorrelation => {
    const starts = Array.from({ length: cases }, () => steadyStart(series(count, autocorrelation)))
    expect(starts.filter(start => start !== 0).length / cases).toBeLessThan(most)
  })
})

describe('a beginning that is too slow', () => {
  it('is left out, a sudden end of it nearly where it is', () => {
    const starts = Array.from({ length: cases }, () => steadyStart(series(1000, 0.3, stepAt(0.2))))
    const near = starts.filter(start => start !== null && start >= 195 && start <= 300)
    expect(near.length / cases).toBeGreaterThan(0.9)
  })

  it('changes the mean of what is left by less than a fifth of what it changed all', () => {
    const [whole, left] = [[], []] as [number[], number[]]
    for (let i = 0; i < cases; i++) {
      const values = series(1000, 0.3, decaying)
      whole.push(meanOf(values))
      left.push(meanOf(values.slice(steadyStart(values) ?? 0)))
    }
    expect(meanOf(whole)).toBeGreaterThan(104)
    expect(meanOf(left) - 100.1).toBeLessThan((meanOf(whole) - 100.1) / 5)
  })

  it('is no difference between sides that warm up for different times', () => {
    const side = (length: number) =>
      Array.from({ length: 10 }, () => {
        const values = series(600, 0.3, share => Math.exp(-share / (length * (0.5 + uniform()))))
        return meanOf(values.slice(steadyStart(values) ?? 0))
      })
    const alarms = (one: number, other: number) =>
      Array.from({ length: cases }, () => mannWhitney(side(one), side(other)) <= 0.05).filter(Boolean)
        .length / cases
    // Warm-ups that only vary from run to run never made a difference. These do: their means are 2.5 % apart.
    expect(alarms(0.05, 0.05)).toBeLessThan(0.1)
    expect(alarms(0.03, 0.055)).toBeLessThan(0.15)
  })
})

describe('a series that never gets steady', () => {
  it.each<[string, (share: number) => number]>([
    ['falls to its end', share => 0.3 * (1 - share)],
    ['falls after its middle', stepAt(0.6)],
  ])('is one that %s', (_, warmUp) => {
    const starts = Array.from({ length: cases }, () => steadyStart(series(1000, 0, warmUp)))
    expect(starts.filter(start => start === null).length / cases).toBeGreaterThan(0.85)
  })

  it('is none that rises, or that is short, or that has zeros', () => {
    expect(steadyStart(series(1000, 0, share => 0.3 * share))).toBe(0)
    expect(steadyStart([9, 9, 9, ...Array<number>(16).fill(1)])).toBe(0)
    expect(steadyStart([9, 9, 9, ...Array<number>(17).fill(0)])).toBe(0)
  })
})
