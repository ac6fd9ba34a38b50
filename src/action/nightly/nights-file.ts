// The nights before, beside the sessions of a job that has shown them: the job that publishes its results need not read the
// history again.
import { writeFileSync } from 'node:fs'
import * as z from 'zod'
import { readDocument } from '../../formats/documents/read-document.ts'
import type { Nightly } from '../../report/words/night-levels.ts'
import { mostNights } from './nights-of-rows.ts'

/** The file in a candidate's artifact. */
export const nightsFile = 'nights.json'

const schemaName = 'stable-bench/nights@1'
const [mostRows, longestText] = [10_000, 2000]

const nightsSchema = z.object({
  schema: z.literal(schemaName),
  machine: z.string().max(longestText),
  rows: z
    .array(z.tuple([z.string().max(longestText), z.array(z.number().nullable()).max(mostNights)]))
    .max(mostRows),
})

/** Writes the file and returns its path. */
export function writeNights(path: string, { machine, rows }: Nightly): string {
  writeFileSync(path, JSON.stringify({ schema: schemaName, machine, rows: [...rows] }))
  return path
}

/** The nights in it; null for another document, since they only decorate. */
export function readNights(bytes: Uint8Array): Nightly | null {
  try {
    const { machine, rows } = readDocument(nightsSchema, Buffer.from(bytes).toString('utf8'), nightsFile)
    return { machine, rows: new Map(rows) }
  } catch {
    return null
  }
}
