// What people see on a pull request, of every outcome: golden files that are read in review.
import { describe, expect, it } from '@jest/globals'
import { reportAnswer } from '../../../src/report/sections/answer.ts'
import { reportMarkdown } from '../../../src/report/sections/markdown.ts'
import { reportText } from '../../../src/report/sections/text.ts'
import { expectGolden } from '../golden.ts'
import { commentCases } from './comment-cases.ts'

describe('the comment', () => {
  it.each(Object.entries(commentCases))('of the case %s is as it was read', (name, report) => {
    expectGolden(`comment-${name}.md`, reportMarkdown(report, 64_000))
  })

  it.each(Object.entries(commentCases))(
    'has one heading, at most three folds and ten open rows: %s',
    (_, report) => {
      const markdown = reportMarkdown(report, 64_000)
      expect(markdown.match(/^#{2,} /gm)).toEqual(['### '])
      const [open = '', ...folds] = markdown.split('<details>')
      expect(folds.length).toBeLessThanOrEqual(3)
      expect(open.split('\n').filter(line => line.startsWith('| ')).length).toBeLessThanOrEqual(12)
      expect(open).not.toMatch(/docs\/|geomean|testbed/i)
      // A paragraph begins as a sentence does.
      for (const paragraph of open.trim().split('\n\n')) expect(paragraph).not.toMatch(/^[a-z]/)
    },
  )

  it('names the ones that improved, and counts those that are unclear', () => {
    const markdown = reportMarkdown(commentCases['three-suites'] as never, 64_000)
    expect(markdown).toContain(
      '| `codec` | m1 | 🟢 2 of 4 benchmarks are faster, by up to 19.0\u00a0% · 1 unclear, 1 unchanged |',
    )
  })

  it('says once who accepted what', () => {
    const markdown = reportMarkdown(commentCases.accepted as never, 64_000)
    expect(markdown.split('<details>')[0]?.match(/octocat/g)).toHaveLength(1)
    expect(markdown).not.toContain('Read this first')
  })

  it.each(Object.entries(commentCases))('has the words of the terminal: %s', (_, report) => {
    const { title, symbol } = reportAnswer(report)
    const text = reportText(report, { colour: false })
    if (report.sections.length > 1) expect(text).toContain(`${symbol} ${title}\n`)
    const plain = reportMarkdown(report, 64_000)
      .split('\n', 1)[0]
      ?.replace(/[`\u00a0]/g, char => (char === '`' ? '' : ' '))
    expect(plain).toContain(title)
  })
})
