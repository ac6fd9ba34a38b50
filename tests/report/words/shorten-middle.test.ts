import { describe, expect, it } from '@jest/globals'
import { commonStart, displayWidth, shortenMiddle } from '../../../src/report/words/visible-text.ts'

describe('displayWidth', () => {
  it('counts two columns for wide characters and one for what combines', () => {
    expect([displayWidth('abc'), displayWidth('日本'), displayWidth('e\u0301'), displayWidth('🏎️🚀')]).toEqual(
      [3, 4, 1, 3],
    )
  })
})

describe('shortenMiddle', () => {
  it('leaves text that fits alone', () => {
    expect(shortenMiddle('abcdef', 6)).toBe('abcdef')
  })

  it('keeps both ends', () => {
    expect(shortenMiddle('module/function/n=1024', 11)).toBe('modul…=1024')
  })

  it('never gets wider than asked for', () => {
    for (const text of ['日本語のベンチマーク', 'a日b本c語d', 'e\u0301'.repeat(20), '🚀'.repeat(9)]) {
      for (let width = 1; width <= 12; width++) {
        expect(displayWidth(shortenMiddle(text, width))).toBeLessThanOrEqual(width)
      }
    }
  })

  it('does not tear a character from its marks', () => {
    expect(shortenMiddle('e\u0301'.repeat(9), 5)).toBe(`${'e\u0301'.repeat(2)}…${'e\u0301'.repeat(2)}`)
  })
})

describe('commonStart', () => {
  it('ends at a separator', () => {
    expect(commonStart(['example.com/a.Parse', 'example.com/a.Print'])).toBe('example.com/a.')
    expect(commonStart(['parse', 'print'])).toBe('')
  })

  it('does not cut a number in two', () => {
    expect(commonStart(['sleep 0.1', 'sleep 0.25'])).toBe('sleep ')
  })
})
