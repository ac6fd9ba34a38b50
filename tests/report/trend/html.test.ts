import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import type { Trend, TrendAnalysis } from '../../../src/model/index.ts'
import type { PageData } from '../../../src/report/trend/browser/page-data.ts'
import { seriesId } from '../../../src/report/trend/page/data.ts'
import { renderTrendHtml } from '../../../src/report/trend/page/html.ts'
import { HOSTILE } from '../hostile-text.ts'
import { eventfulExample, trendExample } from './example.ts'

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start)
  expect(from).toBeGreaterThanOrEqual(0)
  return text.slice(from + start.length, text.indexOf(end, from + start.length))
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const scriptOf = (html: string): string => between(html, '<script>', '</script>')
const dataOf = (html: string): PageData =>
  JSON.parse(between(html, '<script type="application/json" id="data">', '</script>'))
/** The document without its style, scripts and data: what users and files could have put markup into. */
const markupOf = (html: string): string =>
  html.replace(/<style>.*?<\/style>/s, '').replace(/<script[^>]*>.*?<\/script>/gs, '')
/** What is read, without its tags. */
const textOf = (html: string): string =>
  markupOf(html)
    .replaceAll('<wbr>', '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')

const STEPS = [{ at: 35, by: 1.1, of: [0, 2] as [number, number] }]

/** Every text that somebody could choose is hostile. */
function hostileExample(): { trend: Trend; analysis: TrendAnalysis } {
  const text = (i: number): string => HOSTILE[i % HOSTILE.length] ?? ''
  const { trend, analysis } = trendExample({
    benchmarks: HOSTILE.length,
    nights: 40,
    machines: ['"><script>alert(1)</script>'],
    kernels: [35, 38],
    steps: STEPS,
    name: text,
  })
  const nights = trend.nights.map((night, i) => ({
    ...night,
    commit: i % 3 === 0 ? text(i) : night.commit,
    tags: i % 5 === 0 ? [text(i)] : [],
    url: i % 2 === 0 ? 'javascript:alert(1)' : 'https://example.com/"onmouseover="alert(1)',
    facts: { ...night.facts, [text(i)]: text(i + 1) },
    fingerprint: `${Math.floor(i / 7)}`,
  }))
  const series = trend.series.map((each, i) => ({ ...each, metric: text(i + 3), unit: text(i + 5) }))
  const repository = 'https://example.com/a"><img src=x onerror=alert(1)>'
  return {
    trend: { ...trend, suite: '</title><script>alert(1)</script>', repository, nights, series },
    analysis,
  }
}

const EMPTY: [Trend, TrendAnalysis] = [
  { suite: 's', repository: null, nights: [], series: [] },
  { series: [], disturbed: [] },
]
const eventful = eventfulExample()
const EXAMPLES: [string, Trend, TrendAnalysis][] = [
  ['many events', eventful.trend, eventful.analysis],
  ['hostile text', hostileExample().trend, hostileExample().analysis],
  ['no night', ...EMPTY],
]

