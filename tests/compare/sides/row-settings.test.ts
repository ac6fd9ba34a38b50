import { describe, expect, it } from '@jest/globals'
import { matchesPattern, rowSettings } from '../../../src/compare/sides/row-settings.ts'
import { defaultPolicy, exactPattern, type RowRule } from '../../../src/model/index.ts'

const settings = (rules: RowRule[], benchmark: string, metric = 'time') =>
  rowSettings({ ...defaultPolicy, rules }, benchmark, metric)

/** Every text of at most `length` of these characters. */
const words = (characters: string[], length: number): string[] =>
  length === 0
    ? ['']
    : ['', ...words(characters, length - 1).flatMap(rest => characters.map(each => each + rest))]

describe('patterns', () => {
  it.each([
    ['*', 'anything/at all', true],
    ['parse/*', 'parse/large/deep', true],
    ['parse/*', 'reparse/large', false],
    ['a?c', 'abc', true],
    ['a.c', 'abc', false],
    ['Benchmark[n=1](x)', 'Benchmark[n=1](x)', true],
  ])('%p on %p: %p', (pattern, name, expected) => {
    expect(matchesPattern(pattern, name)).toBe(expected)
  })

  it('match the same names as the equivalent regular expression', () => {
    const names = words(['a', 'b', '😀', '\n'], 4)
    for (const pattern of words(['a', '😀', '*', '?'], 4)) {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su')
      const matched = names.filter(name => matchesPattern(pattern, name))
      expect([pattern, ...matched]).toEqual([pattern, ...names.filter(name => expression.test(name))])
    }
  })

  it('name exactly one benchmark where each sign stands for itself', () => {
    const names = words(['a', '\\', '*', '?'], 4)
    for (const name of names)
      expect(names.filter(each => matchesPattern(exactPattern(name), each))).toEqual([name])
    expect(matchesPattern('dir\\a*', 'dir\\a.cc')).toBe(true)
  })

  it.each([
    ['*a*a*a*a*ab', 'a'.repeat(200)],
    [`${'*a'.repeat(499)}b`, 'a'.repeat(500)],
    [`${'?*'.repeat(499)}b`, 'a'.repeat(500)],
    [`*${'a'.repeat(998)}b`, 'a'.repeat(500)],
  ])('give up soon, whatever the name: %.20s', (pattern, name) => {
    // An engine that tries every way would not come back in a lifetime.
    for (let i = 0; i < 100; i++) expect(matchesPattern(pattern, `${name}${i}`)).toBe(false)
  })
})

describe('the settings of a row', () => {
  it('are the policy where no rule matches', () => {
    expect(settings([{ benchmark: 'other', metric: '*', band: 0.1 }], 'parse')).toEqual({
      band: 0.02,
      threshold: 0.02,
      better: null,
      summary: 'median',
      gate: null,
      configured: null,
    })
  })

  it('tolerate what lies within the band of the row, unless a threshold is set', () => {
    const wide = [{ benchmark: '*', metric: '*', band: 0.05 }]
    expect(settings(wide, 'parse').threshold).toBe(0.05)
    expect(rowSettings({ ...defaultPolicy, rules: wide, threshold: 0 }, 'parse', 'time').threshold).toBe(0)
  })

  it('come from every rule that matches, the later one winning', () => {
    const rules: RowRule[] = [
      { benchmark: '*', metric: 'time', band: 0.05, summary: 'min' },
      { benchmark: 'parse*', metric: '*', band: 0.03, threshold: 0.1 },
    ]
    expect(settings(rules, 'parse json')).toMatchObject({
      band: 0.03,
      threshold: 0.1,
      summary: 'min',
      configured: 'configured: band ±3 %, fails from 10 %, min of each run',
    })
  })
})
