// Which JSON documents of an output are a format's. A command may run several benchmark programs, each of which prints
// a document, and log lines may be JSON as well.
import type { Format, Parsed } from '../format.ts'
import { nameTwice } from '../output-problems.ts'
import { joinParsed } from '../runs/join-parsed.ts'
import { hasKey } from './shape.ts'
import { hasDocument, jsonDocuments } from './tolerant.ts'

type OwnDocument = {
  value: unknown
  /** The name of the output, for messages; with the number of the document where there are several. */
  source: string
}

type OwnKind = { recognises: (text: string) => boolean; hint?: string }

/**
 * The documents that the format recognises, in order. Where it recognises none, the last document of the output: the
 * format says what is wrong with it. Throws an InputError for damaged JSON.
 */
export function ownDocuments(text: string, source: string, { recognises, hint }: OwnKind): OwnDocument[] {
  const all = jsonDocuments(text, source, hint)
  const own = all.length === 1 ? all : all.filter(document => recognises(document.text))
  const meant = own.length > 0 ? own : all.filter(({ stands }) => stands).slice(-1)
  return meant.map(({ value }, i) => ({
    value,
    source: meant.length > 1 ? `${source}, document ${i + 1} of ${meant.length}` : source,
  }))
}

/**
 * The results in all documents of the format together. Throws as `ownDocuments` and `read` do, and for a benchmark that
 * is in two documents.
 */
export function parsedDocuments(
  text: string,
  source: string,
  kind: OwnKind,
  read: (document: unknown, source: string) => Parsed,
): Parsed {
  const parts = ownDocuments(text, source, kind).map(each => read(each.value, each.source))
  assertOnce(parts, source)
  return joinParsed(parts)
}

/** Two documents with one benchmark may be of one program that ran twice: nothing says which of them counts. */
function assertOnce(parts: Parsed[], source: string): void {
  const seen = new Map<string, number>()
  for (const [part, { samples }] of parts.entries()) {
    for (const { name, metric, place } of samples) {
      const key = JSON.stringify([name, metric, place])
      if ((seen.get(key) ?? part) !== part) throw nameTwice(source, name, metric, ', in two documents')
      seen.set(key, part)
    }
  }
}

type JsonFormat = Omit<Format, 'recognises' | 'parse'> & {
  /** Its documents have all of these keys, anywhere. */
  keys: string[]
  /** What else stands in the text of each. */
  sign?: RegExp
  /** Whether a document can only be of the tool, where keys may be of others too. */
  isOwn?: (document: unknown) => boolean
  /** How to get such a document, for messages about another one. */
  hint?: string
  /** Throws an InputError that begins with `source`. */
  read: (document: unknown, source: string) => Pick<Parsed, 'samples'> & Partial<Parsed>
}

/** The format of a tool that writes JSON. */
export function jsonFormat({ keys, sign, isOwn, hint, read, ...format }: JsonFormat): Format {
  const recognises = (text: string) =>
    keys.every(key => hasKey(text, key)) &&
    (sign === undefined || sign.test(text)) &&
    (isOwn === undefined || hasDocument(text, isOwn))
  const kind = { recognises, ...(hint !== undefined && { hint }) }
  return {
    ...format,
    recognises,
    parse: (text, source) =>
      parsedDocuments(text, source, kind, (document, where) => ({
        ...{ failures: [], warnings: [] },
        ...read(document, where),
      })),
  }
}
