// The index of a site of trends, and its badges.
import { describe, expect, it } from '@jest/globals'
import { renderSiteIndex } from '../../../src/report/site/index-page.ts'
import { badgeJson, statementOf } from '../../../src/report/site/statement.ts'
import { seriesId } from '../../../src/report/trend/page/data.ts'
import { HOSTILE } from '../hostile-text.ts'
import { trendExample } from '../trend/example.ts'
import { siteExample } from './example.ts'

const analysed = (steps: Parameters<typeof trendExample>[0], more = {}) => ({
  ...trendExample({ nights: 60, ...steps }),
  tooFew: null,
  ...more,
})
const even: [number, number] = [0, 2]

describe('what a trend says in a few words', () => {
  it('names the day since which nothing changed', () => {
    expect(statementOf([analysed({ steps: [] })])).toEqual({
      tone: 'calm',
      text: 'no change since 20 Nov 2025',
    })
    const old = analysed({ steps: [{ at: 20, by: 1.1, of: even }] })
    expect(statementOf([old]).text).toBe('no change since 10 Dec 2025')
  })

  it('counts the benchmarks that got worse lately, and since when', () => {
    const worse = analysed({ benchmarks: 4, steps: [{ at: 45, by: 1.1, of: even }] })
    expect(statementOf([worse])).toEqual({ tone: 'bad', text: '2 worse since 4 Jan' })
    expect(JSON.parse(badgeJson('benchmarks', statementOf([worse])))).toEqual({
      schemaVersion: 1,
      label: 'benchmarks',
      message: '2 worse since 4 Jan',
      color: 'orange',
    })
  })

  it('does not count what was repaired since', () => {
    const repaired = analysed({
      benchmarks: 4,
      steps: [
        { at: 40, by: 1.1, of: even },
        { at: 50, by: 1 / 1.1, of: even },
      ],
    })
    expect(statementOf([repaired])).toEqual({ tone: 'calm', text: 'no change since 9 Jan' })
  })

  it('is that of one machine where one is asked for, and of all suites together where none is', () => {
    const worse = analysed({ benchmarks: 2, steps: [{ at: 45, by: 1.1, of: even }] })
    const calm = analysed({ machines: ['rack-2'], steps: [] })
    expect(statementOf([worse, calm]).tone).toBe('bad')
    expect(statementOf([worse, calm], 'rack-2').tone).toBe('calm')
  })

  it('says that it is too early, and that there is none', () => {
    const short = analysed({ nights: 5, steps: [] }, { tooFew: { nights: 5, needed: 10 } })
    expect(statementOf([short])).toEqual({ tone: 'unsure', text: '5 nights, too few yet' })
    expect(statementOf([]).text).toBe('no night yet')
  })
})

describe('the index of a site', () => {
  it('links each suite, each machine, and the charts of the latest changes', () => {
    const site = siteExample()
    const html = renderSiteIndex(site)
    for (const { folder } of site.suites) expect(html).toContain(`href="${folder}/"`)
    const [first] = site.suites
    const changed = first?.trend.series.find(
      (_, i) => (first.analysis.series[i]?.changePoints.length ?? 0) > 0,
    )
    expect(changed && html).toContain(`${first?.folder}/#series=${changed && seriesId(changed)}`)
    expect(html).toContain('https%3A%2F%2Facme.github.io%2Frocket%2Fbadge.json')
  })

  it('shows hostile names as text', () => {
    const site = siteExample()
    const pulls = HOSTILE.map((title, i) => ({ number: i + 1, title, updated: title, verdicts: [title] }))
    const html = renderSiteIndex({ ...site, pulls })
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toMatch(
      /<(?:img|b>|details|!--)|http-equiv=refresh [^&]*">|href="(?!https:|parse\/|http\/)/,
    )
  })
})
