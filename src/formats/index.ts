// The formats that are read, and the choice among them. To add one: CONTRIBUTING.md.
import { InputError } from '../model/index.ts'
import { samplesFormat } from './documents/samples.ts'
import type { Format } from './format.ts'
import { goBench } from './go/bench.ts'
import { googleBenchmark } from './google-benchmark/read.ts'
import { hyperfine } from './hyperfine/read.ts'
import { type UnreadTool, unreadTools } from './unread/tools.ts'

export const formats: readonly Format[] = [samplesFormat, hyperfine, googleBenchmark, goBench]

/** The format called `name`. Throws an InputError that lists the known ones. */
export function formatNamed(name: string): Format {
  const format = formats.find(each => each.name === name)
  if (format) return format
  const known = formats.map(each => each.name).join(', ')
  throw new InputError(`there is no format '${name}'; known are ${known}`)
}

/** The one format that recognises `text`; null when none does, or more than one: then it is not guessed. */
export function recogniseFormat(text: string): Format | null {
  const [format, ...others] = formats.filter(each => each.recognises(text))
  return format && others.length === 0 ? format : null
}

/** Output of a benchmark tool that cannot be used, and what to do instead. */
type Unread = Pick<UnreadTool, 'tool' | 'instead'>

/** Characters at both ends of an output: a tool shows in its head and in its summary. */
const LOOKED_AT = 256 * 1024

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const COLOUR = /\u001b\[[\d;]*m/g

function ends(text: string): string {
  const short = text.length <= 2 * LOOKED_AT
  return (short ? text : `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`).replaceAll('\r\n', '\n')
}

/** The tool that `text` can only be from, where no single format reads it; null for anything else. */
export function findUnread(text: string): Unread | null {
  const read = formats.filter(each => each.recognises(text)).map(each => each.title)
  if (read.length > 1) return { tool: read.join(' and of '), instead: 'name the one that counts with tool' }
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

/** What to say of a file or stream with such output, after its name. */
export const unreadText = ({ tool, instead }: Unread) =>
  `looks like the output of ${tool}, which stable-bench cannot use as it is: ${instead}`
