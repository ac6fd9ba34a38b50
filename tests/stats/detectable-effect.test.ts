import { describe, expect, it } from '@jest/globals'
import { detectableEffect } from '../../src/stats/detectable-effect.ts'

const percent = (sd: number, runs: number, alpha: number) =>
  (100 * Math.expm1(detectableEffect({ sd, runsA: runs, runsB: runs, alpha, power: 0.8 }))).toFixed(2)

describe('the detectable effect', () => {
  it('is the documented table, in percent, at alpha 1 % and power 80 %', () => {
    const table: Record<string, string[]> = {
      0.0025: ['0.67', '0.48', '0.42', '0.33', '0.28', '0.23'],
      0.005: ['1.35', '0.97', '0.84', '0.66', '0.56', '0.45'],
      0.01: ['2.72', '1.94', '1.69', '1.33', '1.13', '0.91'],
      0.02: ['5.52', '3.92', '3.40', '2.68', '2.28', '1.83'],
      0.03: ['8.39', '5.94', '5.15', '4.04', '3.44', '2.76'],
    }
    for (const [sd, row] of Object.entries(table)) {
      expect([5, 8, 10, 15, 20, 30].map(runs => percent(Number(sd), runs, 0.01))).toEqual(row)
    }
  })

  it('is larger at the level of one benchmark in twenty', () => {
    expect([0.0025, 0.005, 0.01, 0.02, 0.03].map(sd => percent(sd, 10, 0.0025))).toEqual([
      '0.49',
      '0.98',
      '1.97',
      '3.99',
      '6.04',
    ])
  })

  it('counts both sides when they are unequal', () => {
    const of = (runsA: number, runsB: number) =>
      detectableEffect({ sd: 0.01, runsA, runsB, alpha: 0.01, power: 0.8 })
    expect(of(5, 15)).toBe(of(15, 5))
    expect(of(5, 15)).toBeGreaterThan(of(10, 10))
  })

  it('is infinite without a degree of freedom and zero without variance', () => {
    const input = { runsA: 1, runsB: 1, alpha: 0.01, power: 0.8 }
    expect(detectableEffect({ ...input, sd: 0.01 })).toBe(Number.POSITIVE_INFINITY)
    expect(detectableEffect({ ...input, runsA: 5, runsB: 5, sd: 0 })).toBe(0)
  })
})
