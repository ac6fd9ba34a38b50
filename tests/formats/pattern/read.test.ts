import { describe, expect, it } from '@jest/globals'
import { askedFormat } from '../../../src/formats/index.ts'
import { type Pattern, patternFormat } from '../../../src/formats/pattern/read.ts'
import { growthOf, LINEAR } from '../../cpu-time.ts'
import { refusal } from '../refusal.ts'
import { renderParsed } from '../render-parsed.ts'

const format = (text: string, settings: Partial<Pattern> = {}) =>
  patternFormat({ text, unit: '', better: 'auto', ...settings })

const read = (text: string, output: string, settings: Partial<Pattern> = {}) =>
  renderParsed(format(text, settings).parse(output, 'out'))

const said = (text: string, output = '', settings: Partial<Pattern> = {}) =>
  refusal(() => format(text, settings).parse(output, 'out'))

const LINE = '(?<name>[a-z ]+): (?<value>\\S+) (?<unit>[^ ,]*)'

describe('a regular expression', () => {
  it('reads every match of every line; those of one name are measurements in one unit', () => {
    expect(read(LINE, '\u001b[1msort: 900 us\u001b[0m, find: 2 ms\r\nnothing\r\nsort: 1.5 ms\n')).toBe(
      'sort\n  time, ns, lower is better: 900000 1500000\nfind\n  time, ns, lower is better: 2000000\n',
    )
  })

  it('reads a metric, a fixed unit and a fixed direction', () => {
    const text = '(?<metric>\\w+)=(?<value>\\d+)'
    expect(read(text, 'frames=60 drops=3', { unit: 'frames/s' })).toBe(
      'benchmark\n  frames, frames/s, higher is better: 60\n  drops, frames/s, higher is better: 3\n',
    )
    expect(read('(?P<value>\\d+)', '7', { better: 'higher' })).toBe(
      'benchmark\n  score, , higher is better: 7\n',
    )
  })

  it.each([
    ['1,234.5', 1234.5],
    ['1,234,567', 1234567],
    ['1_000', 1000],
    ["12'345.5", 12345.5],
    ['-0', -0],
    ['.5e3', 500],
  ])('reads the number %s', (text, value) => {
    const { samples } = format(LINE).parse(`a: ${text} B`, 'out')
    expect(samples[0]?.runs).toEqual([[value]])
  })

  it.each([
    [
      '1,234',
      'out, line 1: "1,234" may be 1.234 or 1234; print it without separators, such as with LC_ALL=C',
    ],
    ['1,5', 'out, line 1: "1,5" may be 1.5 or 15; print it without separators, such as with LC_ALL=C'],
    ['fast', 'out, line 1: "fast" is not a number, expected one such as 12.5'],
    ['0x10', 'out, line 1: "0x10" is not a number, expected one such as 12.5'],
    ['Infinity', 'out, line 1: "Infinity" is not a number, expected one such as 12.5'],
  ])('refuses the number %s', (text, message) => {
    expect(said(LINE, `a: ${text} ms`)).toBe(message)
  })

  it.each([
    ['(?<value>', 'pattern: is not a regular expression that RE2 knows: missing closing )'],
    [
      '(?<value>a)(?=b)',
      'pattern: is not a regular expression that RE2 knows: invalid or unsupported Perl syntax',
    ],
    ['(?<value>a)\\1', 'pattern: is not a regular expression that RE2 knows: invalid escape sequence'],
    ['(\\d+) ms', 'pattern: has no group (?<value>…)'],
    ['(?<value>\\d+)(?<size>\\d+)', "pattern: has a group 'size'; known are name, value, unit, metric"],
  ])('%s is refused before anything is measured', (text, message) => {
    expect(refusal(() => format(text))).toContain(message)
  })

  it.each([
    ['nothing', '', 'out: nothing in it matches the pattern; it is empty'],
    ['other lines', '\n  done\n', 'out: nothing in it matches the pattern; it begins with "done"'],
    [
      'no unit',
      'a: 3 ',
      "out, line 1: there is no unit, so nothing says whether less of 'a' is better; set pattern-better to lower or " +
        'higher, or pattern-unit',
    ],
    [
      'an unknown unit',
      'a: 3 points',
      'out, line 1: the unit "points" does not say whether less of \'a\' is better; set pattern-better to lower or higher',
    ],
  ])('refuses output with %s', (_, output, message) => {
    expect(said(LINE, output)).toBe(message)
  })

  it('refuses one metric in units that are not the same thing', () => {
    const text = '(?<metric>\\w+): (?<value>\\d+) (?<unit>\\w+)'
    expect(said(text, 'a: 3 ms\na: 3 MB')).toBe('out, line 2: \'benchmark\' is in "B", above in "ns"')
  })

  it('takes eight times as long for a line that is eight times as long, whatever the expression', () => {
    const evil = '(?<value>(?:a+)+)$'
    expect(growthOf(count => said(evil, `${'a'.repeat(count)}b`), 4000)).toBeLessThan(LINEAR)
  })
})

