// What an output is: the results of one format, those of a tool whose output is not read, or something else. Where an
// output holds the results of two, none of them is read: the rows of one must not be dropped without a word.

import type { Format } from './format.ts'
import { formats } from './index.ts'
import { endsOfText, withoutColours } from './plain-text.ts'
import { unreadTools } from './unread/tools.ts'
import type { UnreadTool } from './unread/unread-forms.ts'

/** A benchmark tool whose output cannot be used, and the advice. */
type Unread = Pick<UnreadTool, 'tool' | 'instead'>

/** Characters at both ends of an output. */
const LOOKED_AT = 256 * 1024

/** The tools whose output is not read that show in the text. */
function unreadIn(text: string): UnreadTool[] {
  const plain = withoutColours(endsOfText(text, LOOKED_AT).replaceAll('\r\n', '\n'))
  return unreadTools.filter(({ signs }) =>
    signs.some(sign => (typeof sign === 'function' ? sign(plain) : sign.test(plain))),
  )
}

/**
 * Formats that recognise the text, and tools with other rows in it, whose output is not read. The values of `likely`
 * are looked at by that format alone.
 */
function kindsIn(text: string, likely?: Format | null): { read: Format[]; others: UnreadTool[] } {
  const rest = likely?.withoutOwn?.(text) ?? text
  const read = formats.filter(each => each.recognises(each === likely ? text : rest))
  if (read.length === 0) return { read, others: [] }
  const hasOtherRows = ({ hasNoRows, format }: UnreadTool) =>
    !hasNoRows && !read.some(({ name }) => name === format)
  return { read, others: unreadIn(text).filter(hasOtherRows) }
}

/**
 * The one format that recognises `text`. Null when none does, and when the text also holds the results of another
 * format or tool: nothing is guessed. `likely` is the format that its ends show, where those have been looked at.
 */
export function recogniseFormat(text: string, likely?: Format | null): Format | null {
  const { read, others } = kindsIn(text, likely)
  const [format, ...more] = read
  return format && more.length === 0 && others.length === 0 ? format : null
}

/** The results of several tools in one output, and how to say which count. */
function mixed(read: Format[], others: UnreadTool[]): Unread {
  const lines = read.map(({ name }) => `'tool: ${name}'`).join(' or ')
  const [other] = others
  const apart = other ? `for those of ${other.tool}, ${other.instead}` : 'or run them apart'
  return {
    tool: [...read.map(({ title }) => title), ...others.map(({ tool }) => tool)].join(' and of '),
    instead: `set ${lines} to read the results of that one and leave out the others; ${apart}`,
  }
}

/** The tool that `text` can only be from, where no single format reads it; null for anything else. */
export function findUnread(text: string): Unread | null {
  const { read, others } = kindsIn(text)
  if (read.length + others.length > 1) return mixed(read, others)
  return read.length === 1 ? null : (unreadIn(text)[0] ?? null)
}

/** The same for the standard error, where no format is read either. */
export function findOnStderr(text: string): Unread | null {
  const plain = withoutColours(text)
  const format = formats.find(each => each.recognises(plain))
  return format
    ? { tool: format.title, instead: format.onStderr ?? 'print it on the standard output' }
    : findUnread(plain)
}

/** The message about a file or stream with such output, to stand after its name. */
export const unreadText = ({ tool, instead }: Unread) =>
  `looks like the output of ${tool}, which stable-bench cannot use as it is: ${instead}`
