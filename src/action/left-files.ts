// What a job leaves beside the sessions of a suite, for who publishes them: the names of the suites that it did not have to
// measure, and the nights before, so that nobody need read the history again.
import { writeFileSync } from 'node:fs'
import * as z from 'zod'
import { readDocument } from '../formats/documents/read-document.ts'
import type { Nightly } from '../report/words/night-levels.ts'
import { mostNights } from './nightly/nights-of-rows.ts'

/** The files in a candidate's artifact. */
export const untouchedFile = 'untouched.json'
export const nightsFile = 'nights.json'

const untouchedSchema = z.object({
  schema: z.literal('stable-bench/untouched@1'),
  suites: z.array(z.string().min(1).max(60)).max(10_000),
})
const name = z.string().max(2000)
const nightsSchema = z.object({
  schema: z.literal('stable-bench/nights@1'),
  machine: name,
  rows: z.array(z.tuple([name, z.array(z.number().nullable()).max(mostNights)])).max(10_000),
})

type Left = { untouched: string[]; nightly: Nightly | null | undefined }

/** Writes the files that there is something for to where `pathOf` says, and returns their paths. */
export function writeLeft(pathOf: (file: string) => string, { untouched, nightly }: Left): string[] {
  const write = (file: string, content: z.infer<typeof untouchedSchema> | z.infer<typeof nightsSchema>) => {
    writeFileSync(pathOf(file), JSON.stringify(content))
    return pathOf(file)
  }
  const paths: string[] = []
  if (untouched.length > 0)
    paths.push(write(untouchedFile, { schema: 'stable-bench/untouched@1', suites: untouched }))
  if (nightly)
    paths.push(write(nightsFile, { schema: 'stable-bench/nights@1', ...nightly, rows: [...nightly.rows] }))
  return paths
}

/** The names of the untouched suites. Throws an InputError that names `source` for another document. */
export const readUntouched = (bytes: Uint8Array, source: string): string[] =>
  readDocument(untouchedSchema, Buffer.from(bytes).toString('utf8'), source).suites

/** The nights; null for another document, since they only decorate. */
export function readNights(bytes: Uint8Array): Nightly | null {
  try {
    const { machine, rows } = readDocument(nightsSchema, Buffer.from(bytes).toString('utf8'), nightsFile)
    return { machine, rows: new Map(rows) }
  } catch {
    return null
  }
}
