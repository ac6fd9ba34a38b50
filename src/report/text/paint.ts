// Colours of a terminal.
import type { Mark } from '../words/answer/marks.ts'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

/** The colour of an answer with this mark. */
export const MARK_STYLE: Record<Mark, Style> = { '✓': 'green', '✗': 'red', '!': 'yellow', '?': 'yellow' }

/** The text in a style; as it is for undefined. */
export type Paint = (text: string, style: Style | undefined) => string

const ANSI: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 }

/** Writes ANSI colours, or none. */
export function painter(colour: boolean): Paint {
  return (text, style) => (colour && style !== undefined ? `\u001b[${ANSI[style]}m${text}\u001b[0m` : text)
}
