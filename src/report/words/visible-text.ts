// Makes text from users and files safe to look at: nothing in it can hide, reorder or control the text around it.

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
