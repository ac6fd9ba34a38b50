// What is known of the place of the code: which functions of two builds are the same machine code, and what builds of one
// program differ by.
import * as z from 'zod'
import { amount, count, text } from './fields.ts'

export const placementSchema = z.object({
  builds: count.describe('How many builds that is known of.'),
  sd: amount
    .nullable()
    .describe(
      'Relative standard deviation between builds, without that of their runs; null where no build had a second run.',
    ),
  seen: amount.describe('Relative standard deviation between builds, with what their runs leave in it.'),
  farthest: z.number().describe('By how much the build farthest from the middle one differs, as a share.'),
})

/** What the place of the code alone does to one benchmark. */
export type Placement = z.infer<typeof placementSchema>

export const rowPlacementSchema = placementSchema.extend({ benchmark: text, metric: text })

export type RowPlacement = z.infer<typeof rowPlacementSchema>

/** Names that are kept of each class. */
export const MOST_FUNCTIONS = 20

const some = z.object({ count, names: z.array(text).max(MOST_FUNCTIONS).describe('The first of them.') })

export const programCodeSchema = z.object({
  program: text.describe('The file, below the directory of its side.'),
  problem: text.nullable().describe('Why its functions could not be compared; null where they were.'),
  sameImage: z
    .boolean()
    .optional()
    .describe('Whether all that is loaded of it is the same on both sides, byte for byte.'),
  same: count.describe('Functions of which only addresses differ.'),
  changed: some,
  new: some,
  gone: some,
})

export type ProgramCode = z.infer<typeof programCodeSchema>
