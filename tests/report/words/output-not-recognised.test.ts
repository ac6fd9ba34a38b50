import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { defaultPolicy, type Warning } from '../../../src/model/index.ts'
import { renderHtml } from '../../../src/report/html/comparison.ts'
import { SMALLEST_REPORT } from '../../../src/report/markdown/comment.ts'
import { renderMarkdown } from '../../../src/report/markdown/comparison.ts'
import { reportMarkdown } from '../../../src/report/sections/markdown.ts'
import { needsNoAction } from '../../../src/report/sections/outcome.ts'
import { renderText } from '../../../src/report/text/comparison.ts'
import { topTitle } from '../../../src/report/words/top-warnings.ts'
import { reportOf, sectionOf } from '../../action/publish/example-report.ts'
import { sample, session } from '../../compare/session.ts'
import { comparison, regressionExample } from '../example-comparison.ts'

const top: Warning = { code: 'output-not-recognised', message: 'whole processes are timed' }
const other: Warning = { code: 'steal', message: 'the hypervisor took 3 %' }
const example = { ...regressionExample(), warnings: [other, top] }

describe('the warning that whole processes are timed', () => {
  it('is the first line of the text, once, and the others stay below the table', () => {
    const lines = renderText(example, { colour: false }).split('\n')
    expect(lines.slice(0, 2)).toEqual(['warning  whole processes are timed', ''])
    expect(lines.filter(line => line.includes('whole processes'))).toHaveLength(1)
    expect(lines.findIndex(line => line.includes('hypervisor'))).toBeGreaterThan(5)
  })

  it('stands right under the heading of the Markdown, also of the shortest one', () => {
    for (const maxBytes of [65_000, SMALLEST_REPORT]) {
      const [heading, , ...lines] = renderMarkdown(example, { maxBytes }).split('\n')
      expect(heading).toMatch(/^### /)
      expect(lines.slice(0, 4)).toEqual([
        '> [!WARNING]',
        `> **${topTitle}**`,
        '>',
        '> - whole processes are timed',
      ])
    }
    expect(renderMarkdown(example)).toContain('**1 warning**')
  })

  it('leaves the shortest Markdown within its limit, however long a fork makes it', () => {
    const warnings = [{ ...top, message: '<@*`'.repeat(2000) }]
    const markdown = renderMarkdown({ ...example, warnings }, { maxBytes: SMALLEST_REPORT })
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(SMALLEST_REPORT)
  })

  it('stands above the facts and the table of the page', () => {
    const page = renderHtml(example)
    expect(page.indexOf('whole processes are timed')).toBeLessThan(page.indexOf('<table'))
  })

  it('makes a pass worth a comment', () => {
    expect(needsNoAction(comparison([]))).toBe(true)
    expect(needsNoAction(comparison([], { warnings: [top] }))).toBe(false)
  })

  it('stands above the table of several suites, too', () => {
    const sections = [sectionOf('one', comparison([], { warnings: [top] })), sectionOf('two', comparison([]))]
    const markdown = reportMarkdown(reportOf(sections), 60_000)
    expect(markdown.split('<details>')[0]).toContain('> - whole processes are timed')
  })

  it('is not said of a stored baseline when the candidate is timed on purpose', () => {
    const [stored, candidate] = [
      session([sample('a', [1, 2, 3])], { warnings: [top] }),
      session([sample('a', [1, 2, 3])]),
    ]
    const compare = (baseline: typeof stored, measured: typeof stored) =>
      compareSessions({
        baselines: [baseline],
        candidates: [measured],
        design: 'stored',
        policy: defaultPolicy,
        assumedGrade: 'tuned',
      }).warnings.map(({ code }) => code)
    expect(compare(stored, candidate)).not.toContain(top.code)
    expect(compare(candidate, stored)).toContain(top.code)
  })
})
