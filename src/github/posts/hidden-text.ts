// Hides JSON in a Markdown text, in an HTML comment. The JSON is escaped, so that nothing in it can end the comment,
// mention anybody or link to anything.

const start = '<!-- record '
const end = ' -->'

const escapes: [RegExp, string][] = [
  [/</g, '\\u003c'],
  [/>/g, '\\u003e'],
  [/@/g, '\\u0040'],
  [/#/g, '\\u0023'],
  [/--/g, '-\\u002d'],
]

/** The line that holds the JSON text `json`. The escaped characters occur only in its strings, where JSON allows escapes. */
export function hidden(json: string): string {
  const escaped = escapes.reduce((text, [what, by]) => text.replace(what, by), json)
  return `${start}${escaped}${end}\n`
}

/** The JSON text in the first line of `text`; null where there is none. */
export function hiddenAtStart(text: string): string | null {
  const [line = ''] = text.split('\n', 1)
  return line.startsWith(start) && line.endsWith(end) ? line.slice(start.length, -end.length) : null
}

/** The text with the line ends that we write: one that somebody has edited in a browser has others. */
export const withUsualLines = (text: string): string => text.replaceAll('\r\n', '\n')
