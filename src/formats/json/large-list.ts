// Reads a JSON document whose bulk is one list of objects, element by element:
// `{"context": …, "benchmarks": [{…}, {…}]}`. The text as a whole is never in memory. Anything unusual is left to the
// readers of whole documents, which name the mistake.
import { InputError } from '../../model/index.ts'
import { type JsonObject, objectOf } from './shape.ts'

/** Gets the elements of the list one after the other. */
type Take = (element: JsonObject) => void

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/** `bytes` holds `end` bytes, of which those before `from` are taken. */
type ByteCursor = {
  bytes: Buffer
  end: number
  at: number
  from: number
  depth: number
  inString: boolean
  list: 'before' | 'open' | 'closed'
}

/** `frame` is the text of the document up to its first element, with a number in its place; there are `count` elements. */
type LargeList = { key: string; take: Take; frame: string; count: number }

/** The text in front of an element: nothing but a comma, but for the first one. */
function takeFrame(cursor: ByteCursor, found: LargeList): void {
  const text = cursor.bytes.toString('utf8', cursor.from, cursor.at)
  if (found.count === 0) found.frame = `${text}0`
  else if (text.trim() !== ',') throw new SyntaxError('another element than an object')
  cursor.from = cursor.at
}

function takeElement(cursor: ByteCursor, found: LargeList): void {
  found.take(JSON.parse(cursor.bytes.toString('utf8', cursor.from, cursor.at + 1)) as JsonObject)
  found.count++
  cursor.from = cursor.at + 1
}

/** Whether the bracket at the cursor opens the list: its key and a colon are before it. */
function opensList({ bytes, at, from, depth, list }: ByteCursor, key: string): boolean {
  if (list !== 'before' || depth !== 1) return false
  const before = bytes.toString('utf8', Math.max(from, at - key.length - 20), at)
  return new RegExp(`"${key}"\\s*:\\s*$`).test(before)
}

function open(cursor: ByteCursor, code: number, found: LargeList): void {
  if (code === OPEN_LIST && opensList(cursor, found.key)) cursor.list = 'open'
  else if (code === OPEN_OBJECT && cursor.list === 'open' && cursor.depth === 2) takeFrame(cursor, found)
  cursor.depth++
}

function close(cursor: ByteCursor, code: number, found: LargeList): void {
  cursor.depth--
  if (cursor.list !== 'open') return
  if (cursor.depth === 2 && code === CLOSE_OBJECT) takeElement(cursor, found)
  else if (cursor.depth === 1) cursor.list = 'closed'
}

/** Moves behind the end of the string that the cursor is in, or to the end of the bytes. */
function skipString(cursor: ByteCursor): void {
  const { bytes, end } = cursor
  let { at } = cursor
  for (; at < end; at++) {
    const code = bytes[at]
    if (code === BACKSLASH) at++
    else if (code === QUOTE) {
      cursor.inString = false
      cursor.at = at + 1
      return
    }
  }
  cursor.at = at
}

function scan(cursor: ByteCursor, found: LargeList): void {
  const { bytes, end } = cursor
  while (cursor.at < end) {
    if (cursor.inString) skipString(cursor)
    else {
      const code = bytes[cursor.at] as number
      if (code === QUOTE) cursor.inString = true
      else if (code === OPEN_OBJECT || code === OPEN_LIST) open(cursor, code, found)
      else if (code === CLOSE_OBJECT || code === CLOSE_LIST) close(cursor, code, found)
      cursor.at++
    }
  }
}

/** Puts the next bytes behind those that are not taken yet. It reuses one buffer: new ones would not be freed in time. */
function further(cursor: ByteCursor, chunk: Buffer): void {
  const left = cursor.end - cursor.from
  const needed = left + chunk.length
  const target = cursor.bytes.length < needed ? Buffer.allocUnsafe(2 * needed) : cursor.bytes
  cursor.bytes.copy(target, 0, cursor.from, cursor.end)
  chunk.copy(target, left)
  Object.assign(cursor, { bytes: target, end: needed, at: cursor.at - cursor.from, from: 0 })
}

function documentOf({ bytes, from, end }: ByteCursor, { frame, count, key }: LargeList): JsonObject | null {
  const document = JSON.parse(frame + bytes.toString('utf8', from, end))
  const list = objectOf(document)[key]
  // A second list of that name would be another one.
  const isWhole = Array.isArray(list) && list.length === Math.min(1, count) && list.every(each => each === 0)
  return isWhole ? { ...document, [key]: [] } : null
}

/**
 * The document in `chunks`, without the elements of its list at `key`, which go to `take`. Null for any other content,
 * and where `take` refuses an element. Then the elements that `take` got do not count.
 */
export function readLargeList(chunks: Iterable<Buffer>, key: string, take: Take): JsonObject | null {
  const start = { bytes: Buffer.alloc(0), end: 0, at: 0, from: 0, depth: 0, inString: false }
  const cursor: ByteCursor = { ...start, list: 'before' }
  const found: LargeList = { key, take, frame: '', count: 0 }
  try {
    for (const chunk of chunks) {
      further(cursor, chunk)
      scan(cursor, found)
    }
    return documentOf(cursor, found)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InputError) return null
    throw error
  }
}
