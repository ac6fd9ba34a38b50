// What a reader must see before the numbers: that the pull request changes the workflow which measures it.
import { describe, expect, it } from '@jest/globals'
import { renderHtml } from '../../../src/report/html/comparison.ts'
import { SMALLEST_REPORT } from '../../../src/report/markdown/comment.ts'
import { renderMarkdown } from '../../../src/report/markdown/comparison.ts'
import { renderText } from '../../../src/report/text/comparison.ts'
import { topTitle } from '../../../src/report/words/top-warnings.ts'
import { regressionExample } from '../example-comparison.ts'

const top = { code: 'workflow-changed', message: 'this pull request changes bench.yml' }
const usual = { code: 'no-attach', message: 'the runs were not moved' }
const comparison = { ...regressionExample(), warnings: [usual, top] }

const inOrder = (text: string, ...parts: string[]) => {
  const places = parts.map(part => text.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
}

describe('a change of the workflow', () => {
  it('stands above the rows in every report, and the other warnings do not', () => {
    const row = comparison.rows.find(({ verdict }) => verdict === 'regression')?.benchmark ?? ''
    const markdown = renderMarkdown(comparison)
    inOrder(
      markdown,
      topTitle,
      '- this pull request changes bench.yml',
      '| Benchmark',
      '**1 warning**',
      usual.message,
    )
    const html = renderHtml(comparison)
    inOrder(
      html,
      '</header>',
      topTitle,
      top.message,
      '<p class="summary">',
      '<caption',
      '1 warning',
      usual.message,
      '<dl class="facts">',
    )
    const text = renderText(comparison, { colour: false })
    inOrder(text, top.message, 'benchmark', row, usual.message)
  })

  it('is said at least to be there where a report must be tiny', () => {
    const long = Array.from({ length: 4 }, () => ({ ...top, message: '@'.repeat(600) }))
    const tiny = renderMarkdown({ ...comparison, warnings: long }, { maxBytes: SMALLEST_REPORT })
    expect(tiny).toContain(`**${topTitle}**`)
    expect(Buffer.byteLength(tiny)).toBeLessThanOrEqual(SMALLEST_REPORT)
  })
})
