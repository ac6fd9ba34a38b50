// Reads JSON as benchmark tools print it: with a byte order mark, with bare NaN and Infinity, below a table
// on stdout, one document after the other. A document that breaks off is refused: half of the results must never count
// as all of them.
import { InputError } from '../../model/index.ts'
import { scanJson } from './scan.ts'
import { jsonIn } from './shape.ts'

type Fault = { state: 'cut' | 'bad'; start: number; at: number }

/**
 * One JSON object or list of a text, and the text that it was made of. `stands`: it starts a line, follows another
 * document or ends the text, so that it was meant as a document.
 */
type JsonDocument = { value: unknown; text: string; stands: boolean }

/**
 * Every JSON document in `input`, in order, at least one that stands: the whole of it, or the objects and lists among
 * other output. NaN and Infinity become those numbers. Linear in the length of the input. Throws an InputError that
 * names `source`, where the JSON broke off and, as the remedy, `hint`.
 */
export function jsonDocuments(input: string, source: string, hint = 'expected JSON'): JsonDocument[] {
  const text = input.replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new InputError(`${source}: is empty; ${hint}`)
  const whole = wholeDocument(text)
  if (whole !== null) return [whole]
  // Only the fast way failed: the scan below finds the same fault and its place.
  const { documents, fault } = scanned(text)
  if (fault === null && documents.some(({ stands }) => stands)) return documents
  throw broken(text, source, hint, fault)
}

/** The value of the last document, for a text that can hold only one. Throws as `jsonDocuments` does. */
export function tolerantJson(input: string, source: string, hint?: string): unknown {
  return jsonDocuments(input, source, hint).findLast(({ stands }) => stands)?.value
}

/** Whether a document of the text is of that kind, whatever else is in the text. Never throws. */
export function hasDocument(text: string, isOfKind: (value: unknown) => boolean): boolean {
  const whole = wholeDocument(text)
  if (whole !== null) return isOfKind(whole.value)
  return /^\s*[[{]/m.test(text) && scanned(text).documents.some(({ value }) => isOfKind(value))
}

function wholeDocument(text: string): JsonDocument | null {
  const value = jsonIn(text)
  return value === undefined ? null : { value, text, stands: true }
}

/**
 * Tries each bracket from the left and goes on where the attempt stopped. So no character is read more than twice, and
 * no part of a document counts as a document of its own. `fault` is the damage that could have been a document.
 */
function scanned(text: string): { documents: JsonDocument[]; fault: Fault | null } {
  const end = text.trimEnd().length
  const documents: JsonDocument[] = []
  let found = false
  let last = 0
  let fault: Fault | null = null
  for (let at = nextBracket(text, 0); at !== -1; ) {
    const scan = scanJson(text, at)
    const startsLine = startsDocument(text, last, at)
    if (scan.state === 'value') {
      const stands = startsLine || scan.end === end
      documents.push({ value: scan.value, text: text.slice(at, scan.end), stands })
      found ||= stands
      last = scan.end
      // Words before a document may look like one, but a line that begins like one is meant.
      if (stands && fault !== null && !startsDocument(text, 0, fault.start)) fault = null
      at = nextBracket(text, scan.end)
      continue
    }
    const stop: Fault = { state: scan.state, start: at, at: scan.at }
    if (scan.state === 'cut' && (startsLine || !found)) return { documents, fault: stop }
    const isFurther = fault === null || fault.at - fault.start < stop.at - stop.start
    if (opensObject(text, at) && (startsLine || !found) && isFurther) fault = stop
    at = nextBracket(text, Math.max(scan.at, at + 1))
  }
  return { documents, fault }
}

/** Whether there is nothing but white space between `at` and the start of its line, or the document before it. */
function startsDocument(text: string, last: number, at: number): boolean {
  let start = at
  while (start > last && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--
  return start === last || text[start - 1] === '\n'
}

function nextBracket(text: string, from: number): number {
  const bracket = /[{[]/g
  bracket.lastIndex = from
  return bracket.exec(text)?.index ?? -1
}

/** A bracket alone, one to three other lines, and an indented key: something printed into the document. */
const INTERRUPTED = /^[[{][[{\s]*?\n(?:(?![ \t])[^\n]*\n){1,3}?[ \t]+\{?\s*"[^"\n]*"\s*:/

/** Whether this is meant as JSON: another document must not stand in for a damaged one. */
function opensObject(text: string, at: number): boolean {
  return /^[[\s]*\{\s*"/.test(text.slice(at, at + 100)) || INTERRUPTED.test(text.slice(at, at + 1000))
}

function broken(text: string, source: string, hint: string, fault: Fault | null): InputError {
  if (fault === null) {
    return new InputError(
      `${source}: holds no JSON, it starts with ${excerpt(text.trimStart(), 0, 40)}; ${hint}`,
    )
  }
  if (fault.state === 'bad') {
    const rest = text.slice(fault.at, fault.at + 20)
    const what = /^\s*$/.test(rest) ? 'end of the line' : excerpt(rest, 0, 20)
    return new InputError(
      `${source}: is not JSON: unexpected ${what} at ${position(text, fault.at)}; ${hint}`,
    )
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
  // A list of all lines would not fit into memory where there are many.
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return `line ${line}, column ${at - start + 1}`
}

function excerpt(text: string, from: number, to: number): string {
  return JSON.stringify(text.slice(Math.max(0, from), to).replace(/\s+/g, ' ').trim())
}
