// What a reader leaves out of a tool's output is in every report: folded, and apart from the doubts about the numbers.
import { describe, expect, it } from '@jest/globals'
import { formatNamed } from '../../../src/formats/index.ts'
import { renderHtml } from '../../../src/report/html/comparison.ts'
import { SMALLEST_REPORT } from '../../../src/report/markdown/comment.ts'
import { renderMarkdown } from '../../../src/report/markdown/comparison.ts'
import { renderText } from '../../../src/report/text/comparison.ts'
import { leftOutTitle, splitWarnings } from '../../../src/report/words/top-warnings.ts'
import { fixtures } from '../../formats/fixtures.ts'
import { regressionExample } from '../example-comparison.ts'

const readable = fixtures.filter(({ expected }) => !expected.startsWith('REFUSED'))

describe('what is left out of the output of a tool', () => {
  it.each(['asv', 'go', 'google-benchmark', 'jmh'])(
    'is told from the doubts in every capture of %s',
    format => {
      const warnings = readable
        .filter(each => each.format === format)
        .flatMap(({ text, file }) => formatNamed(format).parse(text, file).warnings)
      const { leftOut, others } = splitWarnings({ warnings: warnings.slice(0, 10) })
      const says = ({ message }: { message: string }) => /left out|skipped themselves/.test(message)
      expect(leftOut.length).toBeGreaterThan(0)
      expect([leftOut.every(says), others.some(says)]).toEqual([true, false])
    },
  )

  const doubt = { code: 'no-attach', message: 'the runs were not moved' }
  const skipped = { code: 'go-skipped', message: 'benchmarks that skipped themselves: Gpu <b>' }
  const comparison = { ...regressionExample(), warnings: [skipped, doubt] }

  it('is folded below the doubts in Markdown and HTML, and a line of its own on a terminal', () => {
    const markdown = renderMarkdown(comparison)
    expect(markdown).toContain(
      `**1 warning**\n\n- the runs were not moved\n\n**${leftOutTitle}**\n\n` +
        '- benchmarks that skipped themselves: Gpu `<b>`\n\n</details>',
    )
    expect(renderHtml(comparison)).toContain(
      `<summary>${leftOutTitle}</summary><ul><li>benchmarks that skipped themselves: Gpu &lt;b&gt;</li></ul></details>`,
    )
    const text = renderText(comparison, { colour: false })
    expect(text).toContain(
      'warning  the runs were not moved\nleft out  benchmarks that skipped themselves: Gpu <b>\n',
    )
  })

  it('never makes a report too long', () => {
    const message = `benchmarks that skipped themselves: ${'n'.repeat(9000)}`
    const long = Array.from({ length: 40 }, () => ({ ...skipped, message }))
    const markdown = renderMarkdown({ ...comparison, warnings: long })
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(65_000)
    const tiny = renderMarkdown({ ...comparison, warnings: long }, { maxBytes: SMALLEST_REPORT })
    expect(Buffer.byteLength(tiny)).toBeLessThanOrEqual(SMALLEST_REPORT)
  })
})
