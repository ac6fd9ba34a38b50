// What a team sees when the history is analysed anew every night, from the values to what is announced.
import { describe, expect, it } from '@jest/globals'
import { analyseTrend } from '../../src/history/analyse/analyse-trend.ts'
import { type Announcements, announcementsOf } from '../../src/history/announce/announcements.ts'
import { mergeHistories } from '../../src/history/store/merge.ts'
import type { AnnouncedChange, TrendHistory } from '../../src/model/index.ts'
import { renderChanges } from '../../src/report/text/changes.ts'
import { withdrawnText } from '../../src/report/trend/cause.ts'
import { nightDate } from '../../src/report/trend/dates.ts'
import { renderTrendHtml } from '../../src/report/trend/page/html.ts'
import { casesOf } from '../simulated-cases.ts'
import { night } from './example-history.ts'
import { nightlyValues } from './nightly-values.ts'

type Steps = [number, number][]

/** A history of these nights of one benchmark, one run a night. */
function historyOf(count: number, steps: Steps, given: { seed?: number; sd?: number } = {}): TrendHistory {
  const values = nightlyValues(count, steps, given)
  return mergeHistories(values.map(({ value }, i) => night(i, { values: { parse: [[value]] } })))
}

/** The history as it was after its first `count` nights. */
function until(history: TrendHistory, count: number, told: AnnouncedChange[]): TrendHistory {
  const series = history.series.map(each => ({
    ...each,
    nights: each.nights.slice(0, count),
    runs: each.runs.slice(0, count),
  }))
  return { ...history, nights: history.nights.slice(0, count), series, told }
}

type ReplayedNight = Announcements & { count: number; nights: number[] }

/** The announcements night by night, and the nights of the change points. */
function replay(history: TrendHistory, from: number): ReplayedNight[] {
  let announced: AnnouncedChange[] = []
  return Array.from({ length: history.nights.length - from + 1 }, (_, i) => {
    const known = until(history, from + i, announced)
    const analysed = analyseTrend(known)
    const announcements = announcementsOf(known, analysed)
    announced = announcements.announced
    const nights = analysed.analysis.series[0]?.changePoints.map(point => point.night) ?? []
    return { ...announcements, count: from + i, nights }
  })
}

const indicesOf = ({ nights }: AnnouncedChange, history: TrendHistory) =>
  nights.map(id => history.nights.findIndex(each => each.id === id))

describe('a regression that is repaired after eight nights', () => {
  it('stays in the analysis, both ends of it', () => {
    for (let seed = 0; seed < casesOf(6, 20); seed++) {
      const history = historyOf(
        120,
        [
          [60, 0.05],
          [68, 0],
        ],
        { seed },
      )
      const { analysis } = analyseTrend(history)
      const [first, last, ...others] = analysis.series[0]?.changePoints ?? []
      expect(others).toEqual([])
      expect(Math.abs((first?.night ?? 0) - 60)).toBeLessThanOrEqual(1)
      expect(Math.abs((last?.night ?? 0) - 68)).toBeLessThanOrEqual(1)
      expect([first?.direction, last?.direction]).toEqual(['worse', 'better'])
    }
  })

  it('is announced once, closed when the level is back, and remembered for good', () => {
    for (let seed = 0; seed < casesOf(2, 5); seed++) {
      const history = historyOf(
        120,
        [
          [60, 0.05],
          [68, 0],
        ],
        { seed },
      )
      const nights = replay(history, 60)
      const fresh = nights.flatMap(({ fresh }) => fresh).filter(({ change }) => change.direction === 'worse')
      const over = nights.filter(each => each.over.length > 0)
      expect(fresh).toHaveLength(1)
      expect(over).toHaveLength(1)
      expect(indicesOf(fresh[0]?.change as AnnouncedChange, history)).toContain(60)
      expect(over[0]?.count).toBeLessThanOrEqual(68 + 8)
      expect(nights.at(-1)?.announced.filter(({ direction }) => direction === 'worse')).toMatchObject([
        { recovered: history.nights[(over[0]?.count ?? 0) - 1]?.id },
      ])
    }
  })
})

describe('a short history', () => {
  it('names the very night of a large step', () => {
    let found = 0
    for (let count = 14; count <= 20; count += casesOf(3, 1)) {
      for (let at = 4; at <= count - 4; at++) {
        for (let seed = 0; seed < casesOf(1, 3); seed++) {
          const history = historyOf(count, [[at, 0.1]], { seed: 100 * count + seed })
          const points = analyseTrend(history).analysis.series[0]?.changePoints ?? []
          if (points.length === 0) continue
          expect(points.map(({ night, lastGood }) => [night, lastGood])).toEqual([[at, at - 1]])
          found++
        }
      }
    }
    expect(found).toBeGreaterThan(casesOf(12, 100))
  })
})

