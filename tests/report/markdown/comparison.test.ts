import { describe, expect, it } from '@jest/globals'
import type { Comparison, Row } from '../../../src/model/index.ts'
import { SMALLEST_REPORT } from '../../../src/report/markdown/comment.ts'
import { renderMarkdown } from '../../../src/report/markdown/comparison.ts'
import { type Levels, type Nightly, rowKey } from '../../../src/report/words/night-levels.ts'
import {
  comparison,
  hostileExample,
  inconclusiveExample,
  largeExample,
  notEstablishedExample,
  regressionExample,
  storedExample,
  unchangedExample,
} from '../example-comparison.ts'
import { bareRow, comparedRow, normals } from '../example-rows.ts'
import { expectGolden } from '../golden.ts'
import { HOSTILE } from '../hostile-text.ts'
import { splitCode } from './split-code.ts'

const LIMITS = [SMALLEST_REPORT, 2500, 4000, 8000, 16_000, 65_000]
const reproduce = 'git switch faster-search\nnpx stable-bench ab --runs 10 -- ./bench --filter "json/*"'

/** Twenty nights around the baseline of each row that has one, without the sixth; some moved by 5 % in the middle. */
function nightsOf({ rows }: Comparison, machine = 'rack-2'): Nightly {
  const known = rows.filter(row => row.baseline !== null)
  const levels = ({ benchmark, metric, baseline }: Row, i: number): Levels =>
    normals(`${benchmark} ${metric}`, 20).map((noise, night) => {
      const step = i % 4 === 0 && night >= 11 ? 1.05 : 1
      return night === 5 ? null : (baseline ?? 0) * step * (1 + 0.002 * noise)
    })
  return { machine, rows: new Map(known.map((row, i) => [rowKey(row), levels(row, i)])) }
}

/** The lines of a report that are complete table rows, by their number of cells. */
function tableLines(markdown: string): string[] {
  return markdown.split('\n').filter(line => line.startsWith('|'))
}

function expectWhole(markdown: string): void {
  for (const line of tableLines(markdown)) expect(line).toMatch(/^\| .* \|$/)
  const { outside } = splitCode(markdown)
  // A fence or a span that lost its end would leave backticks outside.
  expect(outside).not.toContain('`')
  for (const tag of ['details', 'summary', 'sub']) {
    expect([tag, outside.split(`<${tag}>`).length]).toEqual([tag, outside.split(`</${tag}>`).length])
  }
}

