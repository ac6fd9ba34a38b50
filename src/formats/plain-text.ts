// Output as plain text. Tools colour it where they believe that a person reads it.

/** Colours, what erases a line or moves the cursor, and links. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one.
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b\n]*(?:\u0007|\u001b\\))/g

/** The text without what only a terminal shows. */
export const withoutColours = (text: string) =>
  text.includes('\u001b') ? text.replaceAll(TERMINAL, '') : text

/**
 * The text without colours, its lines ended by `\n` alone. Progress that a tool wrote over (`\r`) has lines of its own. Python on
 * Windows ends the lines of a CSV file with `\r\r\n`.
 */
export const plainText = (text: string) => withoutColours(text).replaceAll(/\r+\n?/g, '\n')

/** The text, or so many characters at both of its ends: a tool shows in its head and in its summary. */
export const endsOfText = (text: string, most: number) =>
  text.length <= 2 * most ? text : `${text.slice(0, most)}\n${text.slice(-most)}`

/** No tool prints a longer line in its tables. On a far longer one, regular expressions would run too long. */
const LONGEST_LINE = 1000

/** Whether a line of the text matches. `words` are in that line: most texts are of another tool, and lack them. */
export const hasLine = (text: string, words: string, form: RegExp) =>
  text.includes(words) && tableLines(text).some(line => form.test(line))

/** The lines of a table that a tool prints for people; a line that is far too long is empty here. */
export const tableLines = (text: string) =>
  plainText(text)
    .split('\n')
    .map(line => (line.length > LONGEST_LINE ? '' : line))
