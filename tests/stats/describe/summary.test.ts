import { describe, expect, it } from '@jest/globals'
import { runSummary } from '../../../src/stats/describe/summary.ts'

describe('runSummary', () => {
  it.each([
    ['median', 3.5],
    ['mean', 4],
    ['min', 1],
    ['p50', 3.5],
    ['p90', 7],
  ])('%s of a run is one of its numbers or between them', (summary, expected) => {
    expect(runSummary([5, 1, 9, 3, 4, 2], summary)).toBeCloseTo(expected, 12)
  })

  it.each(['median', 'mean', 'min', 'p99'])('%s takes a run of a million measurements', summary => {
    const measurements = Float64Array.from({ length: 1_000_000 }, (_, i) => 1 + ((i * 7919) % 1_000_000))
    const expected = { median: 500_000.5, mean: 500_000.5, min: 1, p99: 990_000.01 }[summary] ?? Number.NaN
    expect(Math.abs(runSummary(Array.from(measurements), summary) - expected)).toBeLessThan(1.5)
  })

  it('refuses what is no summary', () => {
    for (const summary of ['max', 'p0', 'p100', 'p']) {
      expect(() => runSummary([1], summary)).toThrow(`there is no run summary '${summary}'`)
    }
  })
})
