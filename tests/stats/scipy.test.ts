// Every distribution and test against values that scipy computed; fixtures/scipy-json.py wrote them.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import {
  chiSquareQuantile,
  normalQuantile,
  normalTwoSidedP,
  tQuantile,
  tTwoSidedP,
} from '../../src/stats/distributions/continuous.ts'
import { cauchyCombination } from '../../src/stats/inference/cauchy-combination.ts'
import { holm } from '../../src/stats/inference/multiple-testing.ts'
import { wilsonInterval } from '../../src/stats/inference/proportions.ts'
import { welch } from '../../src/stats/inference/t-tests.ts'
import { mannWhitney } from '../../src/stats/ranks/rank-sum.ts'
import { drift } from '../../src/stats/series/drift.ts'
import { hodgesLehmann } from './one-block.ts'

type Sample = [a: number[], b: number[], t: number, df: number, p: number, rankP: number, shift: number]
type Tied = [a: number[], b: number[], p: number]
type Three = [number, number, number]
type Fixture = {
  samples: Sample[]
  tied: Tied[]
  largeTied: Tied[]
  tTails: Three[]
  tQuantiles: Three[]
  normalTails: [number, number][]
  normalQuantiles: [number, number][]
  chiSquareQuantiles: Three[]
  cauchy: Three[]
  holm: [number[], number[]][]
  kendall: [values: number[], tau: number, p: number, slope: number][]
  wilson: [successes: number, trials: number, level: number, low: number, high: number][]
}

const fixture: Fixture = JSON.parse(readFileSync(new URL('./fixtures/scipy.json', import.meta.url), 'utf8'))

/** The rows whose value is further than `tolerance` (relative, absolute below 1e-300) from the reference. */
function misses<R>(rows: R[], tolerance: number, pairOf: (row: R) => [number, number]) {
  return rows.flatMap(row => {
    const [value, reference] = pairOf(row)
    const isClose = Math.abs(value - reference) <= tolerance * Math.abs(reference) + 1e-300
    return isClose ? [] : [{ row, value, reference }]
  })
}

describe('against scipy', () => {
  it('two-sided t tails agree to 1e-12, from the centre to p = 1e-290', () => {
    expect(fixture.tTails).toHaveLength(2500)
    expect(misses(fixture.tTails, 1e-12, ([t, df, p]) => [tTwoSidedP(t, df), p])).toEqual([])
    expect(misses(fixture.tTails, 1e-12, ([t, df, p]) => [tTwoSidedP(-t, df), p])).toEqual([])
  })

  it('t quantiles agree to 1e-12', () => {
    expect(fixture.tQuantiles).toHaveLength(1500)
    expect(misses(fixture.tQuantiles, 1e-12, ([p, df, t]) => [tQuantile(p, df), t])).toEqual([])
  })

  it('normal tails agree to 1e-12 and normal quantiles to 1e-13', () => {
    expect(fixture.normalTails.length + fixture.normalQuantiles.length).toBe(1400)
    expect(misses(fixture.normalTails, 1e-12, ([z, p]) => [normalTwoSidedP(z), p])).toEqual([])
    expect(misses(fixture.normalQuantiles, 1e-13, ([p, z]) => [normalQuantile(p), z])).toEqual([])
  })

  it('chi-square quantiles agree to 1e-11', () => {
    expect(fixture.chiSquareQuantiles).toHaveLength(700)
    expect(misses(fixture.chiSquareQuantiles, 1e-11, ([p, df, x]) => [chiSquareQuantile(p, df), x])).toEqual(
      [],
    )
  })

  it("Welch's t, df and p agree to 1e-11 on 2,500 pairs of samples", () => {
    expect(fixture.samples).toHaveLength(2500)
    const results = fixture.samples.map(([a, b, t, df, p]) => ({ result: welch(a, b), t, df, p }))
    expect(misses(results, 1e-11, ({ result, t }) => [result.t, t])).toEqual([])
    expect(misses(results, 1e-12, ({ result, df }) => [result.df, df])).toEqual([])
    expect(misses(results, 1e-11, ({ result, p }) => [result.p, p])).toEqual([])
  })

  it('the exact Mann-Whitney p agrees to 1e-13 without ties', () => {
    expect(misses(fixture.samples, 1e-13, ([a, b, , , , p]) => [mannWhitney(a, b), p])).toEqual([])
  })

  it('the exact Mann-Whitney p agrees to 1e-13 with ties, against full enumeration', () => {
    expect(fixture.tied).toHaveLength(500)
    expect(misses(fixture.tied, 1e-13, ([a, b, p]) => [mannWhitney(a, b), p])).toEqual([])
  })

  it('beyond 400 pairs with ties the normal approximation agrees to 1e-12', () => {
    expect(fixture.largeTied).toHaveLength(40)
    expect(misses(fixture.largeTied, 1e-12, ([a, b, p]) => [mannWhitney(a, b), p])).toEqual([])
  })

  it('the Hodges-Lehmann shift is the median of the pairwise differences', () => {
    expect(misses(fixture.samples, 0, ([a, b, , , , , shift]) => [hodgesLehmann(a, b), shift])).toEqual([])
  })

  it('the Cauchy combination agrees to 1e-12', () => {
    expect(fixture.cauchy).toHaveLength(700)
    expect(
      misses(fixture.cauchy, 1e-12, ([p, q, combined]) => [cauchyCombination([p, q]), combined]),
    ).toEqual([])
  })

  it("Holm's adjusted p-values agree to 1e-15", () => {
    expect(fixture.holm).toHaveLength(250)
    const pairs = fixture.holm.flatMap(([p, adjusted]) => {
      const ours = holm(p)
      return adjusted.map((reference, i): [number, number] => [ours[i] as number, reference])
    })
    expect(misses(pairs, 1e-15, pair => pair)).toEqual([])
  })

  it("the exact p of Kendall's tau and Theil-Sen's slope agree", () => {
    expect(fixture.kendall).toHaveLength(250)
    const results = fixture.kendall.map(([values, , p, slope]) => ({
      result: drift(values, [...values.keys()]),
      p,
      slope,
    }))
    expect(misses(results, 1e-11, ({ result, p }) => [result.p, p])).toEqual([])
    expect(misses(results, 1e-14, ({ result, slope }) => [result.slope, slope])).toEqual([])
  })

  it("Wilson's interval agrees to 1e-12", () => {
    expect(fixture.wilson).toHaveLength(200)
    expect(
      misses(fixture.wilson, 1e-12, ([k, n, level, low]) => [wilsonInterval(k, n, level)[0], low]),
    ).toEqual([])
    expect(
      misses(fixture.wilson, 1e-12, ([k, n, level, , high]) => [wilsonInterval(k, n, level)[1], high]),
    ).toEqual([])
  })
})