describe('a regression soon after a repaired one', () => {
  /** The number of nights after which an analysis that remembers no announcement would announce a change at `night`. */
  const foundAlone = (history: TrendHistory, night: number) =>
    Array.from({ length: history.nights.length - night }, (_, i) => night + 1 + i).find(count =>
      [...analyseTrend(until(history, count, [])).toAnnounce].some(point => point.night === night),
    )

  it('is announced as soon as any: earlier announcements hide nothing', () => {
    const steps: Steps = [
      [30, 0.05],
      [40, 0],
      [50, 0.05],
    ]
    for (let seed = 1; seed <= casesOf(2, 6); seed++) {
      const history = historyOf(60, steps, { seed, sd: 0.005 })
      const worse = replay(history, 30).flatMap(({ count, fresh }) =>
        fresh.flatMap(({ change, point }) =>
          change.direction === 'worse' ? [{ count, night: point?.night }] : [],
        ),
      )
      expect(worse.map(({ night }) => night)).toEqual([30, 50])
      expect(worse[1]?.count).toBeLessThanOrEqual(foundAlone(history, 50) ?? 0)
    }
  }, 60_000)
})

describe('a regression two nights before the machine changes, or two after it', () => {
  it('is announced as the commit’s, which an issue may be opened about', () => {
    for (const [kernel, commit] of [
      [42, 40],
      [40, 42],
    ] as const) {
      const values = nightlyValues(50, [[commit, 0.05]], { sd: 0.005, seed: 3 })
      const nights = values.map(({ value }, i) =>
        night(i, { kernel: i < kernel ? '6.1' : '6.2', values: { parse: [[value]] } }),
      )
      const fresh = replay(mergeHistories(nights), 40).flatMap(each => each.fresh)
      expect(fresh).toMatchObject([{ point: { night: commit, lastGood: commit - 1, testbedChanged: false } }])
    }
  })
})

describe('an announced change that later nights take back', () => {
  const history = historyOf(47, [[40, 0.03]], { sd: 0.003 })
  const told = replay(history, 40).at(-1)?.announced ?? []

  // So noisy that nothing can be seen in it.
  const noisy = historyOf(47, [], { sd: 0.1 })
  const series = history.series.map((each, i) => ({ ...each, runs: noisy.series[i]?.runs ?? [] }))
  const [announced] = told as [AnnouncedChange]
  const toldAt = history.nights.findIndex(({ id }) => id === announced.told)
  const dayOf = (night: number) => nightDate(history.nights[night]?.date ?? '')

  it('stays in the analysis, on the page and in the text, with the night of its announcement', () => {
    expect(told).toHaveLength(1)
    const found = analyseTrend({ ...history, told }).analysis
    expect(found.series[0]?.withdrawn).toEqual([])
    expect(renderChanges(history, found, { since: '' })).not.toContain('any more')

    const lost = { ...history, series, told }
    const { analysis } = analyseTrend(lost)
    expect(analysis.series[0]?.changePoints).toEqual([])
    expect(analysis.series[0]?.withdrawn).toEqual([
      {
        direction: 'worse',
        ratio: announced.ratio,
        told: toldAt,
        range: [40, 40],
        isOver: false,
        over: null,
      },
    ])
    const words = `announced on ${dayOf(toldAt)}; the nights since do not show it any more`
    expect(renderChanges(lost, analysis, { since: '' })).toContain(words)
    expect(renderTrendHtml(lost, analysis).replaceAll('\u00a0', ' ')).toContain(words)
  })

  it('stays in its chart when it is over, and is no news in the table and the text', () => {
    const over = { ...history, series, told: [{ ...announced, recovered: history.nights[46]?.id ?? null }] }
    const { analysis } = analyseTrend(over)
    expect(analysis.series[0]?.withdrawn).toMatchObject([
      { told: toldAt, range: [40, 40], isOver: true, over: 46 },
    ])
    expect(renderChanges(over, analysis, { since: '' })).not.toContain('announced')
    expect(renderTrendHtml(over, analysis)).not.toContain(`announced on ${dayOf(toldAt)}`)
    expect(withdrawnText(dayOf(toldAt), true, dayOf(46))).toBe(
      `announced on ${dayOf(toldAt)}, over by ${dayOf(46)}; the nights do not show it any more`,
    )

    // The night by which it was over may be gone.
    const thinned = { ...over, told: [{ ...announced, recovered: 'gone' }] }
    expect(analyseTrend(thinned).analysis.series[0]?.withdrawn).toMatchObject([{ isOver: true, over: null }])
    expect(withdrawnText('', true)).toBe('announced earlier, over; the nights do not show it any more')
  })
})
