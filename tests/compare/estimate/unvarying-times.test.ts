import { describe, expect, it } from '@jest/globals'
import { unvaryingTimes } from '../../../src/compare/estimate/exact.ts'
import type { MeasuredBlock } from '../../../src/compare/sides/rounds/measured-block.ts'

const still = (before: number, after: number, runs = 10): MeasuredBlock => ({
  baseline: new Array<number>(runs).fill(before),
  candidate: new Array<number>(runs).fill(after),
})

describe('times that never vary', () => {
  it('differ whatever the clock if no clock has them next to each other', () => {
    const found = unvaryingTimes([still(100e6, 300e6, 2)])
    expect(found).toMatchObject({ ratio: 3, p: null })
    expect(found.interval).toEqual([expect.closeTo(250 / 150, 12), expect.closeTo(350 / 50, 12)])
    expect(unvaryingTimes([still(1234567, 1250000, 2)]).p).toBeNull()
    expect(unvaryingTimes([still(115e6, 100e6, 2)])).toMatchObject({ ratio: 100 / 115, p: null })
  })

  it('may be at the edge of a step where they are next to each other: the ranks say how likely that is', () => {
    for (const [before, after] of [
      [100e6, 200e6],
      [100e6, 110e6],
      [6e10, 12e10],
      [15.6e6, 31.2e6],
      [1234567e3, 1234568e3],
    ] as const) {
      const { p, interval, ratio } = unvaryingTimes([still(before, after, 5)])
      expect(p).toBeCloseTo(2 / 252, 12)
      expect(ratio).toBeCloseTo(after / before, 12)
      expect(interval?.[0]).toBe(1)
      const back = unvaryingTimes([still(after, before, 5)])
      expect(back.interval?.[1]).toBe(1)
      expect(back.ratio).toBeCloseTo(before / after, 12)
    }
    const few = unvaryingTimes([still(100e6, 200e6, 3)])
    expect(few.p).toBeCloseTo(0.1, 12)
    expect(few.doubt).toMatch(/one step of the clock apart: measure more runs$/)
    expect(few.runsNeeded(0.01, 0.02)).toBe(5)
    expect(few.runsNeeded(0.001, 0.02)).toBe(7)
  })

  it('are as near to each other as their last digit allows where they are equal', () => {
    const ends = (value: number) => unvaryingTimes([still(value, value)]).equivalenceInterval
    expect(ends(100e6)).toEqual([expect.closeTo(1 / 3, 12), expect.closeTo(3, 12)])
    expect(ends(101e6)).toEqual([expect.closeTo(100.5 / 101.5, 12), expect.closeTo(101.5 / 100.5, 12)])
    expect(ends(0.1 + 0.2)).toEqual(ends(0.3)?.map(end => expect.closeTo(end, 12)))
    expect(unvaryingTimes([still(100e6, 100e6)]).doubt).toMatch(/the clock may be too coarse/)
  })

  it('share one estimate where there are several blocks', () => {
    const same = unvaryingTimes([still(100e6, 115e6), still(200e6, 231e6)])
    expect(same).toMatchObject({ ratio: 1.155, p: null })
    const mixed = unvaryingTimes([still(100e6, 115e6), still(200e6, 200e6)])
    expect(mixed.p).toBeLessThan(0.01)
    expect(mixed.doubt).toBeDefined()
    const contrary = unvaryingTimes([still(100e6, 115e6), still(200e6, 180e6)])
    expect(contrary.p).toBe(1)
  })
})
