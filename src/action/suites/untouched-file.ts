// The names of the suites that a job did not have to measure, beside the sessions of one that it did.
import { writeFileSync } from 'node:fs'
import * as z from 'zod'
import { readDocument } from '../../formats/documents/read-document.ts'

/** The file in a candidate's artifact. */
export const untouchedFile = 'untouched.json'

const schemaName = 'stable-bench/untouched@1'
const mostSuites = 10_000

const untouchedSchema = z.object({
  schema: z.literal(schemaName),
  suites: z.array(z.string().min(1).max(60)).max(mostSuites),
})

/** Writes the file and returns its path. */
export function writeUntouched(path: string, suites: string[]): string {
  writeFileSync(path, JSON.stringify({ schema: schemaName, suites }))
  return path
}

/** The names in it. Throws an InputError that names `source` for another document. */
export const readUntouched = (bytes: Uint8Array, source: string): string[] =>
  readDocument(untouchedSchema, Buffer.from(bytes).toString('utf8'), source).suites
