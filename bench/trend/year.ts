// Makes a year of nights as a trend, to measure its cost: the course is simulated, the analysis is the real one.
import { createHash } from 'node:crypto'
import type { Trend, TrendHistory } from '../../src/model/index.ts'
import { type Course, trendExample } from '../../tests/report/trend/example.ts'

export type Size = { series: number; nights: number; runs: number }

/** A quarter of the series have steps, half of them lately; the machine changes once. `all`: every one changes now. */
export function yearOf({ series, nights, runs }: Size, all = false): TrendHistory {
  const steps: Course['steps'] = [
    { at: nights - 200, by: 0.9, of: [2, 9] },
    { at: nights - 12, by: 1.04, of: [3, 40] },
    { at: nights - 5, by: 1.15, of: all ? [0, 1] : [1, 10] },
  ]
  const kernels = [nights - 100]
  const { trend } = trendExample({ benchmarks: series, nights, runs, steps, kernels })
  // As documents want them.
  const idOf = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 16)
  const named = trend.nights.map(night => ({ ...night, id: idOf(night.id) }))
  const releases = named.flatMap(({ tags, commit, date }) =>
    commit === null ? [] : tags.map(tag => ({ tag, commit, date })),
  )
  return { ...trend, nights: named, releases, told: [] }
}

/** Night number `index` alone, as a session leaves it. */
export function nightOfYear({ nights, series, ...trend }: Trend, index: number): TrendHistory {
  const own = series.flatMap(each => {
    const position = each.nights.indexOf(index)
    return position < 0 ? [] : [{ ...each, nights: [0], runs: [each.runs[position] as number[]] }]
  })
  const night = nights[index]
  return { ...trend, nights: night ? [{ ...night, tags: [] }] : [], series: own, releases: [], told: [] }
}