describe('a JSON path', () => {
  const results = JSON.stringify({
    results: [
      { title: 'join', stats: { times: [1.5, 2.5] }, unit: 'ms' },
      { title: 'sort', stats: { times: [3] }, unit: 'us' },
    ],
  })

  it('reads fields of the elements of a list, and lists of numbers', () => {
    expect(read('$.results[*]{name: title, value: stats.times, unit: unit}', results)).toBe(
      'join\n  time, ns, lower is better: 1500000 2500000\nsort\n  time, ns, lower is better: 3000\n',
    )
    expect(read('$["results"][1]{ value : ["stats"].times[0] , unit : unit }', `log\n${results}\n`)).toBe(
      'benchmark\n  time, ns, lower is better: 3000\n',
    )
  })

  it('reads keys as names and metrics', () => {
    const text = '{"v1": {"sort": {"p50": {"ms": "1.5"}, "p99": {"ms": 3}}}}'
    expect(read('$.<name>.<name>.<metric>.ms', text, { unit: 'ms' })).toBe(
      'v1/sort\n  p50, ns, lower is better: 1500000\n  p99, ns, lower is better: 3000000\n',
    )
    expect(read('$.*.*.p99.*', text, { unit: 'ms' })).toBe(
      'benchmark\n  time, ns, lower is better: 3000000\n',
    )
  })

  it('passes over texts and numbers beside the objects that it takes all of, but not over what it names', () => {
    const text =
      '{"version": "1.2", "took": 3, "sort": {"p50": 1.5, "n": 7}, "old": null, "join": {"p50": 2}}'
    const [join, sort] = [
      'join\n  time, ns, lower is better: 2000000\n',
      'sort\n  time, ns, lower is better: 1500000\n',
    ]
    expect(read('$.<name>.p50', text, { unit: 'ms' })).toBe(sort + join)
    expect(read('$[*]{name: n, value: v}', '[1, "a", {"n": "sort", "v": 1.5}]', { unit: 'ms' })).toBe(sort)
    expect(said('$.sort.p50.ms', text)).toBe('out: $.sort.p50 is 1.5, expected an object')
    expect(said('$.<name>.p50', '{"version": "1.2"}')).toMatch(/^out: nothing in it matches the pattern/)
    // A value that is no number is a mistake, not another kind of value.
    expect(said('$.<name>', '{"a": 1, "b": "fast"}')).toMatch(/^out: \$\.b: "fast" is not a number/)
  })

  it('reads each document where each line is one, but those of another kind', () => {
    const lines = '{"event":"start"}\n{"result":{"name":"a","ms":1}}\nlog\n{"result":{"name":"a","ms":2}}\n'
    expect(read('$.result{name: name, value: ms}', lines, { unit: 'ms' })).toBe(
      'a\n  time, ns, lower is better: 1000000 2000000\n',
    )
  })

  it.each([
    [
      '$.results[',
      "pattern: is not a JSON path at '[', character 10; docs/configuration.md#any-other-output",
    ],
    ['$results', "pattern: is not a JSON path at 'results', character 2"],
    ['$.a{name: b', 'pattern: is not a JSON path at its end, character 12'],
    ['$.a{size: b}', "pattern: is not a JSON path at 'size: b}', character 5"],
    ['$.a{value: b, value: c}', "pattern: is not a JSON path at 'c}', character 22"],
    ['$.a{value: }', "pattern: is not a JSON path at '}', character 12"],
    ['$.a{name: b}', 'pattern: its braces have no value, as in {name: title, value: mean}'],
    ['$.a{value: b} ', "pattern: is not a JSON path at '} ', character 13"],
  ])('%s is refused before anything is measured', (text, message) => {
    expect(refusal(() => format(text))).toContain(message)
  })

  it.each([
    ['$.result[*]{value: ms}', 'out: $ is an object, expected one with the key "result"'],
    ['$.results{value: ms}', 'out: $.results is a list, expected an object'],
    ['$.results[2]', 'out: $.results is a list, expected a list of 3 or more'],
    ['$.results[*].title', 'out: $.results[0].title: "join" is not a number, expected one such as 12.5'],
    ['$.results[*].title.*', 'out: $.results[0].title is "join", expected a list or an object'],
    [
      '$.results[*]{name: stats, value: stats.times}',
      'out: $.results[0].stats is an object, expected a text',
    ],
    ['$.results[*].stats.times', 'out: $.results[0].stats.times: there is no unit, so nothing says'],
  ])('%s is refused where the document has something else', (text, message) => {
    expect(said(text, results)).toContain(message)
  })

  it.each([
    ['{"a": []}', 'out: $.a is an empty list, expected numbers'],
    ['{"a": [1, null]}', 'out: $.a[1]: null is not a number, expected one such as 12.5'],
    ['{"a": 1', 'out: looks truncated'],
    ['done', 'out: holds no JSON'],
  ])('refuses %s', (output, message) => {
    expect(said('$.a', output, { unit: 'ms' })).toContain(message)
  })
})

describe('the pattern among the formats', () => {
  const pattern: Pattern = { text: '(?<value>\\d+) ms', unit: '', better: 'auto' }

  it('is asked for by itself, and not beside a tool', () => {
    expect(askedFormat({ tool: 'auto', pattern })?.name).toBe('pattern')
    expect(askedFormat({ tool: 'auto' })).toBeNull()
    expect(refusal(() => askedFormat({ tool: 'go', pattern }))).toBe(
      "pattern says how to read the results: leave out tool, which is 'go'",
    )
  })

  it('recognises only what it finds something in: other files are not removed', () => {
    expect(format(pattern.text).recognises('x: 3 ms')).toBe(true)
    expect(format(pattern.text).recognises('notes')).toBe(false)
    expect(format('$.a').recognises('{"a": 3}')).toBe(true)
    expect(format('$.a').recognises('{"b": 3}')).toBe(false)
    expect(format('$.a').recognises('notes')).toBe(false)
  })
})
