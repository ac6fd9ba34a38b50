// What became of the functions of a program between two builds of it.
import * as z from 'zod'
import { count, text } from './fields.ts'

/** Names that are kept of each class. */
export const MOST_FUNCTIONS = 20

const some = z.object({ count, names: z.array(text).max(MOST_FUNCTIONS).describe('The first of them.') })

export const programCodeSchema = z.object({
  program: text.describe('The file, below the directory of its side.'),
  problem: text.nullable().describe('Why its functions could not be compared; null where they were.'),
  same: count.describe('Functions of which only addresses differ.'),
  changed: some,
  new: some,
  gone: some,
})

export type ProgramCode = z.infer<typeof programCodeSchema>
