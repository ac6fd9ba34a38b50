// What a terminal would show: tools colour their output where they think that somebody looks.

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const COLOUR = /\u001b\[[\d;]*m/g

/** The text without colours, its lines ended by `\n` alone. */
export const plainText = (text: string) => text.replaceAll(COLOUR, '').replaceAll('\r\n', '\n')

/** No tool prints a longer line in its tables, and an expression that looks for one must not be busy with it for long. */
const LONGEST_LINE = 1000

/** The lines of a table that a tool prints for people; a line that is far too long is empty here. */
export const tableLines = (text: string) =>
  plainText(text)
    .split('\n')
    .map(line => (line.length > LONGEST_LINE ? '' : line))
