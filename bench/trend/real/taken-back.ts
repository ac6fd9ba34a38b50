// Counts the findings that a method takes back when more sessions come.
import { type AnalysedSeries, analyseHistory } from '../../../src/history/analyse/analyse-all-series.ts'
import type { SeriesLevels } from '../../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { type Found, foundIn, levelsOf, otavaFinds, valuesOf } from './methods.ts'
import type { RealSeries } from './parse.ts'
import { isAt, NEAR } from './score.ts'

/** Shares of a series after which there is a look. */
const LOOKS = [0.3, 0.5, 0.7]
/** So many nights after a look there is another one, to see whether its findings are still there. */
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

/** Counts the `changes` of one look that not all `later` looks find. */
function keptOf(changes: Found[], later: Found[][]): Kept {
  const lost = changes.filter(({ at }) => !later.every(found => found.some(isAt(at, 2 * NEAR))))
  return { found: changes.length, takenBack: lost.length }
}

export const sumOfKept = (all: Kept[]): Kept => ({
  found: all.reduce((total, { found }) => total + found, 0),
  takenBack: all.reduce((total, { takenBack }) => total + takenBack, 0),
})

/** Counts what stable-bench takes back: of all its change points, and of those that it announces and then remembers. */
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
    // Announced changes help the search, which may find fewer without them.
    const unhelped = toAnnounce.length === 0 ? known : later.map(more => look(more).found)
    return { all: keptOf(found, unhelped), announced: keptOf(told, known) }
  })
  return {
    all: sumOfKept(looks.map(({ all }) => all)),
    announced: sumOfKept(looks.map(({ announced }) => announced)),
  }
}

/** Counts what Otava takes back of all its change points. `folder` holds its packages. */
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
