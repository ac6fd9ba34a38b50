// Names and output of a benchmark in a log that the runner reads: it takes `::add-mask::x` at the start of a line, and
// `##[add-mask]x` anywhere, for a command. See ActionCommand.cs in actions/runner.

/** A line starts after either character of a line end, and blanks before a command do not count. */
const commandStart = /(^|[\r\n])([^\S\r\n]|\u0085)*::/g

/** The text with a backslash in everything that the runner would take for a command. */
export const inertText = (text: string): string =>
  text.replace(commandStart, found => `${found.slice(0, -2)}\\::`).replaceAll('##[', '##\\[')

/** A JSON document, or a page with one in it, as `inertText` makes other text: its strings stay what they are. */
export const inertDocument = (document: string): string => document.replaceAll('##[', '##\\u005b')

/** Whether the standard output may be such a log. */
export const isInJob = (): boolean => process.env.GITHUB_ACTIONS === 'true'
