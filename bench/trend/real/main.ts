// What the trend sees in histories of real benchmarks: `npm run bench:histories [-- SUITE…]`. Prints how many of the steps
// that nobody could miss are found, how many change points there are, and how long the analysis takes. The histories are
// fetched from GitHub the first time.
import { analyseHistory } from '../../../src/history/analyse/analyse-all-series.ts'
import type { SeriesLevels } from '../../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { grossSteps } from './gross-steps.ts'
import { histories } from './histories.ts'
import type { RealHistory, RealSeries } from './parse.ts'

/** A step counts as found by a change point this many values from it, or whose possible first nights hold it. */
const NEAR = 3

type Found = {
  series: number
  gross: number
  found: number
  losing: number
  changePoints: number
  seconds: number
}

function levelsOf({ name, values }: RealSeries): SeriesLevels {
  const nights = values.flatMap((value, night) => (value === null ? [] : [{ night, value, testbed: null }]))
  return { id: name, better: 'lower', nights, announced: [] }
}

function judged({ series }: RealHistory): Found {
  const begin = performance.now()
  const levels = series.map(levelsOf)
  const analysed = analyseHistory(levels, defaultTrendPolicy)
  const seconds = (performance.now() - begin) / 1000
  const perSeries = series.map((each, i) => {
    const nights = levels[i]?.nights.map(({ night }) => night) ?? []
    const places = (analysed[i]?.changePoints ?? []).map(({ night, range }) =>
      [night, ...range].map(at => nights.findIndex(other => other >= at)),
    )
    const gross = grossSteps(each)
    const lost = gross.filter(
      ({ at }) =>
        !places.some(
          ([night = -1, first = -1, last = -1]) =>
            Math.abs(night - at) <= NEAR || (first - 1 <= at && at <= last + 1),
        ),
    )
    return { gross: gross.length, lost: lost.length, changePoints: places.length }
  })
  const sum = (of: (each: (typeof perSeries)[number]) => number) =>
    perSeries.reduce((total, each) => total + of(each), 0)
  return {
    series: series.length,
    gross: sum(each => each.gross),
    found: sum(each => each.gross - each.lost),
    losing: sum(each => Number(each.lost > 0)),
    changePoints: sum(each => each.changePoints),
    seconds,
  }
}

const wanted = process.argv.slice(2)
const rows = histories().filter(({ suite }) => wanted.length === 0 || wanted.includes(suite))
const total: Found = { series: 0, gross: 0, found: 0, losing: 0, changePoints: 0, seconds: 0 }
const print = (name: string, { series, gross, found, losing, changePoints, seconds }: Found) =>
  console.log(
    `${name}: ${series} series, ${found} of ${gross} gross steps found, ${losing} series lose some, ` +
      `${changePoints} change points, ${seconds.toFixed(1)} s`,
  )
for (const history of rows) {
  const found = judged(history)
  print(`${history.suite} (${history.sessions.length} sessions)`, found)
  for (const key of Object.keys(total) as (keyof Found)[]) total[key] += found[key]
}
print('all', total)
