// Reads and writes `stable-bench/result@1`.
import * as z from 'zod'
import { longestText } from '../../model/documents/fields.ts'
import { InputError, resultSchema, resultSchemaName, type Session } from '../../model/index.ts'
import { checkSamples } from '../check-samples.ts'
import type { Output } from '../output.ts'
import { readDocument, readLargeDocument } from './read-document.ts'
import { sampleFrame } from './samples.ts'

const resultFrame = resultSchema.extend({ benchmarks: z.array(sampleFrame) })

/** Parses a result document. Throws an InputError that names the source, the path in it and the reason. */
export const parseResultDocument = (json: string, source: string): Session =>
  checkedSession(readDocument(resultSchema, json, source, resultFrame), source)

/** As `parseResultDocument`, of a file that may be large. */
export function readResultDocument({ chunks, text, source }: Output): Session {
  const document = chunks && readLargeDocument(resultFrame, chunks())
  return document ? checkedSession(document, source) : parseResultDocument(text(), source)
}

function checkedSession({ schema: _, ...session }: z.infer<typeof resultSchema>, source: string): Session {
  const { benchmarks, failures, warnings, unmeasured } = session
  const known = { ...session, source }
  if (unmeasured === undefined) {
    return { ...known, benchmarks: checkSamples({ samples: benchmarks, failures, warnings }, source).samples }
  }
  if (benchmarks.length + failures.length === 0) return known
  throw new InputError(`${source}: unmeasured: says that nothing was measured, but the document has results`)
}

/** At most as long as the reader takes it, and no half of a surrogate pair at the end. */
function cut(said: string): string {
  return said.length > longestText
    ? `${said.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
    : said
}

/**
 * The document that `parseResultDocument` reads back to the same session. Texts of more than 10,000 characters, the
 * last words of a process for example, end in an ellipsis.
 */
export function renderResultDocument({ source: _, benchmarks, ...session }: Session): string {
  const cutTexts = (_: string, value: unknown) => (typeof value === 'string' ? cut(value) : value)
  const about = JSON.parse(JSON.stringify(session, cutTexts))
  // Measurements are nearly all of a document: they are not visited one by one.
  const named = benchmarks.map(sample => ({ ...sample, name: cut(sample.name) }))
  return `${JSON.stringify({ schema: resultSchemaName, ...about, benchmarks: named })}\n`
}

export const isResultDocument = (json: string) =>
  /"schema"\s*:\s*"stable-bench\/result@/.test(json.slice(0, 4096))
