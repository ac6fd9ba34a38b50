// One sample and the blocked design against values that scipy computed; fixtures/scipy-designs-json.py wrote
// them.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { blockedMean, heterogeneity } from '../../src/stats/inference/blocked-mean.ts'
import { oneSampleT } from '../../src/stats/inference/t-tests.ts'
import { pooledRanks } from '../../src/stats/ranks/rank-sum.ts'
import { stratifiedRankP } from '../../src/stats/ranks/stratified-ranks.ts'

type Side = [a: number[], b: number[]]
type Fixture = {
  differences: [d: number[], t: number, p: number][]
  strata: [blocks: [a: number[], b: number[], weight: number][], p: number][]
  blockedMeans: [blocks: Side[], difference: number, error: number, df: number, p: number][]
  welchAnova: [groups: number[][], f: number, p: number][]
}

const path = new URL('./fixtures/scipy-designs.json', import.meta.url)
const fixture: Fixture = JSON.parse(readFileSync(path, 'utf8'))

/** The rows whose value is further than `tolerance` (relative) from the reference. */
function misses<R>(rows: R[], tolerance: number, pairOf: (row: R) => [number, number]) {
  return rows.flatMap(row => {
    const [value, reference] = pairOf(row)
    const isClose = Math.abs(value - reference) <= tolerance * Math.abs(reference) + 1e-300
    return isClose ? [] : [{ row, value, reference }]
  })
}

const ascending = (values: number[]) => values.toSorted((x, y) => x - y)

describe('differences against scipy', () => {
  it('have the t and p of ttest_1samp to 1e-11', () => {
    const rows = fixture.differences
    expect(rows).toHaveLength(400)
    expect(misses(rows, 1e-11, ([d, t]) => [oneSampleT(d).t, t])).toEqual([])
    expect(misses(rows, 1e-11, ([d, , p]) => [oneSampleT(d).p, p])).toEqual([])
  })
})

describe('blocks against scipy', () => {
  it('the stratified rank p agrees to 1e-13 with full enumeration, with ties and any weights', () => {
    expect(fixture.strata).toHaveLength(200)
    const pOf = (blocks: [number[], number[], number][]) =>
      stratifiedRankP(blocks.map(([a, b, weight]) => pooledRanks(ascending(a), ascending(b), 0, weight)))
    expect(misses(fixture.strata, 1e-13, ([blocks, p]) => [pOf(blocks), p])).toEqual([])
  })

  it('the weighted difference, its standard error, df and p agree to 1e-10 with the formulas in numpy', () => {
    expect(fixture.blockedMeans).toHaveLength(200)
    const rows = fixture.blockedMeans.map(([blocks, ...reference]) => {
      return { mean: blockedMean(blocks.map(([a, b]) => ({ a, b }))), reference }
    })
    expect(misses(rows, 1e-10, ({ mean, reference }) => [mean.difference, reference[0]])).toEqual([])
    expect(misses(rows, 1e-11, ({ mean, reference }) => [mean.standardError, reference[1]])).toEqual([])
    expect(misses(rows, 1e-11, ({ mean, reference }) => [mean.df, reference[2]])).toEqual([])
    expect(misses(rows, 1e-10, ({ mean, reference }) => [mean.p, reference[3]])).toEqual([])
  })

  it("the heterogeneity of blocks with a constant side is Welch's analysis of variance of the other sides", () => {
    expect(fixture.welchAnova).toHaveLength(300)
    const rows = fixture.welchAnova.map(([groups, f, p]) => {
      const blocks = groups.map(b => ({ a: [0, 0], b }))
      return { test: heterogeneity(blockedMean(blocks).blocks), f, p }
    })
    expect(misses(rows, 1e-9, ({ test, f }) => [test.f, f])).toEqual([])
    expect(misses(rows, 1e-9, ({ test, p }) => [test.p, p])).toEqual([])
  })
})
