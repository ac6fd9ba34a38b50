// Nights on which the machine was disturbed, as the page, the text and the job summary name them.
import { describe, expect, it } from '@jest/globals'
import { renderChanges } from '../../../src/report/text/changes.ts'
import { renderTrendHtml } from '../../../src/report/trend/page/html.ts'
import { unjudgedTexts } from '../../../src/report/trend/unjudged.ts'
import { disturbedExample, trendExample } from './example.ts'

const { trend, analysis } = disturbedExample()
const sentence =
  '2 nights are not judged: most benchmarks moved together and moved back, so the machine was disturbed. They are ' +
  '10 Apr 2026 on bench-01 (24.7 % worse in the median of 23 benchmarks), ' +
  '9 Apr 2026 on bench-01 (24.4 % worse in the median of 24 benchmarks).'
const read = (html: string) =>
  html.replaceAll('&nbsp;', ' ').replaceAll('<wbr>', '').replaceAll('\u00a0', ' ')

describe('disturbed nights', () => {
  it('are found in the history, and the step after them as ever', () => {
    expect(analysis.disturbed.map(({ night }) => night)).toEqual([140, 141])
    const changes = analysis.series.flatMap(({ changePoints }) => changePoints.map(({ night }) => night))
    expect(new Set(changes)).toEqual(new Set([165]))
  })

  it('are named once on the page, below what changed and before the table, and marked in its data', () => {
    const html = read(renderTrendHtml(trend, analysis))
    expect(html.split(sentence)).toHaveLength(2)
    const places = ['id="lately"', sentence, '<h2 class="all">'].map(text => html.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(html.match(/"disturbed":true/g)).toHaveLength(2)
  })

  it('are named in the text while they are within its time', () => {
    expect(renderChanges(trend, analysis, { since: '2026-04-01' })).toContain(`\n\n${sentence}\n`)
    const later = renderChanges(trend, analysis, { since: '2026-04-10' })
    expect(later).toContain('1 night is not judged')
    expect(later).toContain('It is 10 Apr 2026 on bench-01')
    expect(renderChanges(trend, analysis, { since: '2026-04-11' })).not.toContain('judged')
  })

  it('are five at most, and a count of the rest', () => {
    const many = Array.from({ length: 12 }, (_, i) => ({ night: 10 * i, ratio: 0.8, series: 9 }))
    const [text = ''] = unjudgedTexts(trend, { ...analysis, disturbed: many }, '')
    expect(text).toMatch(/^12 nights are not judged/)
    expect(text.match(/20 % better in the median of 9 benchmarks/g)).toHaveLength(5)
    expect(text).toMatch(/ and 7 more\.$/)
  })

  it('are not spoken of where there are none', () => {
    const calm = trendExample()
    const all = [
      renderTrendHtml(calm.trend, calm.analysis),
      renderChanges(calm.trend, calm.analysis, { since: '' }),
    ]
    for (const text of all) expect(/(is|are) not judged:|"disturbed":true/.test(text)).toBe(false)
    expect(unjudgedTexts(calm.trend, calm.analysis, '')).toEqual([])
  })

  it('cannot be controlled by the name of a machine', () => {
    const nights = trend.nights.map(night => ({ ...night, machine: '<b>\u202ebox\u001b[31m' }))
    const text = unjudgedTexts({ ...trend, nights }, analysis, '').join('')
    expect(text).toContain('box')
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(renderTrendHtml({ ...trend, nights }, analysis)).not.toContain('<b>\u202e')
    expect(renderTrendHtml({ ...trend, nights }, analysis)).not.toContain('<b>box')
  })
})
