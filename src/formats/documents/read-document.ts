// Checks a JSON document against its schema. A refusal names the source, the path in the document and the reason.
import type * as z from 'zod'
import { InputError } from '../../model/index.ts'
import { readLargeList } from '../json/large-list.ts'
import { ownDocuments } from '../json/own-documents.ts'
import type { JsonObject } from '../json/shape.ts'
import { severalDocuments } from '../output-problems.ts'
import { MOST_FAULTS, withFewFaults } from './few-faults.ts'

type DocumentIssue = { path: PropertyKey[]; message: string }

/** `benchmarks[3].runs[0][2]`, as a JavaScript programmer would write it. A stranger's key may be megabytes long. */
function renderPath(path: PropertyKey[]): string {
  const joined = path
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, 100)}`))
    .join('')
  return joined.replace(/^\./, '') || 'the document'
}

function renderIssues(issues: DocumentIssue[]): string {
  const shown = issues.slice(0, 5).map(issue => `${renderPath(issue.path)}: ${issue.message}`)
  const more =
    issues.length > 5 ? [`… and ${issues.length < MOST_FAULTS ? issues.length - 5 : 'many'} more`] : []
  return [...shown, ...more].join('; ')
}

/**
 * The document in `text`, unknown fields dropped. `frame`, where there is one, accepts the same documents as `schema`
 * at less cost and is tried first. Throws an InputError for a document that does not fit `schema`, and for a second one.
 */
export function readDocument<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  source: string,
  frame?: z.ZodType<z.infer<Schema>>,
): z.infer<Schema> {
  const [document, ...others] = ownDocuments(text, source, { recognises: hasSchema })
  if (others.length > 0) throw severalDocuments(source)
  return checkDocument(schema, document?.value, source, frame)
}

/**
 * The document in a large file, its list of benchmarks read one by one: the text of hundreds of megabytes is never in memory.
 * Null where only `readDocument` can read the file, or can say what is wrong with it.
 */
export function readLargeDocument<Frame extends z.ZodType>(
  frame: Frame,
  chunks: Iterable<Buffer>,
): z.infer<Frame> | null {
  const benchmarks: JsonObject[] = []
  const rest = readLargeList(chunks, 'benchmarks', benchmark => benchmarks.push(benchmark))
  return rest && (withFewFaults(frame).safeParse({ ...rest, benchmarks }).data ?? null)
}

const hasSchema = (text: string) => /"schema"\s*:\s*"stable-bench\//.test(text)

/** As `readDocument`, for a value that has been parsed already. */
export function checkDocument<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  source: string,
  frame?: z.ZodType<z.infer<Schema>>,
): z.infer<Schema> {
  const framed = frame && withFewFaults(frame).safeParse(value)
  if (framed?.success) return framed.data
  const result = withFewFaults(schema).safeParse(value)
  if (result.success) return result.data
  throw new InputError(`${source}: ${renderIssues(result.error.issues)}`)
}
