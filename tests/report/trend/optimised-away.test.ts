// Nights on which a benchmark did no work, in the analysis, on the page and in the text.
import { describe, expect, it } from '@jest/globals'
import { analyseTrend } from '../../../src/history/analyse/analyse-trend.ts'
import { mergeHistories } from '../../../src/history/store/merge.ts'
import type { TrendHistory } from '../../../src/model/index.ts'
import { renderChanges } from '../../../src/report/text/changes.ts'
import { seriesFigures } from '../../../src/report/trend/page/figures.ts'
import { renderTrendHtml } from '../../../src/report/trend/page/html.ts'
import { night } from '../../history/example-history.ts'
import { seededRandom } from '../../stats/seeded-random.ts'

const { uniform } = seededRandom(11)
const runs = (level: number) => Array.from({ length: 3 }, () => [level * (1 + 0.004 * (uniform() - 0.5))])

/** Forty nights, on which `sum` takes `level(i)` ns. */
const history = (level: (i: number) => number): TrendHistory =>
  mergeHistories(
    Array.from({ length: 40 }, (_, i) => night(i, { values: { sum: runs(level(i)), other: runs(50) } })),
  )

const look = (trend: TrendHistory) => {
  const { analysis, toAnnounce } = analyseTrend(trend)
  const index = trend.series.findIndex(({ benchmark }) => benchmark === 'sum')
  const text = renderChanges(trend, analysis, { since: '' })
  return { analysis, toAnnounce, index, text, found: analysis.series[index] }
}

describe('nights on which the work was optimised away', () => {
  it('make no change of the first night that measures something', () => {
    const { found, toAnnounce, text } = look(history(i => (i < 20 ? 1e-9 : 0.65)))
    expect(found).toMatchObject({ changePoints: [], spikes: [] })
    expect(toAnnounce.size).toBe(0)
    expect(text).not.toMatch(/worse|optimised/)
  })

  it('are no gain, and the page, the text and the figures say since when there is no number', () => {
    const trend = history(i => (i < 20 ? 0.65 : 1e-9))
    const { analysis, found, toAnnounce, text, index } = look(trend)
    expect(found?.changePoints).toEqual([])
    expect(toAnnounce.size).toBe(0)
    const line =
      /^1 series is not judged, the work was optimised away: sum \(time\) on bench-1 since \d+ \w+ \d{4}\. Let the benchmark use what it computes \(black_box, DoNotOptimize, Blackhole\)\.$/m
    expect(text).toMatch(line)
    expect(renderTrendHtml(trend, analysis)).toContain('the work was optimised away')
    const around = {
      trend,
      machineNights: trend.nights.map((_, i) => i),
      testbed: trend.nights.map(() => []),
    }
    const figures = seriesFigures(trend.series[index] as TrendHistory['series'][number], found, around)
    expect(figures).toMatchObject({ endedAt: 19, latest: expect.closeTo(0.65, 2) })
  })

  it('are told from nights whose time is 0, which are no gain either: a comparison takes no such time', () => {
    const trend = history(i => (i < 20 ? 0.65 : 0))
    const { found, toAnnounce, text } = look(trend)
    expect([found?.changePoints, toAnnounce.size]).toEqual([[], 0])
    expect(text).toMatch(
      /^1 series is not judged, the clock saw no time: sum \(time\) on bench-1 since \d+ \w+ \d{4}\. Measure more iterations at a time\.$/m,
    )
    expect(look(history(i => (i < 20 ? 0 : 0.65))).found?.changePoints).toEqual([])
  })

  it('may be all nights of a series: the page is made all the same', () => {
    const trend = history(() => 1e-9)
    const { analysis, found, text } = look(trend)
    expect(found).toMatchObject({ changePoints: [], segments: [] })
    expect(text).toContain('sum (time) on bench-1 since 1 Oct 2026')
    const [page = ''] = renderTrendHtml(trend, analysis).split('<script')
    expect(page).not.toMatch(/NaN|Infinity/)
  })

  it('leave a step of the nights that measured something', () => {
    const { found } = look(history(i => (i % 10 === 9 ? 1e-9 : i < 20 ? 0.65 : 0.75)))
    expect(found?.changePoints).toMatchObject([{ night: 20, direction: 'worse' }])
  })
})
