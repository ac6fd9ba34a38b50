// Output as plain text. Tools colour it where they believe that a person reads it.

/** A colour, or another control sequence of ECMA-48, such as the one that clears a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: such a sequence begins with one.
const COLOUR = /\u001b\[[0-?]*[ -/]*[@-~]/g

/** The text without colours. */
export const withoutColours = (text: string) => text.replaceAll(COLOUR, '')

/**
 * The text without colours, its lines ended by `\n` alone. Progress that a tool wrote over (`\r`) has lines of its own. Python on
 * Windows ends the lines of a CSV file with `\r\r\n`.
 */
export const plainText = (text: string) => withoutColours(text).replaceAll(/\r+\n?/g, '\n')

/** No tool prints a longer line in its tables. On a far longer one, regular expressions would run too long. */
const LONGEST_LINE = 1000

/** The lines of a table that a tool prints for people; a line that is far too long is empty here. */
export const tableLines = (text: string) =>
  plainText(text)
    .split('\n')
    .map(line => (line.length > LONGEST_LINE ? '' : line))
