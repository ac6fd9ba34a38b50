// Makes text from users and files fit to be looked at: nothing in it can hide, reorder or control the text around it, and
// it fits into columns.

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu
// Controls (Cc), format characters (Cf: bidi, zero-width, tags), the letters and marks that draw nothing, and what is no
// character at all, of which XML does not allow two.
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{NChar}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\u{e0100}-\u{e01ef}]/gu
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu

/**
 * The text on one line with every character visible: line breaks become spaces, invisible and direction-changing
 * characters become `\u{202e}`, piles of combining marks are cut, lone surrogates become U+FFFD. Idempotent.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_BREAKS, ' ')
    .replace(UNSEEN, character => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replace(STACKED_MARKS, '$1')
}

const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u
let graphemes: Intl.Segmenter | undefined

const widthOf = (grapheme: string) => (WIDE.test(grapheme) ? 2 : 1)

function split(text: string): string[] {
  // Made only where a name needs it: that takes 8 ms, a tenth of the start of every command.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(graphemes.segment(text), part => part.segment)
}

/** Columns that a terminal needs for this text: two for wide East Asian characters and emoji. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  return split(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0)
}

function take(parts: string[], width: number): string[] {
  let used = 0
  const end = parts.findIndex(part => {
    used += widthOf(part)
    return used > width
  })
  return end < 0 ? parts : parts.slice(0, end)
}

/**
 * The text in at most `width` columns, with `…` for what is left out in the middle: names differ at both ends (module first,
 * parameters last).
 */
export function shortenMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  const parts = split(text)
  const tailWidth = Math.floor((width - 1) / 2)
  const head = take(parts, width - 1 - tailWidth)
  const tail = take(parts.toReversed(), tailWidth).toReversed()
  return `${head.join('')}…${tail.join('')}`
}

/** The start that all names share, up to a separator (no decimal point). Empty where it would save next to nothing. */
export function commonStart(names: string[]): string {
  const [first = '', ...others] = names
  if (others.length === 0) return ''
  let length = first.length
  for (const name of others) {
    let same = 0
    while (same < length && name[same] === first[same]) same++
    length = same
  }
  const start = /^.*(?:[/:\s_-]|(?<!\d)\.)/su.exec(first.slice(0, length))?.[0] ?? ''
  return start.length < 4 || names.some(name => name.length === start.length) ? '' : start
}
