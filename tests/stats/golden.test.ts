// The reference results that an independent implementation (Python and JavaScript agreeing) gave for three samples.
import { describe, expect, it } from '@jest/globals'
import { cauchyCombination } from '../../src/stats/inference/cauchy-combination.ts'
import { welch } from '../../src/stats/inference/t-tests.ts'
import { mannWhitney } from '../../src/stats/ranks/rank-sum.ts'
import { hodgesLehmann, oneBlockInterval, oneBlockTest } from './one-block.ts'

const a = [100.1, 100.9, 99.8, 101.2, 100.4, 100.2, 99.9, 100.6].map(Math.log)
const b = [102, 102.9, 101.7, 103.4, 102.2, 101.9, 102.6, 140].map(Math.log)
const c = [100.3, 100.7, 99.9, 101, 100.5, 100.1, 100, 100.4].map(Math.log)

describe('golden vectors', () => {
  it('a clear change with one outlying run is found by the ranks, not by Welch alone', () => {
    expect(welch(a, b).t).toBeCloseTo(1.5004784314, 10)
    expect(welch(a, b).df).toBeCloseTo(7.0269395824, 10)
    expect(welch(a, b).p).toBeCloseTo(0.1770160298, 10)
    expect(mannWhitney(a, b)).toBeCloseTo(0.0001554001554, 13)
    expect(oneBlockTest(a, b)).toBeCloseTo(0.0003105563, 10)
    expect(hodgesLehmann(a, b)).toBeCloseTo(0.0207825595, 10)
  })

  it('its interval keeps the outlying run out at 90 % and cannot at 99 %', () => {
    expect(oneBlockInterval(a, b, 0.99).map(end => end.toFixed(6))).toEqual(['0.010843', '0.196946'])
    expect(oneBlockInterval(a, b, 0.9).map(end => end.toFixed(6))).toEqual(['0.014830', '0.029588'])
  })

  it('two samples of the same thing with ties do not differ', () => {
    expect(welch(a, c).p).toBeCloseTo(0.9113752817, 10)
    expect(hodgesLehmann(a, c)).toBe(0)
    expect(oneBlockInterval(a, c, 0.99).map(end => end.toFixed(6))).toEqual(['-0.006983', '0.005994'])
    expect(oneBlockInterval(a, c, 0.9).map(end => end.toFixed(6))).toEqual(['-0.004119', '0.003835'])
  })

  it('the p of samples with ties is that of the midranks, 12,632 of the 12,870 assignments, not the untied table', () => {
    expect(mannWhitney(a, c)).toBeCloseTo(12632 / 12870, 14)
    expect(oneBlockTest(a, c)).toBeCloseTo(0.9693285242, 10)
    // The untied table at floor(U) would give this one.
    expect(cauchyCombination([0.9113752817, 0.9591297591])).toBeCloseTo(0.9439665666, 10)
  })

  it('five runs a side are enough for a change that separates them', () => {
    const [first, second] = [a.slice(0, 5), b.slice(0, 5)]
    expect(welch(first, second).t).toBeCloseTo(4.88079723, 10)
    expect(welch(first, second).df).toBeCloseTo(7.7674082243, 10)
    expect(welch(first, second).p).toBeCloseTo(0.001331366917, 12)
    expect(mannWhitney(first, second)).toBeCloseTo(0.007936507937, 12)
    expect(oneBlockTest(first, second)).toBeCloseTo(0.002280261841, 12)
    expect(hodgesLehmann(first, second)).toBeCloseTo(0.0188591197, 10)
    expect(oneBlockInterval(first, second, 0.99).map(end => end.toFixed(6))).toEqual(['0.005054', '0.033572'])
  })
})
