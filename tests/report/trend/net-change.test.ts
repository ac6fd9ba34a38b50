import { describe, expect, it } from '@jest/globals'
import { trendMarkdown } from '../../../src/action/nightly/announce.ts'
import { renderChanges } from '../../../src/report/text/changes.ts'
import { renderTrendHtml } from '../../../src/report/trend/page/html.ts'
import { latelyOf } from '../../../src/report/trend/since.ts'
import { trendExample } from './example.ts'

type Steps = NonNullable<NonNullable<Parameters<typeof trendExample>[0]>['steps']>

const both: [number, number] = [0, 1]
const exampleOf = (steps: Steps) => trendExample({ benchmarks: 1, nights: 60, steps })

/** The title of the page, and the verdict of its first row; empty for none. */
function pageOf({ trend, analysis }: ReturnType<typeof trendExample>) {
  const html = renderTrendHtml(trend, analysis)
  return {
    title: /<h1>(.*?)<\/h1>/.exec(html)?.[1],
    verdict: /<span class="verdict">(.*?)<\/span>/.exec(html)?.[1] ?? '',
    state: /data-kind="(\w+)"><th/.exec(html)?.[1],
  }
}

const within = 'in the last 30 nights (since 20 Dec 2025)'

describe('the state of a row', () => {
  it('is that of the level now, with both changes where it went both ways', () => {
    const worse = exampleOf([
      { at: 40, by: 0.8, of: both },
      { at: 50, by: 2, of: both },
    ])
    expect(pageOf(worse)).toEqual({
      title: `1 benchmark got worse ${within}`,
      verdict: 'better, then worse lately',
      state: 'worse',
    })
    const better = exampleOf([
      { at: 40, by: 1.2, of: both },
      { at: 50, by: 0.003, of: both },
    ])
    expect(pageOf(better)).toEqual({
      title: `1 benchmark got better ${within}, none worse`,
      verdict: 'worse, then better lately',
      state: 'better',
    })
  })

  it('is steady where the level is back', () => {
    const back = exampleOf([
      { at: 40, by: 2, of: both },
      { at: 50, by: 0.5, of: both },
    ])
    expect(pageOf(back)).toEqual({
      title: `1 benchmark changed and came back ${within}`,
      verdict: 'worse, then better lately',
      state: 'steady',
    })
  })

  it('is steady after a change that may be none, which names no commit', () => {
    const { trend, analysis } = exampleOf([{ at: 45, by: 1.4, of: both }])
    const series = analysis.series.map(each => ({
      ...each,
      changePoints: each.changePoints.map(point => ({ ...point, interval: [0.9, 2] as [number, number] })),
    }))
    const unsure = { series, disturbed: [] }
    const html = renderTrendHtml(trend, unsure)
    expect(pageOf({ trend, analysis: unsure }).title).toBe(`No change found ${within}`)
    expect(html).toContain('<span class="event">not sure</span>')
    expect(html.slice(0, html.indexOf('<script'))).not.toContain('/compare/')
  })
})

describe('lately', () => {
  it('is the same on the page, on the command line and in the summary', () => {
    const { trend, analysis } = exampleOf([{ at: 45, by: 1.4, of: both }])
    const title = `1 benchmark got worse ${within}`
    expect(pageOf({ trend, analysis }).title).toBe(title)
    expect(renderChanges(trend, analysis, { since: 30 })).toContain(`: ${title}.\n`)
    const announcements = { announced: [], fresh: [], over: [], current: [] }
    const history = { ...trend, releases: [], told: [] }
    const result = { trend: history, analysis, announcements, tooFew: null }
    expect(trendMarkdown(result, [], 'Here.')).toContain(title)
  })

  it('is all nights of a history that has fewer', () => {
    const { trend } = trendExample({ benchmarks: 1, nights: 12, steps: [] })
    expect(latelyOf(trend, 30).words).toBe('in all nights (since 20 Nov 2025)')
  })
})

describe('a change among several commits of one day', () => {
  it('may be any of these, and not of a day to the same day', () => {
    const { trend, analysis } = exampleOf([{ at: 45, by: 1.4, of: both }])
    const day = (index: number) => trend.nights[index]?.date.slice(0, 10)
    const nights = trend.nights.map((night, i) =>
      i > 44 && i < 48 ? { ...night, date: `${day(45)}T0${i - 44}:00:00Z` } : night,
    )
    const series = analysis.series.map(each => ({
      ...each,
      changePoints: each.changePoints.map(point => ({ ...point, range: [45, 47] as [number, number] })),
    }))
    const [shown, found] = [
      { ...trend, nights },
      { series, disturbed: [] },
    ]
    const words = /one of 3 commits of 4 Jan 2026/
    expect(renderChanges(shown, found, { since: 30 })).toMatch(words)
    expect(renderTrendHtml(shown, found).replaceAll('&nbsp;', ' ')).toMatch(words)
  })
})
