import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../src/formats/check-samples.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { numberOf } from '../../src/formats/numbers.ts'
import { refusal } from './refusal.ts'

describe('a number in text', () => {
  it.each([
    ['12', 12],
    [' -1.5e3 ', -1500],
    ['.5', 0.5],
    ['1_000', 1000],
    ["1'000.5", 1000.5],
    ['1\u202F000', 1000],
    ['1,234.5', 1234.5],
    ['12,345,678', 12345678],
    ['-1,234,567.25', -1234567.25],
  ])('%j is read', (text, number) => expect(numberOf(text, 'out')).toBe(number))

  it.each([
    ['1,5', '"1,5" may be 1.5 or 15; print it without separators, such as with LC_ALL=C'],
    ['0,25', '"0,25" may be 0.25 or 025; print it without separators, such as with LC_ALL=C'],
    ['1,234', '"1,234" may be 1.234 or 1234; print it without separators, such as with LC_ALL=C'],
    ['1.234,5', '"1.234,5" is not a number, expected one such as 12.5'],
    ['1,23,456', '"1,23,456" is not a number, expected one such as 12.5'],
    ['0x10', '"0x10" is not a number, expected one such as 12.5'],
    ['', '"" is not a number, expected one such as 12.5'],
    ['Infinity', '"Infinity" is not a number, expected one such as 12.5'],
  ])('%j is refused', (text, message) => {
    expect(refusal(() => numberOf(text, 'out, line 3'))).toBe(`out, line 3: ${message}`)
  })

  it('has thousands where the tool always writes them so, and no decimal comma', () => {
    expect(numberOf('1,234', 'out', 'thousands')).toBe(1234)
    expect(refusal(() => numberOf('1,5', 'out', 'thousands'))).toBe(
      'out: "1,5" is not a number, expected one such as 12.5',
    )
  })
})

const junit = (time: string) => `<testsuite><testcase name="a" time="${time}"/></testsuite>`
const divan = (time: string) =>
  `x           fastest       │ slowest       │ median        │ mean          │ samples │ iters\n╰─ a        1 ns          │ 3 ns          │ ${time} ns        │ 2 ns          │ 100     │ 100\n`

describe('a decimal comma is refused, with its place, by every format that reads numbers in text', () => {
  it.each([
    ['github-action-benchmark', '[{"name":"a","unit":"ms","value":"1,5"}]', 'out: [0] (a): the value'],
    ['libtest', 'test a ... bench:         1,5 ns/iter (+/- 56)\n', 'out, line 1'],
    ['benchmark.js', 'a x 1,5 ops/sec ±1.2% (90 runs sampled)\n', 'out, line 1'],
    ['benchmark-harness', 'a(RunTime): 1,5 us.\n', 'out, line 1'],
    ['divan', divan('1,5'), 'out, line 2'],
    ['junit', junit('1,5'), 'out, line 1: time of <testcase>'],
    ['junit', junit('1,234'), 'out, line 1: time of <testcase>'],
    ['ctest', '1/1 Test #1: a ....   Passed    0,25 sec\n', 'out, line 1'],
    ['gnu-time', 'real 1,25\nuser 1,00\nsys 0,01\n', "out ('command')"],
    ['gungraun', 'l::g::a\n  Instructions:   1,912|N/A  (*)\n', 'out'],
  ])('%s', (name, text, where) => {
    const format = formatNamed(name)
    expect(format.recognises(text)).toBe(true)
    const message = refusal(() => checkSamples(format.parse(text, 'out'), 'out'))
    expect(message.startsWith(`${where}: `)).toBe(true)
    expect(message).not.toContain('NaN')
  })

  it.each([
    ['libtest', 'test a ... bench:   1,234,567 ns/iter (+/- 56)\n', 1234567],
    ['benchmark.js', 'a x 1,234 ops/sec ±1.2% (90 runs sampled)\n', 1234],
    ['junit', junit('1,234.567'), 1234.567],
    ['github-action-benchmark', '[{"name":"a","unit":"ms","value":"1,234.5"}]', 1234.5],
    ['github-action-benchmark', '[{"name":"a","unit":"ms","value":"12,345,678"}]', 12345678],
  ])('%s reads clear thousands', (name, text, value) => {
    expect(formatNamed(name).parse(text, 'out').samples[0]?.runs).toEqual([[value]])
  })
})
