// Reads what a profiler wrote, by what it looks like: a CPU profile of V8, pprof, or collapsed stacks.
import { gunzipSync } from 'node:zlib'
import { addStack, baseName, emptyProfile, frameName, type Profile } from '../profile.ts'
import { readCpuProfile } from './cpuprofile.ts'
import { readPprof } from './pprof.ts'

/** More would not fit into memory beside everything else. */
export const MOST_BYTES = 256 * 1024 * 1024

/** py-spy has a line without a stack, too: threads that run no Python. */
const LINE = /^(.*) (\d+(?:\.\d+)?)$/
/** `parse (src/parse.py:12)`, as py-spy writes it. */
const WITH_PLACE = /^(.+) \(([^()]+?):(\d+)\)$/

function frameOf(text: string, { places }: Profile): string {
  const [, name, file = '', line] = WITH_PLACE.exec(text) ?? []
  if (name === undefined) return frameName(text)
  const frame = frameName(`${name} (${baseName(file)})`)
  places.set(frame, { file, line: Number(line) })
  return frame
}

/** Collapsed stacks: `main;parse;memchr 12`, a line for each. Null where a line is none. */
function readCollapsed(text: string): Profile | null {
  const profile = emptyProfile()
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, stack, weight] = LINE.exec(line.trimEnd()) ?? []
    if (stack === undefined) return null
    profile.samples += Number(weight)
    const frames =
      stack.trim() === '' ? ['[unknown]'] : stack.split(';').map(frame => frameOf(frame, profile))
    addStack(profile, frames, Number(weight))
  }
  return profile
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isText = (bytes: Buffer) => !bytes.subarray(0, 4096).includes(0) && bytes[0] !== 0x0a

/** The profile in `bytes`. Throws an Error that says what it is not. */
export function readProfile(bytes: Buffer): Profile {
  const plain =
    bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes
  if (plain.length === 0) return emptyProfile()
  const text = isText(plain) ? plain.toString('utf8') : null
  const read = text === null ? null : text.startsWith('{') ? readCpuProfile(json(text)) : readCollapsed(text)
  if (read !== null) return read
  if (text === null || bytes !== plain) return readPprof(plain)
  throw new Error('is no profile that is read here: collapsed stacks, pprof, or a CPU profile of V8')
}
