// Whether a benchmark tool has printed what no format reads.
import { formats } from '../index.ts'
import { type UnreadTool, unreadTools } from './tools.ts'

export type Unread = Pick<UnreadTool, 'tool' | 'instead'>

/** At both ends: what a tool is shows in its head and in its summary. */
const LOOKED_AT = 256 * 1024

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const COLOUR = /\u001b\[[\d;]*m/g

function ends(text: string): string {
  const short = text.length <= 2 * LOOKED_AT
  return (short ? text : `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`).replaceAll('\r\n', '\n')
}

/** The tool that `text` can only be from, with what to do instead; null for anything else. */
export function findUnread(text: string): Unread | null {
  const read = formats.filter(each => each.recognises(text)).map(each => each.title)
  if (read.length > 1) return { tool: read.join(' and of '), instead: 'say which of them counts with tool' }
  const plain = ends(text).replaceAll(COLOUR, '')
  const shows = (sign: UnreadTool['signs'][number]) =>
    typeof sign === 'function' ? sign(plain) : sign.test(plain)
  return unreadTools.find(({ signs }) => signs.some(shows)) ?? null
}

/** The same for the standard error, where no format is read either. */
export function findOnStderr(text: string): Unread | null {
  const format = formats.find(each => each.recognises(text))
  return format ? { tool: format.title, instead: 'print it on the standard output' } : findUnread(text)
}
