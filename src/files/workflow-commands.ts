// Makes names and output of a benchmark harmless in a log that the runner reads. The runner obeys commands:
// `::add-mask::x` at the start of a line, and `##[add-mask]x` anywhere. See ActionCommand.cs in actions/runner.

/** A line starts after either character of a line end, and blanks before a command do not count. */
const commandStart = /(^|[\r\n])([^\S\r\n]|\u0085)*::/g

/** The text with a backslash in everything that the runner would obey as a command. */
export const inertText = (text: string): string =>
  text.replace(commandStart, found => `${found.slice(0, -2)}\\::`).replaceAll('##[', '##\\[')

/** The same for a JSON document, or a page with one in it. Its strings keep their values. */
export const inertDocument = (document: string): string => document.replaceAll('##[', '##\\u005b')

/** Whether the standard output may be such a log. */
export const isInJob = (): boolean => process.env.GITHUB_ACTIONS === 'true'
