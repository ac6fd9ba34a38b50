import { describe, expect, it } from '@jest/globals'
import { parseConfig } from '../src/config-file.ts'

const parse = (text: string) => parseConfig(text, '.stable-bench.yml')

describe('the configuration file', () => {
  it('sets band, threshold, direction, summary and gate by pattern', () => {
    const text = `
rows:
  - benchmark: 'parse/*'
    band: 3%
    threshold: 0.05
  - metric: allocations
    better: lower
    summary: p90
    gate: true
`
    expect(parse(text)).toEqual({
      paired: false,
      rows: [
        { benchmark: 'parse/*', metric: '*', band: 0.03, threshold: 0.05 },
        { benchmark: '*', metric: 'allocations', better: 'lower', summary: 'p90', gate: true },
      ],
    })
  })

  it('may be empty', () => {
    expect(parse('')).toEqual({ paired: false, rows: [] })
    expect(parse('# nothing yet\n')).toEqual({ paired: false, rows: [] })
  })

  it.each<[string, string, RegExp]>([
    ['an unknown key', 'row: []', /^\.stable-bench\.yml:1:1: the file: .*row/],
    ['a misspelt setting', 'rows:\n  - benchmark: a\n    bandd: 2%', /:2:5: rows\.0: .*bandd/],
    [
      'a band that is no share',
      'rows:\n  - benchmark: a\n    band: wide',
      /:3:11: rows\.0\.band: must be a share such as 5% or 0\.05/,
    ],
    ['a band of 100 % and more', 'rows:\n  - benchmark: a\n    band: 200%', /:3:11: rows\.0\.band/],
    ['an unknown summary', 'rows:\n  - benchmark: a\n    summary: max', /:3:14: rows\.0\.summary/],
    ['a rule for everything', 'rows:\n  - band: 2%', /:2:5: rows\.0: names neither a benchmark nor a metric/],
    ['broken YAML', 'rows: [', /^\.stable-bench\.yml:1:8: /],
    [
      'an alias bomb',
      `a: &a [1,1]\n${[...'bcdefgh'].map((c, i) => `${c}: &${c} [*${'abcdefg'[i]},*${'abcdefg'[i]}]`).join('\n')}`,
      /alias|unrecognized/i,
    ],
  ])('refuses %s and says where', (_, text, message) => {
    expect(() => parse(text)).toThrow(message)
  })
})
