import { describe, expect, it } from '@jest/globals'
import { visibleText } from '../../../src/report/words/visible-text.ts'
import { HOSTILE } from '../hostile-text.ts'

describe('visibleText', () => {
  it('leaves ordinary text of any script alone', () => {
    for (const text of ['parse/json (n=10)', 'Größe', '測試/日本語/한국어', 'naïve é', '🏎️ fast', 'שלום']) {
      expect(visibleText(text)).toBe(text)
    }
  })

  it('puts text on one line', () => {
    expect(visibleText('a\r\nb\tc\u2028d')).toBe('a b c d')
  })

  it('writes out what a terminal would obey', () => {
    expect(visibleText('\u001b[2J\u0007\u009b1m')).toBe('\\u{1b}[2J\\u{7}\\u{9b}1m')
  })

  it('writes out what would reorder or hide text', () => {
    expect(visibleText('\u202egnp.exe')).toBe('\\u{202e}gnp.exe')
    expect(visibleText('a\u200bb\ufeffc\u{e0041}d\u3164e')).toBe('a\\u{200b}b\\u{feff}c\\u{e0041}d\\u{3164}e')
  })

  it('writes out what is no character, which XML does not allow', () => {
    expect(visibleText('a\ufffeb\uffffc\u{1ffff}')).toBe('a\\u{fffe}b\\u{ffff}c\\u{1ffff}')
  })

  it('cuts piles of combining marks', () => {
    expect(visibleText(`Z${'\u0300'.repeat(50)}`)).toBe(`Z${'\u0300'.repeat(4)}`)
  })

  it('replaces half characters, which UTF-8 cannot hold', () => {
    expect(visibleText('a\ud800b')).toBe('a\ufffdb')
  })

  it('does not change its own output', () => {
    for (const text of HOSTILE) expect(visibleText(visibleText(text))).toBe(visibleText(text))
  })
})
