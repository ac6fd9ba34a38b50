import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { type Comparison, defaultPolicy } from '../../../src/model/index.ts'
import { renderMarkdown } from '../../../src/report/markdown/comparison.ts'
import { reportMarkdown } from '../../../src/report/sections/markdown.ts'
import { overallOutcome } from '../../../src/report/sections/outcome.ts'
import type { Section } from '../../../src/report/sections/report.ts'
import { refusedSection, reportOf, sectionOf } from '../../action/publish/example-report.ts'
import { sample, session } from '../../compare/session.ts'
import { HOSTILE } from '../hostile-text.ts'

const runs = (middle: number) => Array.from({ length: 10 }, (_, i) => middle + (i % 3) / 10)

function section(suite: string, change: number, rows = 1, machines = ['bench-1']): Section {
  const side = (middle: number) =>
    session(Array.from({ length: rows }, (_, i) => sample(`${suite} ${i}`, runs(middle))))
  const sides = { baselines: [side(1000)], candidates: [side(1000 * (1 + change))] }
  const comparison = compareSessions({
    ...sides,
    design: 'interleaved',
    policy: defaultPolicy,
    assumedGrade: 'tuned',
  })
  return sectionOf(suite, comparison, machines)
}

const headings = (markdown: string) => markdown.match(/^#+ .*$/gm)

describe('the report', () => {
  it('names the newest commit of the pull request, within its limit', () => {
    const head = '0123456789'.repeat(4)
    for (const sections of [[section('a', 0.2, 3000)], [section('a', 0), section('b', 0.2)]]) {
      const markdown = reportMarkdown({ ...reportOf(sections), head }, 64_000)
      expect(markdown).toMatch(RegExp(`^\\*\\*This fails the check\\.\\*\\* .* for ${head}$`, 'm'))
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(64_000)
    }
    expect(reportMarkdown({ ...reportOf([section('a', 0)]), head: '@everyone' }, 64_000)).not.toContain('@')
  })

  it('has one heading, and one table of all sections with the suite below the name', () => {
    const markdown = reportMarkdown(reportOf([section('a', 0), section('b', 0.2), section('c', 0)]), 64_000)
    expect(headings(markdown)).toEqual(['### 🔴 `b 0` in `b` is 20.0\u00a0% slower · 2 unchanged'])
    const [open = '', ...folds] = markdown.split('<details>')
    expect(open).toMatch(
      /\n\| 🔴<br><sub>slower<\/sub> \| .* \| `b 0`<br><sub>b<\/sub> \| .* \|\n\n\*\*This fails/,
    )
    expect(folds.map(fold => /<summary>(.*)<\/summary>/.exec(fold)?.[1])).toEqual([
      '3 suites',
      'Accept it for longer · reproduce it',
      'How it was measured',
    ])
    expect(folds[0]?.match(/^\| `\w`.*$/gm)).toEqual([
      expect.stringMatching(/^\| `b` \| bench-1 \| 🔴 `b 0` is 20\.0\u00a0% slower/),
      expect.stringMatching(/^\| `a` \| bench-1 \| ⚪ No change/),
      expect.stringMatching(/^\| `c` \| bench-1 \| ⚪ No change/),
    ])
  })

  it('with one section is the Markdown of its comparison, whatever the limit', () => {
    const only = { ...section('a', 0, 200), reproduce: 'stable-bench ab' }
    const report = reportOf([only])
    for (const maxBytes of [1_000_000, 10_000]) {
      const options = { fullReport: report.runUrl, reproduce: only.reproduce, maxBytes }
      expect(reportMarkdown(report, maxBytes)).toBe(renderMarkdown(only.comparison as Comparison, options))
    }
  })

  it('with one section has no overview; with two machines of a suite it names them', () => {
    expect(headings(reportMarkdown(reportOf([section('a', 0)]), 64_000))).toEqual([
      expect.stringMatching(/^### ⚪ No change: the only benchmark stayed/),
    ])
    const two = [section('a', 0, 1, ['m1']), section('a', 0.2, 1, ['m2'])]
    expect(reportMarkdown(reportOf(two), 64_000)).toMatch(/### 🔴 `a 0` in `a on m2` is 20\.0/)
  })

  it.each([
    ['a regression outranks what is missing', [0.2, 0], ['x'], 'regression'],
    ['what is missing outranks a pass', [0, 0], ['x'], 'not-established'],
    ['no result at all is no pass', [], [], 'not-established'],
    ['a pass', [0, 0], [], 'pass'],
  ] as const)('%s', (_, changes, problems, outcome) => {
    const sections = changes.map((change, i) => section(`s${i}`, change))
    expect(overallOutcome(reportOf(sections, { problems: [...problems] }))).toBe(outcome)
  })

  it('says what cannot be compared, and what is missing', () => {
    const broken = refusedSection('b', '@you are | in ns')
    const markdown = reportMarkdown(
      reportOf([section('a', 0), broken], { problems: ['1 of 3 legs left no result'] }),
      64_000,
    )
    expect(markdown).toMatch(/### 🔴 `b` could not be compared, results missing · 1 unchanged\n/)
    expect(markdown).toMatch(/\| `b` \| m1 \| 🔴 cannot be compared: `@you` are `\\\|` in ns \|/)
    expect(markdown).toMatch(/\*\*Missing\*\*\n\n- 1 of 3 legs left no result/)
  })

  it('stays within its limit, and leaves out the least important rows first', () => {
    const sections = Array.from({ length: 40 }, (_, i) => section(`suite ${i}`, i === 33 ? 0.2 : -0.2, 60))
    const markdown = reportMarkdown(reportOf(sections), 64_000)
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(64_000)
    expect(markdown).toMatch(
      /^### 🔴 60 of 2,400 benchmarks are slower, by up to 20\.0\u00a0% · 2,340 faster\n/,
    )
    expect(markdown.split('<details>')[0]?.match(/<sub>suite 33<\/sub>/g)).toHaveLength(10)
    expect(markdown).toMatch(/2,350 more rows, the least important, left out to keep this short: /)
    for (let i = 0; i < 40; i++) expect(markdown).toContain(`| \`suite ${i}\` |`)
    expect(reportMarkdown(reportOf(sections), 64_000)).toBe(markdown)
    const least = reportMarkdown(reportOf(sections, { problems: Array(500).fill('x'.repeat(900)) }), 20_000)
    expect(Buffer.byteLength(least)).toBeLessThanOrEqual(20_000)
  })

  it('lets no name become markup, a link or a mention', () => {
    const sections = HOSTILE.map((text, i) => section(text, i === 0 ? 0.2 : 0, 1, [text]))
    const markdown = reportMarkdown(reportOf(sections, { title: HOSTILE.join(), problems: HOSTILE }), 200_000)
    const outsideCode = markdown.replaceAll(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, 'code')
    expect(outsideCode).not.toMatch(/@\w|<script|<img|javascript:|#\d|<!--|\u202e|\u200b/)
  })

  it('names the label that accepts a pull request, where that would change how the check run ends', () => {
    const way = /omebody with write access sets the label `bench: accepted`\./
    const worse = [section('a', 0.2, 200)]
    const accepted = 'accepted by writer on 2026-12-01 10:00 UTC'
    const acceptable = [
      reportOf(worse),
      reportOf([...worse, section('b', 0)]),
      reportOf([section('a', 0)], { selfReported: true }),
    ]
    for (const report of acceptable) expect(reportMarkdown(report, 64_000)).toMatch(way)
    expect(Buffer.byteLength(reportMarkdown(reportOf(worse), 10_000))).toBeLessThanOrEqual(10_000)
    const without = [
      reportOf(worse, { ofPull: false }),
      reportOf(worse, { accepted }),
      reportOf([section('a', 0)]),
      reportOf([section('a', 0), refusedSection('b', 'no result')]),
      reportOf([refusedSection('b', 'no result')], { selfReported: true }),
    ]
    for (const report of without) expect(reportMarkdown(report, 64_000)).not.toMatch(way)
  })

  it('says in the heading that a fork reported the numbers itself', () => {
    const markdown = reportMarkdown(reportOf([section('a', 0)], { selfReported: true }), 64_000)
    expect(markdown).toMatch(/Self-reported by a fork/)
    expect(headings(markdown)).toEqual([
      expect.stringMatching(/^### 🟡 No change: .* · self-reported by a fork$/),
    ])
    expect(markdown).toContain('This check waits: the numbers that a fork reports establish nothing.')
  })
})
