// Reads one JSON value from the middle of a text in one pass (RFC 8259, plus the bare NaN and Infinity that benchmark
// tools print). The result says how far it got, so that a search for JSON in a log can go on from there.

type Scan = { state: 'value'; value: unknown; end: number } | { state: 'cut' | 'bad'; at: number }

type TextCursor = { text: string; at: number; depth: number }

const BROKEN = Symbol('broken')
const MAX_DEPTH = 1000
const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const SPACES = [0x20, NEWLINE, 0x0d, 0x09]
/** A pair that begins with a backslash, which stays as it is, or a control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that JSON does not allow in a text.
const CONTROL = /\\[\s\S]|[\u0000-\u001f]/g
const SCALAR = /[-+.\w]*/y
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/
const [NAN, INFINITE] = [Number.NaN, Number.POSITIVE_INFINITY]
const WORDS = new Map<string, unknown>([
  ...Object.entries({ true: true, false: false, null: null }),
  ...Object.entries({ NaN: NAN, '-NaN': NAN, nan: NAN, '-nan': NAN }),
  ...Object.entries({ Infinity: INFINITE, '-Infinity': -INFINITE, inf: INFINITE, '-inf': -INFINITE }),
])

/** The value that starts at `start`; `cut` when the text ends inside it, `bad` at the first thing that is not JSON. */
export function scanJson(text: string, start: number): Scan {
  const cursor = { text, at: start, depth: 0 }
  const value = readValue(cursor)
  if (value !== BROKEN) return { state: 'value', value, end: cursor.at }
  return { state: cursor.at >= text.length ? 'cut' : 'bad', at: cursor.at }
}

function readValue(cursor: TextCursor): unknown {
  const next = peek(cursor)
  if (next === '"') return readString(cursor)
  if (next !== '{' && next !== '[') return readScalar(cursor)
  if (cursor.depth >= MAX_DEPTH) return BROKEN
  cursor.depth++
  cursor.at++
  const value = next === '{' ? readObject(cursor) : readArray(cursor)
  cursor.depth--
  return value
}

function readArray(cursor: TextCursor): unknown {
  const items: unknown[] = []
  if (take(cursor, ']')) return items
  do {
    const item = readValue(cursor)
    if (item === BROKEN) return BROKEN
    items.push(item)
  } while (take(cursor, ','))
  return take(cursor, ']') ? items : BROKEN
}

function readObject(cursor: TextCursor): unknown {
  const fields: [string, unknown][] = []
  if (take(cursor, '}')) return {}
  do {
    const key = peek(cursor) === '"' ? readString(cursor) : BROKEN
    if (key === BROKEN || !take(cursor, ':')) return BROKEN
    const value = readValue(cursor)
    if (value === BROKEN) return BROKEN
    fields.push([key as string, value])
  } while (take(cursor, ','))
  // A key named __proto__ is a field and not the prototype, as with JSON.parse.
  return take(cursor, '}') ? Object.fromEntries(fields) : BROKEN
}

/** No string spans lines: a stray quote in a log must not swallow what follows it. */
function readString(cursor: TextCursor): unknown {
  const { text, at: start } = cursor
  let end = start + 1
  let escaped = false
  for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(++end)) {
    if (code === BACKSLASH) {
      escaped = true
      end++
    }
    if (end >= text.length || code === NEWLINE) {
      cursor.at = end
      return BROKEN
    }
  }
  cursor.at = end + 1
  const raw = text.slice(start + 1, end)
  return escaped ? unescaped(cursor, raw) : raw
}

function unescaped(cursor: TextCursor, raw: string): unknown {
  try {
    // JSON has no such characters, but tools print them.
    const json = raw.replace(CONTROL, found =>
      found.length > 1 ? found : JSON.stringify(found).slice(1, -1),
    )
    return JSON.parse(`"${json}"`)
  } catch {
    cursor.at -= raw.length + 1
    return BROKEN
  }
}

/** A token that is no scalar counts as cut where it touches the end of the text: `tru` may have been `true`. */
function readScalar(cursor: TextCursor): unknown {
  SCALAR.lastIndex = cursor.at
  const token = SCALAR.exec(cursor.text)?.[0] ?? ''
  const end = cursor.at + token.length
  const value = NUMBER.test(token) ? Number(token) : WORDS.has(token) ? WORDS.get(token) : BROKEN
  if (value !== BROKEN || end >= cursor.text.length) cursor.at = end
  return value
}

function take(cursor: TextCursor, wanted: string): boolean {
  if (peek(cursor) !== wanted) return false
  cursor.at++
  return true
}

function peek(cursor: TextCursor): string | undefined {
  const { text } = cursor
  while (SPACES.includes(text.charCodeAt(cursor.at))) cursor.at++
  return text[cursor.at]
}
