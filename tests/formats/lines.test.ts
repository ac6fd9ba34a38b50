import { describe, expect, it } from '@jest/globals'
import { linesIn } from '../../src/formats/lines.ts'
import { growthOf, LINEAR } from '../cpu-time.ts'
import { pieces } from './pieces.ts'

describe('lines', () => {
  it.each([
    ['a\nbc\n\nd', ['a\n', 'bc\n', '\n', 'd']],
    ['ü€\r\n😀\n', ['ü€\r\n', '😀\n']],
    ['\uFEFFa\n\uFEFFb\n', ['a\n', '\uFEFFb\n']],
    ['', []],
  ])('of %j are the same in pieces of any size', (text, lines) => {
    for (let size = 1; size < 12; size++) expect([...linesIn(pieces(Buffer.from(text), size))]).toEqual(lines)
  })

  it('take eight times as long for eight times the bytes, also where none ends', () => {
    const chunk = Buffer.alloc(1000, 'a')
    const chunks = (count: number) => Array<Buffer>(count).fill(chunk)
    expect(growthOf(count => [...linesIn(chunks(count))], 1000)).toBeLessThan(LINEAR)
  })
})
