// Which JSON documents of an output are a format's. A command may run several benchmark programs, each of which prints
// a document, and log lines may be JSON as well.

import type { Parsed } from '../format.ts'
import { nameTwice } from '../output-problems.ts'
import { joinParsed } from '../runs/join-parsed.ts'
import { jsonDocuments } from './tolerant.ts'

export type OwnDocument = {
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
      if ((seen.get(key) ?? part) !== part) {
        throw nameTwice(source, JSON.stringify(name), JSON.stringify(metric), ', in two documents')
      }
      seen.set(key, part)
    }
  }
}