describe.each(EXAMPLES)('renderTrendHtml for %s', (_, trend, analysis) => {
  const html = renderTrendHtml(trend, analysis)

  it('allows exactly its own style and script to run', () => {
    const policy = between(html, 'Content-Security-Policy" content="', '"')
    expect(policy).toBe(
      `default-src 'none'; style-src ${hash(between(html, '<style>', '</style>'))}; ` +
        `script-src ${hash(scriptOf(html))}; base-uri 'none'; form-action 'none'`,
    )
  })

  it('loads nothing and has no handler; its links go to its own charts or to web addresses', () => {
    const tags = markupOf(html).match(/<[^>]*>/g) ?? []
    expect(
      tags.filter(tag => /\s(?:style|on\w+|src|action)\s*=/i.test(tag.replace(/"[^"]*"/g, '""'))),
    ).toEqual([])
    const addresses = tags.flatMap(tag => / href="([^"]*)"/.exec(tag)?.[1] ?? [])
    expect(
      addresses.filter(address => !/^(?:#series=[0-9a-f]{12}$|https:\/\/[^<>"'\s]+$)/.test(address)),
    ).toEqual([])
    expect(scriptOf(html)).not.toMatch(/https?:\/\/(?!www\.w3\.org)|\bfetch\(|\beval\(|\bimport\(/)
  })

  it('contains only the elements that it is made of, each closed in order', () => {
    const open: string[] = []
    for (const [, slash, name = ''] of markupOf(html).matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi)) {
      if (['meta', 'input', 'wbr'].includes(name)) continue
      if (slash === '') open.push(name)
      else expect(open.pop()).toBe(name)
    }
    expect(open).toEqual([])
    expect(markupOf(html)).not.toMatch(/<(?:script|img|iframe|form|link|object|base)\b/i)
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  it('embeds data that parses, cannot leave its element and hides nothing', () => {
    expect(between(html, 'id="data">', '</script>')).not.toMatch(/[<>&\u2028\u2029]/)
    expect(dataOf(html).series).toHaveLength(trend.series.length)
    expect(JSON.stringify(dataOf(html))).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]|javascript:alert\(1\)"/u)
    expect(markupOf(html).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  })
})

describe('renderTrendHtml', () => {
  const html = renderTrendHtml(eventful.trend, eventful.analysis)
  const text = textOf(html)

  it('has a script that parses', () => {
    expect(() => new Script(scriptOf(html))).not.toThrow()
  })

  it('says first how many benchmarks got worse, each once however many machines saw it', () => {
    expect(text).toContain(
      '9 benchmarks got worse, 2 better in the last 30 nights of each machine (since 19 Apr 2026)',
    )
    expect(text).toContain('48 series, 360 sessions on 2 machines from 20 Nov 2025 to 18 May 2026.')
  })

  it('shows without its script what changed, by how much, since when and between which commits', () => {
    expect(text).toContain('14 May 2026 on bench-01 , bench-02 : 8 worse')
    expect(text).toContain(
      '▲ +15.0 % worse [+14.5 %, +15.5 %] 10.0 µs → 11.5 µs json/case 0 wall-time · bench-01',
    )
    const { nights } = eventful.trend
    const range = `https://github.com/example/app/compare/${nights[348]?.commit}...${nights[350]?.commit}`
    expect(markupOf(html)).toContain(`<a href="${range}" rel="noreferrer">`)
  })

  it('names all nights and commits of a change that may have been any of several', () => {
    expect(text).toContain('may have been any night from 10 May 2026 to 13 May 2026: ')
    const { nights } = eventful.trend
    expect(markupOf(html)).toContain(`/compare/${nights[340]?.commit}...${nights[348]?.commit}"`)
  })

  it('blames no commit for a night on which the machine changed', () => {
    const article = between(html, '9 May 2026</time>\n<span>on <bdi>bench-01</bdi>', '</article>')
    expect(article).toContain('<b>The machine changed that night</b>, so no commit is blamed.')
    expect(article).toContain('<li>kernel: 6.1.101 → 6.1.102</li>')
    expect(article).not.toContain('/compare/')
  })

  it('says that it was not the code when both nights had the same commit', () => {
    const { trend, analysis } = trendExample({ benchmarks: 2, nights: 40, steps: STEPS })
    const nights = trend.nights.map(night => ({ ...night, commit: 'c0ffee0' }))
    const same = renderTrendHtml({ ...trend, nights }, analysis)
    expect(textOf(same)).toContain('the same commit c0ffee0 on both nights')
    expect(markupOf(same)).not.toContain('/compare/')
  })

  it('shows every figure of every series without its script', () => {
    expect(html.match(/<tr class="\w+" data-kind="/g)).toHaveLength(48)
    expect(text).toContain(
      'json/case 0 worse lately wall-time · bench-02 25.8 µs +15.4 % +0.7 % v1.3.0 +15.0 % 14 May 2026',
    )
    expect(markupOf(html)).toContain('<noscript>')
  })

  it('is calm when nothing changed lately', () => {
    const { trend, analysis } = trendExample({
      benchmarks: 2,
      nights: 40,
      steps: [{ at: 5, by: 1.5, of: [0, 1] }],
    })
    const calm = renderTrendHtml(trend, analysis)
    expect(textOf(calm)).toContain('No change found in the last 30 nights (since 30 Nov 2025)')
    expect(markupOf(calm)).not.toContain('id="lately"')
  })

  it('is not calm but unsure where there are too few nights to look for changes', () => {
    const { trend, analysis } = trendExample({ benchmarks: 2, nights: 2, steps: [] })
    const early = renderTrendHtml(trend, analysis, { tooFew: { nights: 2, needed: 10 } })
    expect(between(early, '<h1>', '</h1>')).toBe('2 nights: changes are looked for from 10 on')
    expect(early).toContain('<header class="unsure">')
    expect(textOf(early)).not.toMatch(/No change|Steady/)
  })

  it('names machine and commits where the night is not sure', () => {
    const steps = [{ at: 35, by: 1.1, of: [0, 1] as [number, number] }]
    const { trend, analysis } = trendExample({ benchmarks: 1, nights: 40, steps, kernels: [35] })
    const series = analysis.series.map(each => ({
      ...each,
      changePoints: each.changePoints.map(point => ({ ...point, range: [34, 36] as [number, number] })),
    }))
    const lately = between(
      renderTrendHtml(trend, { series, disturbed: [] }),
      '<section id="lately">',
      '</section>',
    )
    expect(lately).toContain('<b>The machine changed within these nights</b>; so did commits: ')
    expect(lately).toContain(`${trend.nights[33]?.commit}...${trend.nights[36]?.commit}`)
    expect(lately).not.toContain('no commit is blamed')
  })

  it('tells apart what the machine and what only informs', () => {
    const titleOf = (by: number, kernels: number[], gates: boolean): string => {
      const steps = [{ at: 35, by, of: [0, 1] as [number, number] }]
      const { trend, analysis } = trendExample({ benchmarks: 2, nights: 40, steps, kernels })
      const series = trend.series.map(each => ({ ...each, gates }))
      return between(renderTrendHtml({ ...trend, series }, analysis), '<h1>', '</h1>')
    }
    expect(titleOf(1.1, [35], true)).toBe(
      '2 benchmarks got worse in the last 30 nights (since 30 Nov 2025) when the machine changed',
    )
    expect(titleOf(0.9, [35], true)).toBe(
      '2 benchmarks got better in the last 30 nights (since 30 Nov 2025) when the machine changed',
    )
    expect(titleOf(0.9, [], true)).toBe(
      '2 benchmarks got better in the last 30 nights (since 30 Nov 2025), none worse',
    )
    expect(titleOf(1.1, [], false)).toBe(
      'Nothing that gates changed in the last 30 nights (since 30 Nov 2025)',
    )
  })

  it('names series by links that stay the same', () => {
    const [first] = eventful.trend.series
    expect(markupOf(html)).toContain(`<a href="#series=${first && seriesId(first)}">`)
  })

  it('makes no links where the repository is unknown', () => {
    const { trend, analysis } = eventful
    expect(markupOf(renderTrendHtml({ ...trend, repository: null }, analysis))).not.toMatch(/<a href="http/)
  })

  it('needs less than 10 kB for a series of 365 nights with 10 runs', () => {
    const size = (benchmarks: number): number => {
      const { trend, analysis } = trendExample({ benchmarks, nights: 365, runs: 10, steps: STEPS })
      return Buffer.byteLength(renderTrendHtml(trend, analysis))
    }
    expect((size(41) - size(1)) / 40).toBeLessThan(10_000)
  })
})
