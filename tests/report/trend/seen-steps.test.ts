import { describe, expect, it } from '@jest/globals'
import { renderChanges } from '../../../src/report/text/changes.ts'
import { renderTrendHtml } from '../../../src/report/trend/page/html.ts'
import { seenSteps } from '../../../src/report/trend/seen-steps.ts'
import { trendExample } from './example.ts'

const { trend, analysis } = trendExample({ benchmarks: 2, nights: 40, steps: [] })
const since = '2026-01-01T00:00:00Z'
const textWith = (...sizes: (number | null)[]) =>
  renderChanges(trend, analysis, { since, smallest: new Map(sizes.map((size, i) => [i, size])) })

describe('no change', () => {
  it('says which step would have been found, rounded up', () => {
    expect(textWith(0.0831, 0.0831)).toMatch(
      /No change found since 1 Jan 2026; a step of 8\.4 % or more in the middle of the nights would have been\.\n/,
    )
    expect(textWith(0.02)).toContain('a step of 2 % or more')
  })

  it('names the series between which it differs, and counts those in which none would have been', () => {
    const [first, second] = trend.series.map(({ benchmark }) => benchmark)
    expect(textWith(0.25, 0.03, null)).toContain(
      `from 3 % (${second}) to 25 % (${first}) on, and none in 1 of the 3 series.`,
    )
  })

  it('says of how many series it speaks where not all were tried', () => {
    const quiet = trend.series.filter(({ gates }) => gates).length
    expect(textWith(0.03)).toContain(`would have been (tried in 1 of ${quiet} series).`)
    expect(textWith(...Array(quiet).fill(0.03))).toContain('would have been.')
  })

  it('is not steady where no step could be found', () => {
    const page = renderTrendHtml(trend, analysis, { smallest: new Map([[0, null]]) })
    expect(page).toContain('? Too early')
    expect(page).toMatch(
      /<h1>No change found in the last 30 nights \(since 30 Nov 2025\); no step, however large, would have been/,
    )
    expect(page).toContain('<small>no step would show yet</small>')
  })

  it('is a claim of each row of the page', () => {
    const page = renderTrendHtml(trend, analysis, {
      smallest: new Map([
        [0, 0.09],
        [1, 0.09],
      ]),
    })
    expect(page.match(/<small>9 % would show<\/small>/g)).toHaveLength(2)
    expect(page).toContain('✓ Steady')
    expect(page).toMatch(/a step of 9.% or more in the middle of the nights would have been<\/h1>/)
  })

  it('claims nothing where no smallest step is known', () => {
    expect(seenSteps(new Map(), trend, analysis)).toBeNull()
    expect(renderChanges(trend, analysis, { since })).toMatch(/No change found since 1 Jan 2026\.\n/)
  })
})
