import { describe, expect, it } from '@jest/globals'
import { grossSteps } from '../../../bench/trend/real/gross-steps.ts'

/** Levels of so many values each, with a little noise. */
const series = (...levels: [number, number][]) => ({
  values: levels.flatMap(([level, count]) =>
    Array.from({ length: count }, (_, i) => level * (1 + 0.002 * (i % 3))),
  ),
})
const alternating = (times: number): [number, number][] =>
  Array.from({ length: times }, (_, i) => [i % 2 === 0 ? 100 : 120, 2])

describe('the steps that nobody could miss', () => {
  it('are those between two levels, also of an incident', () => {
    const found = grossSteps(series([100, 40], [120, 8], [100, 40]))
    expect(found.map(({ at, alternates }) => [at, alternates])).toEqual([
      [40, false],
      [48, false],
    ])
  })

  it('are told apart from one jump of a series that jumps between two levels all the time', () => {
    const found = grossSteps(series(...alternating(12), [100, 7], [120, 7], ...alternating(12)))
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ alternates }) => alternates)).toBe(true)
  })
})
