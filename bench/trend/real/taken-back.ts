// Which of its findings a method takes back when more sessions come.
import { type AnalysedSeries, analyseHistory } from '../../../src/history/analyse/analyse-all-series.ts'
import type { SeriesLevels } from '../../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { type Found, foundIn, levelsOf, otavaFinds, valuesOf } from './methods.ts'
import type { RealSeries } from './parse.ts'
import { isAt, NEAR } from './score.ts'

/** Shares of a series after which there is a look. */
const LOOKS = [0.3, 0.5, 0.7]
/** The nights after a look at which it is asked whether what was found is still there. */
const LATER = [1, 2, 5, 10, 20, 30]

/** How many change points a look finds, and how many of them any later look does not. */
export type Kept = { found: number; takenBack: number }

/** The number of values of each look at a series, with those of the later ones. */
function looksAt(length: number): { count: number; later: number[] }[] {
  return LOOKS.map(share => Math.floor(share * length)).map(count => ({
    count,
    later: LATER.map(more => count + more).filter(each => each <= length),
  }))
}

/** What of the `changes` that one look has found `later` looks do not find. */
function keptOf(changes: Found[], later: Found[][]): Kept {
  const lost = changes.filter(({ at }) => !later.every(found => found.some(isAt(at, 2 * NEAR))))
  return { found: changes.length, takenBack: lost.length }
}

export const sumOfKept = (all: Kept[]): Kept => ({
  found: all.reduce((total, { found }) => total + found, 0),
  takenBack: all.reduce((total, { takenBack }) => total + takenBack, 0),
})

/** Of all change points that stable-bench finds, and of those that it would announce, which later looks know of. */
export function takenBackByUs(each: RealSeries): { all: Kept; announced: Kept } {
  const levels = levelsOf(each)
  const look = (count: number, announced: SeriesLevels['announced'] = []) => {
    const first = { ...levels, nights: levels.nights.slice(0, count), announced }
    const analysed = analyseHistory([first], defaultTrendPolicy)[0] as AnalysedSeries
    return { ...analysed, found: foundIn(first, analysed) }
  }
  const looks = looksAt(levels.nights.length).map(({ count, later }) => {
    const { found, toAnnounce } = look(count)
    const known = later.map(more => look(more, toAnnounce).found)
    const told = foundIn(levels, { changePoints: toAnnounce })
    // What was announced helps the search: without it there may be less.
    const unhelped = toAnnounce.length === 0 ? known : later.map(more => look(more).found)
    return { all: keptOf(found, unhelped), announced: keptOf(told, known) }
  })
  return {
    all: sumOfKept(looks.map(({ all }) => all)),
    announced: sumOfKept(looks.map(({ announced }) => announced)),
  }
}

/** Of all change points that Otava finds. `folder` holds its packages. */
export function takenBackByOtava(series: RealSeries[], folder: string): Kept {
  const looks = series.flatMap(each => {
    const values = valuesOf(each)
    return looksAt(values.length).map(({ count, later }) =>
      [count, ...later].map(length => values.slice(0, length)),
    )
  })
  const found = otavaFinds(looks.flat(), folder)
  let next = 0
  return sumOfKept(
    looks.map(({ length }) => {
      const [first = [], ...later] = found.slice(next, next + length)
      next += length
      return keptOf(first, later)
    }),
  )
}
