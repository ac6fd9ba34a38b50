// Why a benchmark differs: what was counted while it was measured, and a profile of both sides.
import * as z from 'zod'
import { amount, count, text } from './fields.ts'

const name = z.string().max(500)

/** More nodes are left out of the tree, the lightest first. */
export const MOST_NODES = 100_000

const interval = z.tuple([z.number(), z.number()])

const figureSchema = z.object({
  name: z.enum([
    'instructions',
    'cycles',
    'cpu-time',
    'system-time',
    'waiting',
    'branch-misses',
    'cache-misses',
    'page-faults',
    'context-switches',
  ]),
  change: z
    .number()
    .describe(
      'candidate / baseline − 1; of system-time and waiting the difference as a share of the wall time of the baseline.',
    ),
  interval: interval.describe('At 99 %.'),
})

/** What was counted in the runs, compared. */
export type CountedFigure = z.infer<typeof figureSchema>

const functionSchema = z.object({
  name,
  file: name
    .nullable()
    .describe('Below the directory that the command ran in, where debug information says it.'),
  line: count.nullable(),
  baseline: z
    .number()
    .describe("Own time as a share of the baseline's total, as all numbers of the profile."),
  candidate: z.number(),
  gain: z.number().describe('candidate − baseline.'),
  interval: interval.describe('Of the gain at 99 %, over runs.'),
  named: z
    .boolean()
    .describe(
      "Whether the gain is beyond the profile's noise: its p, over all functions together, at most 1 %.",
    ),
  code: z
    .enum(['same', 'changed', 'new', 'gone'])
    .optional()
    .describe('How its machine code differs, where that was compared.'),
})

export type ExplainedFunction = z.infer<typeof functionSchema>

const treeSchema = z
  .object({
    frames: z.array(name).max(MOST_NODES),
    frame: z.array(count).max(MOST_NODES).describe('Of each node, its position in frames.'),
    parent: z
      .array(z.number().int())
      .max(MOST_NODES)
      .describe('The position of its caller, which comes before it; -1 for none.'),
    baseline: z
      .array(amount)
      .max(MOST_NODES)
      .describe('Time with all that it called, in millionths of the total.'),
    candidate: z.array(amount).max(MOST_NODES),
  })
  .refine(({ frames, frame, parent, baseline, candidate }) => {
    const isWhole = [parent, baseline, candidate].every(({ length }) => length === frame.length)
    return (
      isWhole && frame.every(i => i < frames.length) && parent.every((above, i) => above >= -1 && above < i)
    )
  }, 'is no tree')

/** The call stacks of both sides in one tree. */
export type StackTree = z.infer<typeof treeSchema>

const profileSchema = z.object({
  profiler: text,
  runs: z.object({ baseline: count, candidate: count }),
  samples: z.object({ baseline: count, candidate: count }),
  total: z.object({ change: z.number(), interval: interval.nullable() }),
  rest: z
    .object({ change: z.number(), changed: z.boolean() })
    .describe('All functions that are not named, together.'),
  perOperation: z
    .boolean()
    .describe('Whether the runs take a fixed time: shares of the profile times the change of the benchmark.'),
  unknown: z.number().describe('The share of the time in code without a name.'),
  functions: z.array(functionSchema).max(100),
  tree: treeSchema,
})

export type ExplainedProfile = z.infer<typeof profileSchema>

const explainedSchema = z.object({
  benchmark: text.nullable().describe('What stood for `{benchmark}`; null for the whole command.'),
  counted: z.array(figureSchema),
  profile: profileSchema.nullable(),
  missing: text.nullable().describe('Why there is no profile, and the way out.'),
})

/** A job explains at most so many benchmarks. */
const MOST_EXPLAINED = 20

export const explainedListSchema = z.array(explainedSchema).max(MOST_EXPLAINED)

/** Why one benchmark, or a whole command, differs. */
export type Explained = z.infer<typeof explainedSchema>
