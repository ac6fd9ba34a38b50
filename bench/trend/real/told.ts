// Finds out whether the changes announced in a real history are on its last page. It replays the history, and remembers
// announced changes as the action does.
import { createHash } from 'node:crypto'
import { analyseTrend } from '../../../src/history/analyse/analyse-trend.ts'
import { announcedRanges, isSameChange } from '../../../src/history/analyse/same-change.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { announcementsOf } from '../../../src/history/announce/announcements.ts'
import type { AnnouncedChange, TrendHistory } from '../../../src/model/index.ts'
import { grossSteps } from './gross-steps.ts'
import { levelsOf } from './methods.ts'
import type { RealSeries } from './parse.ts'
import { isAt, NEAR } from './score.ts'

/** The number of sessions from one look to the next: a look takes long. */
const STEP = 10

/**
 * Announced changes; how many of them the last page shows as change points, and how many as a ring only. Gross steps, and how many
 * of them were announced.
 */
export type Told = { told: number; drawn: number; rings: number; gross: number; grossTold: number }

const hex = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)

/** A history of this series alone, one run a session. */
function historyOf(each: RealSeries): TrendHistory {
  const { nights } = levelsOf(each)
  return {
    suite: 'suite',
    repository: null,
    releases: [],
    told: [],
    nights: nights.map((_, i) => ({
      id: hex(`night ${i}`, 16),
      date: new Date(86_400_000 * i).toISOString(),
      commit: hex(`commit ${i}`, 40),
      ref: null,
      url: null,
      machine: 'machine',
      fingerprint: '',
      facts: {},
      tags: [],
    })),
    series: [
      {
        benchmark: each.name,
        metric: 'time',
        unit: each.unit,
        better: 'lower',
        machine: 'machine',
        gates: true,
        nights: nights.map((_, i) => i),
        runs: nights.map(({ value }) => [value]),
      },
    ],
  }
}

/** The key of a change. It stays the same when the change is over. */
const keyOf = ({ direction, nights }: AnnouncedChange) => JSON.stringify([direction, nights])

/** The history as it was after its first `count` nights. */
function until(
  { nights, series, ...rest }: TrendHistory,
  count: number,
  told: AnnouncedChange[],
): TrendHistory {
  const first = series.map(each => ({
    ...each,
    nights: each.nights.slice(0, count),
    runs: each.runs.slice(0, count),
  }))
  return { ...rest, nights: nights.slice(0, count), series: first, told }
}

/** The history after a look every few sessions, and the keys of the announced changes. */
function replayed(whole: TrendHistory): { last: TrendHistory; fresh: Set<string> } {
  const count = whole.nights.length
  const fresh = new Set<string>()
  let told: AnnouncedChange[] = []
  const least = defaultTrendPolicy.minNights
  for (let nights = least + ((count - least) % STEP); nights <= count; nights += STEP) {
    const known = until(whole, nights, told)
    const news = announcementsOf(known, analyseTrend(known))
    for (const { change } of news.fresh) fresh.add(keyOf(change))
    told = news.announced
  }
  return { last: until(whole, count, told), fresh }
}

/** Counts the changes of a series that were announced, those of them that the last page shows, and gross steps among them. */
export function toldOf(each: RealSeries): Told {
  const { last, fresh } = replayed(historyOf(each))
  const [series, analysed] = [last.series[0], analyseTrend(last).analysis.series[0]]
  if (!series || !analysed) throw new Error(`${each.name} has no series`)
  const told = announcedRanges(last)(series).filter(({ change }) => fresh.has(keyOf(change)))
  const drawn = told.filter(one =>
    analysed.changePoints.some(point => isSameChange(series.nights, point, one)),
  )
  const lost = told.filter(one => !drawn.includes(one))
  const gross = grossSteps(each)
  const grossTold = gross.filter(({ at }) =>
    told.some(({ range }) => isAt(at, NEAR)({ at: range[0], range })),
  )
  return {
    told: told.length,
    drawn: drawn.length,
    rings: lost.filter(({ range: [first] }) => analysed.withdrawn.some(({ range }) => range[0] === first))
      .length,
    gross: gross.length,
    grossTold: grossTold.length,
  }
}

/** Adds them up. */
export const sumOfTold = (all: Told[]): Told => ({
  told: all.reduce((total, { told }) => total + told, 0),
  drawn: all.reduce((total, { drawn }) => total + drawn, 0),
  rings: all.reduce((total, { rings }) => total + rings, 0),
  gross: all.reduce((total, { gross }) => total + gross, 0),
  grossTold: all.reduce((total, { grossTold }) => total + grossTold, 0),
})
