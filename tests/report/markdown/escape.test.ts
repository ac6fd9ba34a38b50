import { describe, expect, it } from '@jest/globals'
import { codeBlock, codeSpan, escapeMarkdown, link, tableRow } from '../../../src/report/markdown/escape.ts'
import { visibleText } from '../../../src/report/words/visible-text.ts'
import { HOSTILE } from '../hostile-text.ts'
import { splitCode } from './split-code.ts'

const MORE_HOSTILE = [
  ...HOSTILE,
  '`'.repeat(2000),
  `${'`'.repeat(1500)} @team`,
  '` `` ``` @a `',
  '\\`@team\\`',
  '- item',
  '1. item',
  '+ item',
  '=== ===',
  '> quote',
  '# heading',
  'snake_case_name and *stars*',
  'ends with backslash \\',
  'user@example.com, (@user), "@user"',
  'see:https://evil.example',
  'WWW.evil.example MAILTO:a@b',
  ':+1: :t-rex:',
  '0123456789abcdef0123456789abcdef01234567',
]

describe('escapeMarkdown', () => {
  it('shows words that objects of JavaScript have', () => {
    for (const word of ['toString', 'constructor', '__proto__', 'hasOwnProperty'])
      expect(escapeMarkdown(`parse ${word}`).replaceAll('`', '')).toBe(`parse ${word}`)
  })

  it('leaves prose and numbers as they are, and joins a number and its percent sign', () => {
    const prose = 'the runs vary by +5.2 % [±2]: 1,204 (of 30) µs → 12.3 ms; "why?" – the candidate’s own'
    const plain = prose.replace(/[[\]]/g, '')
    expect(escapeMarkdown(plain)).toBe(plain.replace('5.2 %', '5.2\u00a0%'))
  })

  it('puts every word that is not plain into a code span', () => {
    expect(escapeMarkdown('ping @team about #12, see snake_case.')).toBe(
      'ping `@team` about `#12`, see `snake_case`.',
    )
  })

  it.each(MORE_HOSTILE)('keeps %j from becoming anything but text', text => {
    const { outside } = splitCode(escapeMarkdown(text))
    expect(outside).not.toMatch(/[@#`*_~[\]\\|$^{}\n]/)
    expect(outside).not.toMatch(/<|>|&(?!lt;|gt;|amp;)/)
    expect(outside).not.toMatch(/:\/\/|www\.|mailto:|gh-\d|[0-9a-f]{7}|:[\w+-]+:/i)
    expect(outside).not.toMatch(/^(?:[-+=>]|\d+[.)])(?:\s|$)/)
  })

  it.each(MORE_HOSTILE)('shows %j in full, but for spaces and the middle of long text', text => {
    const squeeze = (each: string): string => each.replace(/\s+/gu, '')
    const { code, outside } = splitCode(escapeMarkdown(text))
    let next = 0
    const shown = outside
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replace(/\u25a0/g, () => code[next++] ?? '')
    if (shown.includes('…')) expect(visibleText(text).startsWith(shown.slice(0, 20))).toBe(true)
    else expect(squeeze(shown)).toBe(squeeze(visibleText(text)))
  })

  it('writes comparison signs as entities', () => {
    expect(escapeMarkdown('p < 0.01 & q > 2')).toBe('p &lt; 0.01 &amp; q &gt; 2')
  })
})

describe('codeSpan', () => {
  it.each(MORE_HOSTILE)('is a single span around %j', text => {
    const { code, outside } = splitCode(codeSpan(text))
    if (text.trim() === '') expect(codeSpan(text)).toBe('(empty)')
    else expect([code.length, outside]).toEqual([1, '\u25a0'])
  })

  it('stays below the longest fence that GitHub’s parser looks for', () => {
    expect(/^`+/.exec(codeSpan('`'.repeat(5000)))?.[0].length).toBeLessThan(1000)
  })
})

describe('tableRow', () => {
  it('hides pipes from the table, in code spans too', () => {
    expect(tableRow([codeSpan('a|b\\|c'), 'd|e'])).toBe('| `a\\|b\\\\|c` | d\\|e |')
  })
})

describe('codeBlock', () => {
  it('cannot be closed from inside', () => {
    expect(codeBlock('a\n````\n</details>\n~~~\r\n\u202eb')).toBe(
      '`````\na\n````\n</details>\n~~~\n\\u{202e}b\n`````',
    )
  })
})

describe('link', () => {
  it('links to the web and to nothing else', () => {
    expect(link('Report', 'https://example.com/a?b=c')).toBe('[Report](<https://example.com/a?b=c>)')
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address']) {
      expect(link('Report', address)).toBeNull()
    }
  })

  it('keeps an address inside its brackets', () => {
    expect(link('Report', 'https://example.com/a>)[x](b\n<')).not.toMatch(/>.+>|\n/)
  })
})
