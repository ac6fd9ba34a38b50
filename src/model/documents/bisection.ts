// `stable-bench/bisection@1`: which commit of a range changed a benchmark, and what was measured to find it.
import * as z from 'zod'
import { betterSchema, warningSchema } from './sample.ts'

export const bisectionSchemaName = 'stable-bench/bisection@1'

const interval = z
  .tuple([z.number(), z.number()])
  .nullable()
  .describe('Interval of the ratio at 1 − alpha; null where it cannot be said.')

const probability = z.number().min(0).max(1)

const commitSchema = z.object({
  sha: z.string(),
  author: z.string(),
  authored: z.string().describe("The author's date, ISO 8601."),
  subject: z.string(),
})

/** A commit as a report names it. */
export type NamedCommit = z.infer<typeof commitSchema>

const stepSchema = z.object({
  commits: z
    .array(commitSchema)
    .min(1)
    .describe('The commit; several where all but the last could not be measured, and any of them may be it.'),
  probability: probability.describe('That the step is in one of `commits`.'),
  ratio: z.number().describe('After the step / before it.'),
  interval,
  merge: commitSchema
    .nullable()
    .describe('The merge that brought the commit into the range; null where none did.'),
  isMerge: z
    .boolean()
    .describe(
      'Whether the commit is a merge, and no commit that it brought in is known to have made the step.',
    ),
  unsearched: z
    .string()
    .nullable()
    .describe(
      'Why a commit that the merge brought in may have made the step; null where none did, or it is no merge.',
    ),
  repeat: z.string().describe('The command that measures this step again.'),
})

/** A step of the change, and who made it. */
export type BisectedStep = z.infer<typeof stepSchema>

export const bisectionSchema = z.object({
  schema: z.literal(bisectionSchemaName),
  range: z.string(),
  command: z.string(),
  setup: z.string(),
  old: commitSchema,
  new: commitSchema,
  commits: z.number().int().describe('Commits of the range along the first parents, without `old`.'),
  outcome: z
    .enum(['found', 'no-change', 'undecided'])
    .describe(
      'no-change: nothing differs between the ends, as far as this was seen. undecided: no commit is sure enough.',
    ),
  reason: z.string().nullable().describe('Why nothing was found; null where something was.'),
  benchmark: z.string().nullable(),
  metric: z.string().nullable(),
  better: betterSchema.nullable(),
  ends: z
    .object({ ratio: z.number(), interval, rounds: z.number().int() })
    .nullable()
    .describe('The change between both ends: new / old.'),
  detectable: z
    .number()
    .nullable()
    .describe('With no-change: the smallest change that would have been seen, with 80 % power.'),
  steps: z.array(stepSchema).describe('The largest one; with --all in the order of the commits.'),
  rest: z
    .boolean()
    .nullable()
    .describe(
      'Whether other commits changed it as well, so that --all would find more; null where that was not asked.',
    ),
  probabilities: z
    .array(z.object({ sha: z.string(), subject: z.string(), probability }))
    .describe('The most probable commits, where none is sure.'),
  measured: z
    .array(z.object({ sha: z.string(), rounds: z.number().int(), ratio: z.number() }))
    .describe('Each commit that was measured: the ratio to the old end, in rounds of one run each.'),
  skipped: z
    .array(z.object({ sha: z.string(), subject: z.string(), reason: z.string() }))
    .describe('Commits that could not be measured.'),
  runs: z.number().int(),
  seconds: z.number().describe('With setups, over all starts of the command.'),
  warnings: z.array(warningSchema),
})

export type BisectionDocument = z.infer<typeof bisectionSchema>

/** What a bisection found. */
export type Bisection = Omit<BisectionDocument, 'schema'>