describe('renderMarkdown', () => {
  it('shows every verdict, rows that need attention first and the others folded', () => {
    const options = { reproduce, fullReport: 'https://github.com/owner/repo/actions/runs/1' }
    expectGolden('regression.md', renderMarkdown(regressionExample(), options))
  })

  it('shows a stored baseline with its sessions and machine', () => {
    expectGolden('stored.md', renderMarkdown(storedExample(), { reproduce }))
  })

  it('does not call it a pass when nothing could be decided', () => {
    expectGolden('inconclusive.md', renderMarkdown(inconclusiveExample()))
  })

  it('draws the nights before beside every row that has some', () => {
    const example = regressionExample()
    expectGolden('nightly.md', renderMarkdown(example, { nightly: nightsOf(example) }))
  })

  it('draws nothing where nothing is known of the nights', () => {
    const example = regressionExample()
    const none: Nightly = { machine: 'rack-2', rows: new Map() }
    expect(renderMarkdown(example, { nightly: none })).toBe(renderMarkdown(example))
  })

  it('takes the nights of the same benchmark, metric and unit only', () => {
    const rows = [bareRow('a', 'inconclusive', { baseline: 1, candidate: 1, ratio: 1 })]
    const markdown = (key: { benchmark: string; metric: string; unit: string }) =>
      renderMarkdown(comparison(rows), {
        nightly: { machine: 'm', rows: new Map([[rowKey(key), [1, 2]]]) },
      })
    expect(markdown({ benchmark: 'a', metric: 'wall-time', unit: 'ns' })).toContain('▁█')
    for (const other of [{ benchmark: 'b' }, { metric: 'time' }, { unit: 'ms' }]) {
      const key = { benchmark: 'a', metric: 'wall-time', unit: 'ns', ...other }
      expect(markdown(key)).not.toContain('▁')
    }
  })

  it('is short when nothing changed', () => {
    expectGolden('unchanged.md', renderMarkdown(unchangedExample()))
  })

  it('says which benchmarks are missing', () => {
    expectGolden('benchmarks-missing.md', renderMarkdown(notEstablishedExample('benchmarks-missing')))
  })

  it('makes hostile text harmless', () => {
    const options = { reproduce: '```\n</details>', fullReport: 'javascript:alert(1)' }
    const markdown = renderMarkdown(hostileExample(), options)
    expectGolden('hostile.md', markdown)
    expect(markdown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  })

  it('has four cells in every row, whatever the names', () => {
    const cells = (line: string): number => line.split(/(?<!\\)\|/).length - 2
    expect(new Set(tableLines(renderMarkdown(hostileExample())).map(cells))).toEqual(new Set([4]))
  })

  it('makes names in headlines and budgets one code span each', () => {
    const budgets = HOSTILE.map(text => ({
      benchmark: text,
      metric: text,
      unit: text,
      atMost: true,
      limit: 1,
      value: null,
      interval: null,
      verdict: 'unknown' as const,
      reason: text,
    }))
    const lost = { outcome: 'not-established' as const, reason: 'benchmarks-missing' as const, budgets }
    const removed = HOSTILE.map(text => bareRow(text, 'removed'))
    for (const each of [comparison(removed, lost), comparison([], lost)]) {
      const markdown = renderMarkdown(each)
      expectWhole(markdown)
      expect(splitCode(markdown).outside).not.toMatch(/@\w|<script|<img|javascript:|#\d|<!--|\u202e|\u200b/)
    }
    for (const each of [
      comparison([], lost),
      ...HOSTILE.map(text => comparison([bareRow(text, 'removed')], lost)),
    ]) {
      const [heading = ''] = renderMarkdown(each).split('\n')
      const { code, outside } = splitCode(heading)
      expect(code).toHaveLength(each.rows.length === 0 ? 3 : 1)
      expect(outside).not.toMatch(/@\w|[<>]|javascript:|#\d|\u202e|\u200b/)
    }
  })

  it('makes the name at the start of a warning one code span', () => {
    const message = 'search/substring, 1 MiB haystack: in ns: 12 measurements per run'
    const { rows } = regressionExample()
    const markdown = renderMarkdown(comparison(rows, { warnings: [{ code: 'w', message }] }))
    expect(markdown).toContain('- `search/substring, 1 MiB haystack`: in ns: 12 measurements per run')
  })

  it('stops at fifty rows, counts the others, and never lists what did not change', () => {
    const rows = [
      ...Array.from({ length: 108 }, (_, i) => bareRow(`open ${i}`, 'inconclusive', { ratio: 1.01 })),
      ...Array.from({ length: 22 }, (_, i) => bareRow(`same ${i}`, 'no-change', { ratio: 1 })),
      bareRow('boom', 'failed'),
    ]
    const fullReport = 'https://example.com/1'
    const markdown = renderMarkdown(
      comparison(rows, { outcome: 'not-established', reason: 'benchmarks-missing' }),
      { fullReport },
    )
    expect(tableLines(markdown)).toHaveLength(50 + 2 * 2)
    expect(markdown).toContain('| 💥<br><sub>crashed</sub> |  | `boom` |')
    expect(markdown).toMatch(/\n59 more rows, the least .*: 59 unclear\.\n/)
    expect(markdown).toContain('[Full report](<https')
    expect(markdown).not.toContain('same 1')
    expect(markdown).toMatch(/`boom` crashed · 108 unclear, 22 unchanged\n/)
  })

  it('has one form of number in a row, and none that breaks', () => {
    const rows = [
      bareRow('a', 'regression', { ratio: 2.79, interval: [2.5, 3.1], baseline: 1e6, candidate: 2.79e6 }),
    ]
    const markdown = renderMarkdown(comparison(rows, { outcome: 'regression' }))
    expect(markdown).toContain(
      '| 🔴<br><sub>slower</sub> | **+179\u00a0%**<br><sub>150\u00a0to\u00a0210\u00a0%</sub> | `a` | 1.00\u00a0→ **2.79\u00a0ms** |',
    )
    const { outside } = splitCode(
      renderMarkdown(regressionExample(), { nightly: nightsOf(regressionExample()) }),
    )
    expect(outside).not.toMatch(/\d %/)
  })

  it('shows no throughput that mirrors the time, and says so', () => {
    const time = comparedRow('a', 'regression', { level: 1e6, change: 0.05, spread: 0.01 })
    const inverse = (values: number[]) => values.map(value => 1e12 / value)
    const values = { baseline: inverse(time.values.baseline), candidate: inverse(time.values.candidate) }
    const rate: Row = {
      ...time,
      metric: 'rate',
      unit: 'B/s',
      better: 'higher',
      gates: false,
      fails: false,
      values,
    }
    const markdown = renderMarkdown(comparison([time, rate], { outcome: 'regression' }))
    expect(markdown).toContain('Not shown: the throughput of 1 benchmark, which only mirrors the time.')
    expect(markdown).not.toMatch(/`a` rate|Cannot fail the check/)
  })

  it('says the start that long names have in common once', () => {
    const start = 'github.com/acme/rocket/internal/search:BenchmarkIndexLookup/'
    const rows = ['first', 'second'].map(end => bareRow(`${start}${end}`, 'regression', { ratio: 1.1 }))
    const markdown = renderMarkdown(comparison(rows, { outcome: 'regression' }))
    expect(markdown).toContain(`All names begin with \`${start}\`.`)
    expect(markdown).toMatch(/ \| `first` \| /)
  })

  it('says of every red report what to do now, and of no other', () => {
    const options = { reproduce, fullReport: 'https://example.com/1' }
    const now = renderMarkdown(regressionExample(), options).split('<details>')[2] ?? ''
    expect(now).toMatch(/^<summary>Accept it for longer · reproduce it<\/summary>/)
    expect(now).toContain('For longer: add the lines below to .stable-bench.yml.')
    expect(now).toMatch(/benchmark: 'compress\/zstd -3', ceiling: 10%/)
    expect(now).toMatch(/Reproduce it:[\s\S]*npx stable-bench ab/)
    const untuned = renderMarkdown(notEstablishedExample('untuned'))
    expect(untuned).toMatch(/For longer: no waiver accepts this\./)
    expect(untuned).not.toContain('waivers:')
    for (const calm of [unchangedExample(), storedExample(), notEstablishedExample('no-baseline')])
      expect(renderMarkdown(calm, options)).not.toContain('Accept it')
  })
})

describe('renderMarkdown with a size limit', () => {
  // Made once: each limit is for the same ones.
  const examples = [largeExample(600, 6), hostileExample(), regressionExample()].map(each => ({
    each,
    nightly: nightsOf(each, '@mallory|'),
  }))
  it.each(LIMITS)('stays within %p bytes and leaves rows and tags whole', maxBytes => {
    for (const { each, nightly } of examples) {
      const markdown = renderMarkdown(each, { maxBytes, reproduce: 'x'.repeat(300), nightly })
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes)
      expectWhole(markdown)
    }
  })

  it('leaves out the least important rows and says how many of which verdict', () => {
    const markdown = renderMarkdown(regressionExample(), { maxBytes: 3000 })
    expect(markdown).toContain('json/stringify large')
    expect(markdown).not.toContain('io/read cold cache')
    expect(markdown).toMatch(/\d+ more rows, the least important, left out to keep this short: .*1 new\./)
  })

  it('leaves out the nights of folded rows before any row, and keeps those of prominent rows', () => {
    const example = regressionExample()
    const nightly = nightsOf(example)
    const full = Buffer.byteLength(renderMarkdown(example, { nightly }))
    const slim = renderMarkdown(example, { nightly, maxBytes: full - 1 })
    expect(slim).not.toMatch(/left out to keep this short/)
    const [open = '', folded = ''] = slim.split('<details><summary>5 other rows')
    expect(open).toMatch(/<sub>▄/)
    expect(folded).not.toMatch(/▄/)
    const short = renderMarkdown(example, { nightly, maxBytes: Buffer.byteLength(slim) - 1 })
    expect(short).toMatch(/left out to keep this short/)
    expect(short).toMatch(/<sub>▄/)
    expect(renderMarkdown(example, { nightly, maxBytes: Buffer.byteLength(slim) - 1 })).toBe(short)
  })

  it('uses the space it has', () => {
    const example = largeExample(1000, 5)
    for (const maxBytes of [4000, 6000]) {
      const size = Buffer.byteLength(renderMarkdown(example, { maxBytes }))
      expect(size).toBeGreaterThan(maxBytes - 400)
    }
  })

  it('shows the important ones of a hundred thousand rows', () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => {
      const verdict = i === 77_777 ? 'regression' : 'no-change'
      return bareRow(`benchmark ${i}`, verdict, {
        baseline: 100,
        candidate: 100,
        ratio: i === 77_777 ? 2 : 1,
      })
    })
    const markdown = renderMarkdown(comparison(rows, { outcome: 'regression' }))
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(65_000)
    expect(markdown).toMatch(/^### 🔴 `benchmark 77777` is 100\u00a0% slower · 99,999 unchanged\n/)
  }, 60_000)

  it('gives the same text every time and for any order of the rows', () => {
    const each = largeExample(300, 5)
    const turned = { ...each, rows: each.rows.toReversed() }
    expect(renderMarkdown(turned, { maxBytes: 5000 })).toBe(renderMarkdown(each, { maxBytes: 5000 }))
  })

  it('counts warnings that do not fit', () => {
    const warnings = Array.from({ length: 500 }, (_, i) => ({
      code: 'w',
      message: `warning ${i} ${'x'.repeat(50)}`,
    }))
    const markdown = renderMarkdown(comparison(unchangedExample().rows, { warnings }), { maxBytes: 4000 })
    expect(markdown).toContain('**500 warnings**')
    expect(markdown).toContain('- and 490 more')
  })

  it('keeps the headline when nothing else fits', () => {
    const wide = '\u{1F680}'.repeat(60)
    const rows = [0, 1, 2].map(i => bareRow(`${wide}${i}`, 'regression', { ratio: 1.1 }))
    const markdown = renderMarkdown(comparison(rows, { outcome: 'regression' }), {
      maxBytes: SMALLEST_REPORT,
    })
    expect(markdown).toMatch(/^### 🔴 All 3 benchmarks are slower, by up to 10\.0\u00a0%\n/)
  })

  it('keeps its limit even when a headline of combining marks does not', () => {
    const heavy = 'e\u{1d167}\u{1d167}\u{1d167}\u{1d167}'.repeat(60)
    const budget = {
      metric: 'p99',
      unit: 'ns',
      atMost: true,
      limit: 1,
      value: 2,
      interval: null,
      reason: null,
    }
    const budgets = [0, 1, 2].map(i => ({ ...budget, benchmark: `${heavy}${i}`, verdict: 'over' as const }))
    const broken = comparison([], { outcome: 'regression', budgets })
    const markdown = renderMarkdown(broken, { maxBytes: SMALLEST_REPORT })
    expect(markdown).toBe('### 🔴 This fails the check.\n')
  })

  it('refuses a limit that is too small for the headline', () => {
    expect(() => renderMarkdown(unchangedExample(), { maxBytes: 500 })).toThrow(RangeError)
  })
})
