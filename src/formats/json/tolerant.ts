// Reads JSON as benchmark tools print it: with a byte order mark, in UTF-16, with bare NaN and Infinity, below a table
// on stdout. A document that breaks off is refused: half of the results must never count as all of them.
import { InputError } from '../../model/index.ts'
import { decodeText } from '../decode-text.ts'
import { scanJson } from './scan.ts'

type Fault = { state: 'cut' | 'bad'; start: number; at: number }

/**
 * The JSON value in `input`: the whole of it, or else the last object or array that starts a line or ends the
 * text. NaN and Infinity become those numbers. Linear in the length of the input. Throws an InputError that names
 * `source`, where the JSON broke off and, as the remedy, `hint`.
 */
export function tolerantJson(input: string | Uint8Array, source: string, hint = 'expected JSON'): unknown {
  const text = typeof input === 'string' ? input.replace(/^\uFEFF/, '') : decodeText(input)
  if (text.trim() === '') throw new InputError(`${source}: is empty; ${hint}`)
  try {
    return JSON.parse(text)
  } catch {
    // Only the fast way failed: the scan below finds the same fault and its place.
    return lastJsonValue(text, source, hint)
  }
}

/**
 * The last JSON document in the text. Tries each bracket from the left and goes on where the attempt stopped. So no
 * character is read more than twice, and no part of a document counts as a document of its own.
 */
function lastJsonValue(text: string, source: string, hint: string): unknown {
  const end = text.trimEnd().length
  let found: { value: unknown } | null = null
  let fault: Fault | null = null
  for (let at = nextBracket(text, 0); at !== -1; ) {
    const scan = scanJson(text, at)
    const startsLine = at === 0 || text[at - 1] === '\n'
    if (scan.state === 'value') {
      if (startsLine || scan.end === end) {
        found = { value: scan.value }
        fault = null
      }
      at = nextBracket(text, scan.end)
      continue
    }
    const stop: Fault = { state: scan.state, start: at, at: scan.at }
    if (scan.state === 'cut' && (startsLine || !found)) throw broken(text, source, hint, stop)
    if (opensObject(text, at) && (startsLine || !found)) fault = further(fault, stop)
    at = nextBracket(text, Math.max(scan.at, at + 1))
  }
  if (found && !fault) return found.value
  throw broken(text, source, hint, fault)
}

function nextBracket(text: string, from: number): number {
  const bracket = /[{[]/g
  bracket.lastIndex = from
  return bracket.exec(text)?.index ?? -1
}

/** Whether this is meant as JSON: an earlier document must not stand in for the damaged one that follows it. */
function opensObject(text: string, at: number): boolean {
  return /^[[\s]*\{\s*"/.test(text.slice(at, at + 100))
}

function further(first: Fault | null, second: Fault): Fault {
  return first && first.at - first.start >= second.at - second.start ? first : second
}

function broken(text: string, source: string, hint: string, fault: Fault | null): InputError {
  if (fault === null) {
    return new InputError(
      `${source}: holds no JSON, it starts with ${excerpt(text.trimStart(), 0, 40)}; ${hint}`,
    )
  }
  if (fault.state === 'bad') {
    const rest = text.slice(fault.at, fault.at + 20)
    const what = `unexpected ${/^\s*$/.test(rest) ? 'end of the line' : excerpt(rest, 0, 20)}`
    return new InputError(`${source}: is not JSON: ${what} at ${position(text, fault.at)}; ${hint}`)
  }
  const at = text.trimEnd().length
  return new InputError(
    `${source}: looks truncated: the JSON breaks off at ${position(text, at)}, after ${excerpt(text, at - 30, at)}; ` +
      'was the benchmark stopped, or the disk full? Run it again',
  )
}

function position(text: string, at: number): string {
  let line = 1
  let start = 0
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', start)) {
    line++
    start = next + 1
  }
  return `line ${line}, column ${at - start + 1}`
}

function excerpt(text: string, from: number, to: number): string {
  return JSON.stringify(text.slice(Math.max(0, from), to).replace(/\s+/g, ' ').trim())
}
