// What is said of output that no format reads: what it looks like, and a pattern that would read it.
import { describe, expect, it } from '@jest/globals'
import { patternFormat } from '../../../src/formats/pattern/read.ts'
import { nearestFormats } from '../../../src/formats/unread/nearest-formats.ts'
import { suggestPattern } from '../../../src/formats/unread/suggest-pattern.ts'
import { unknownText } from '../../../src/formats/unread/unknown-output.ts'
import { fixtures } from '../fixtures.ts'

const END = 'give its format as tool (--tool), or where its numbers are as pattern (--pattern): docs/formats'

describe('output in no known format', () => {
  it('is shown by its first lines alone where no numbers with names are seen', () => {
    expect(unknownText('Server ready on port 8080\n\nhello\nworld\nand more\n').split('\n')).toEqual([
      'is in no known format; it begins with',
      '  Server ready on port 8080',
      '  hello',
      '  world',
      END,
    ])
  })

  it('comes with a pattern for lines with units', () => {
    expect(unknownText('parse: 12.3 ms\nformat: 400 us\n').split('\n')).toEqual([
      'is in no known format; it begins with',
      '  parse: 12.3 ms',
      '  format: 400 us',
      'this would read it:',
      String.raw`  pattern: '^\s*(?<name>[A-Za-z_][^:=]*?)\s*[:=]\s*(?<value>\d[\d.,]*(?:e[-+]?\d+)?)\s*(?<unit>[A-Za-zµμ%][\w/µμ%]*)'`,
      `or ${END}`,
    ])
  })

  it('comes with the formats that it is most like, and a path into its JSON', () => {
    expect(
      unknownText('[{"name":"a","unit":"ms","val":3},{"name":"b","unit":"ms","val":4}]').split('\n'),
    ).toEqual([
      'is in no known format; it begins with',
      '  [{"name":"a","unit":"ms","val":3},{"name":"b","unit":"ms","val":4}]',
      'most like it is: github-action-benchmark',
      'this would read it:',
      "  pattern: '$[*]{name: name, value: val, unit: unit}'",
      `or ${END}`,
    ])
  })

  it('says which line is needed beside the pattern where no unit is in it', () => {
    const text = unknownText('{"results":[{"title":"join","mean_ms":1.2},{"title":"scan","mean_ms":3}]}')
    expect(text).toContain("  pattern: '$.results[*]{name: title, value: mean_ms}'\n  pattern-unit: ms\n")
    expect(unknownText('name,mean\nsort,12\nfind,13\n')).toContain('\n  pattern-better: lower # or higher\n')
  })

  it('is shortened, and cannot control a terminal', () => {
    const text = unknownText(`\u001b[31m${'x'.repeat(500)}\u202e\n`)
    expect(text).not.toMatch(/[\p{Cf}]|[^\P{Cc}\n]/u)
    expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThan(100)
  })

  it.each<[string, string]>([
    ['{"sort":{"mean":1,"sd":0.1},"find":{"mean":2,"sd":0.1}}', '$.<name>.mean'],
    ['{"times":{"sort":1.5,"find":2}}', '$.times.<name>'],
    [
      '{"meta":{"os":"linux"},"data":{"rows":[{"id":"a","elapsed":1}]}}',
      '$.data.rows[*]{name: id, value: elapsed}',
    ],
  ])('of JSON has the path to what several results share: %s', (text, pattern) => {
    expect(suggestPattern(text)?.pattern).toBe(pattern)
  })

  it.each<[string, string | undefined]>([
    ['[{"name":"a","gflops":1.5},{"name":"b","gflops":2}]', ''],
    ['[{"name":"a","avg_spawns":1.5},{"name":"b","avg_spawns":2}]', ''],
    ['[{"name":"a","comments":1},{"name":"b","comments":2}]', ''],
    ['[{"name":"a","totalMs":1},{"name":"b","totalMs":2}]', 'ms'],
    ['[{"name":"a","wall_s":1},{"name":"b","wall_s":2}]', 's'],
    ['{"a":{"us":1},"b":{"us":2}}', 'us'],
    ['[{"name":"a","nsPerOp":1},{"name":"b","nsPerOp":2}]', 'ns'],
    ['[{"name":"a","ns_per_op":1},{"name":"b","ns_per_op":2}]', 'ns'],
    // Which number, and which name, is a guess.
    ['[{"name":"a","size":768,"width":8},{"name":"b","size":768,"width":4}]', undefined],
    ['[{"type":"f32","mean":1},{"type":"f32","mean":2}]', undefined],
  ])('of JSON has a unit only where a key ends with one as a word, and no guess: %s', (text, unit) => {
    expect(suggestPattern(text)?.unit).toBe(unit)
  })

  it.each([
    ['sort_small   123 ns/op\nsort_large   99999 ns/op\n', 2],
    ['read a file    1.5 ms\nwrite a file   2.5 ms\n', 2],
    ['alpha = 12\nbeta = 13\n', 2],
    ['sort;12.5;x\nfind;13.5;y\n', 2],
    ['it ran in 12 tries\n', null],
    ['port: 8080\n', null],
    ['{"a":"b"}', null],
    ['', null],
  ])('has a pattern only where it reads all results: %j', (text, count) => {
    const suggested = suggestPattern(text)
    if (suggested === null) return expect(count).toBeNull()
    const { pattern, unit, isBetterNeeded } = suggested
    const format = patternFormat({ text: pattern, unit, better: isBetterNeeded ? 'lower' : 'auto' })
    return expect(format.parse(text, 'x').samples).toHaveLength(count ?? 0)
  })

  it('is said in a time that grows with the length of what is looked at alone', () => {
    expect(unknownText('a: '.repeat(1e6)).length).toBeLessThan(1000)
  })
})

describe('the formats that an output is most like', () => {
  const known = ['hyperfine', 'go', 'libtest', 'jmh', 'pyperf', 'github-action-benchmark', 'google-benchmark']
  it.each(known)('have %s among them for its own results', name => {
    const own = fixtures.filter(({ format, text }) => format === name && text.trim() !== '')
    expect(own.length).toBeGreaterThan(0)
    expect(own.some(({ text }) => nearestFormats(text).includes(name))).toBe(true)
  })

  it('have k6 among them for a summary whose percentiles are three of four signs', () => {
    expect(nearestFormats('{"metrics": {"my_trend": {"avg": 1, "p(95)": 2}}}')).toContain('k6')
  })
})
