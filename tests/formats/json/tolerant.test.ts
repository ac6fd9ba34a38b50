import { describe, expect, it } from '@jest/globals'
import { decodeText } from '../../../src/formats/decode-text.ts'
import { tolerantJson } from '../../../src/formats/json/tolerant.ts'
import { InputError } from '../../../src/model/index.ts'
import { growthOf, LINEAR } from '../../cpu-time.ts'

const read = (input: string | Uint8Array) =>
  tolerantJson(typeof input === 'string' ? input : decodeText(input), 'out.json', 'run it with --json')

function refusal(input: string): string {
  try {
    return `gave ${JSON.stringify(read(input))}`
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    return (error as Error).message
  }
}

describe('what tools print', () => {
  it('reads plain JSON', () => {
    expect(read('{"a": [1, 2.5e-3, "x", null, true]}\n')).toEqual({ a: [1, 0.0025, 'x', null, true] })
  })

  it('reads bare NaN and Infinity as those numbers, and leaves them alone inside strings', () => {
    expect(read('{"a": NaN, "b": [-Infinity, Infinity, inf, -nan], "c": "NaN, Infinity"}')).toEqual({
      a: Number.NaN,
      b: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NaN],
      c: 'NaN, Infinity',
    })
  })

  it('reads strings and keys with escapes beside a NaN as JSON.parse does', () => {
    const strings = '{"k\\"\\\\": "a\\n\\u00e9\\ud83d\\ude00 \\/ {[", "tab\tkey": "]}"}'
    const plain = strings.replace('\t', '\\t')
    expect(read(`[NaN, ${strings}]`)).toEqual([Number.NaN, JSON.parse(plain)])
  })

  it('keeps a key named __proto__ a field', () => {
    const value = read('{"__proto__": {"polluted": true}, "n": NaN}') as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value)).toEqual(['__proto__', 'n'])
  })

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF{"a": "\u00fc"}')],
    ['UTF-16 LE with a byte order mark', Buffer.from('\uFEFF{"a": "\u00fc"}', 'utf16le')],
    ['UTF-16 LE without one', Buffer.from('{"a": "\u00fc"}', 'utf16le')],
    ['UTF-16 BE with a byte order mark', Buffer.from('\uFEFF{"a": "\u00fc"}', 'utf16le').swap16()],
    ['UTF-16 BE without one', Buffer.from('{"a": "\u00fc"}', 'utf16le').swap16()],
  ])('reads bytes in %s', (_, bytes) => {
    expect(read(bytes)).toEqual({ a: '\u00fc' })
  })

  it('reads a text that begins with a byte order mark', () => {
    expect(read('\uFEFF{"a": 1}')).toEqual({ a: 1 })
  })
})

describe('JSON among other output', () => {
  it.each([
    ['below a table', 'name   time\nfoo [x]  {1}\n\n{"a": 1}\n'],
    ['at the end of a line', 'Result: {"a": 1}\n\n'],
    ['above a message', '{"a": 1}\n[INFO] done in {3} s\nwritten to [1, 2] files\n'],
    ['behind lines that begin like a list', '[2026-11-20 10:00:00] start\n[1/3] build\n{"a": 1}'],
    ['the last of several documents', '{"a": 3}\n[2]\n{"a": 1}\n'],
    ['behind a quote that nobody closes', 'set {"oops\n{"a": 1}\n'],
    ['above a line that opens a bracket', '{"a": 1}\nwaiting for [1'],
    ['spread over lines, after another document', '{"b": [\n{"a": 5}\n]}\n{\n  "a":\n1}\n'],
  ])('is found %s', (_, text) => {
    expect(read(text)).toEqual({ a: 1 })
  })

  it('is not found where a line goes on behind it', () => {
    expect(refusal('settings {"a": 1} were used')).toMatch(
      /^out\.json: holds no JSON, it starts with "settings /,
    )
  })

  it('is not found where a backslash stands before a character that no escape has', () => {
    expect(refusal('a log line\n{"a": "x\\\ty"}')).toMatch(/is not JSON|holds no JSON/)
    expect(read('a log line\n{"a": "x\\\\\ty\\n"}')).toEqual({ a: 'x\\\ty\n' })
  })

  it('does not let an earlier document stand in for a later one that is damaged', () => {
    expect(refusal('{"run": 1}\n{"run": 2, oops}\n')).toMatch(
      /is not JSON: unexpected "oops}" at line 2, column 12/,
    )
    expect(refusal('{"run": 1}\n{"run": 2')).toMatch(/looks truncated/)
    expect(refusal('{"run": 1}\n[1, 2')).toMatch(/looks truncated/)
  })

  it('does not take a part of a damaged document for the document', () => {
    expect(refusal('{"results": [\n  {"times": [1]},\n  {"times": [1]} oops\n]}')).toMatch(/is not JSON/)
  })
})

describe('what is refused', () => {
  it.each([
    ['', 'out.json: is empty; run it with --json'],
    [' \n', 'out.json: is empty; run it with --json'],
    [
      'no benchmarks ran\n',
      'out.json: holds no JSON, it starts with "no benchmarks ran"; run it with --json',
    ],
    ['{"a": 1,}', 'out.json: is not JSON: unexpected "}" at line 1, column 9; run it with --json'],
    ['{\n"a": 01x}', 'out.json: is not JSON: unexpected "01x}" at line 2, column 6; run it with --json'],
    ['{"a": "\\q"}', 'out.json: is not JSON: unexpected "\\\\q\\"}" at line 1, column 8; run it with --json'],
  ])('%j gives the reason and the remedy', (text, message) => {
    expect(refusal(text)).toBe(message)
  })

  it('says where a truncated document breaks off', () => {
    expect(refusal('{"results": [\n  {"times": [0.25, 0.')).toBe(
      'out.json: looks truncated: the JSON breaks off at line 2, column 22, after "ults\\": [ {\\"times\\": [0.25, 0."; ' +
        'was the benchmark stopped, or the disk full? Run it again',
    )
  })

  it('notices a document cut at any character', () => {
    const text =
      'Benchmark 1: x\n{"r": [{"s": "a\\"\\\\b", "n": [1.5e-3, NaN, -Infinity, null, true]}, {}, []]}'
    expect(read(text)).toHaveProperty('r')
    for (let end = 0; end < text.length; end++) {
      expect(refusal(text.slice(0, end))).toMatch(/looks truncated|holds no JSON|is empty/)
    }
  })
})

describe('large input', () => {
  it.each([
    ['brackets that never close', (size: number) => '['.repeat(size)],
    ['a bracket a line', (size: number) => '[\n'.repeat(size)],
    [
      'a log of lists',
      (size: number) => `${'[1, 2] [2026-11-20 10:00:00] message\n'.repeat(size / 4)}{"a": 1}`,
    ],
    ['keys that never end', (size: number) => '{"'.repeat(size)],
    ['bad escapes', (size: number) => '{"\\q" '.repeat(size / 2)],
    ['an endless string', (size: number) => `{"a": "${'x'.repeat(4 * size)}`],
  ])('is read in linear time: %s', (_, text) => {
    expect(growthOf(size => refusal(text(size)), 40_000)).toBeLessThan(LINEAR)
  })

  it('reads half a million numbers with a NaN among them', () => {
    const values = read(`[${'0.12345,'.repeat(5e5)}NaN]`) as number[]
    expect([values.length, values[499999], values.at(-1)]).toEqual([500001, 0.12345, Number.NaN])
  })
})
