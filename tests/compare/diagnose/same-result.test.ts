import { describe, expect, it } from '@jest/globals'
import { sameResult } from '../../../src/compare/diagnose/runs/same-result.ts'

const varying = [100.31, 99.72, 100.05, 99.9, 100.44, 100.18]
const side = (values: number[]) => ({ values, runs: values.map(value => [value]), order: null })
const rowOf = (baseline: number[], candidate: number[], unit = 'ns') =>
  sameResult({ unit, baseline: side(baseline), candidate: side(candidate) })
const always = (value: number, runs = 6) => Array.from({ length: runs }, () => value)

describe('one result again and again', () => {
  it('is named where the other side varies', () => {
    const message = expect.stringMatching(/^every run of the candidate gave exactly the same number, while/)
    expect(rowOf(varying, always(100.123))).toEqual({ code: 'same-result', message })
    expect(rowOf(always(80.123), varying)?.message).toMatch(/^every run of the baseline/)
  })

  it('is not where rounding explains it, nor of counts, few runs, or two sides that never vary', () => {
    expect(rowOf(varying, always(100))).toBeNull()
    expect(rowOf(varying, always(1.2))).toBeNull()
    expect(rowOf(varying, always(100.123), 'B')).toBeNull()
    expect(rowOf(varying, always(100.123, 4))).toBeNull()
    expect(rowOf(always(99.123), always(100.123))).toBeNull()
    expect(rowOf(varying, varying.toReversed())).toBeNull()
    const tick = 125 / 3
    const ticks = [11, 10, 11, 9, 10, 10].map(count => count * tick)
    expect(rowOf(ticks, always(10 * tick))).toBeNull()
  })
})
