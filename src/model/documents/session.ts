// A session: the runs of one side of a job, and how the job was asked to make them. Stored as `stable-bench/result@1`.
import * as z from 'zod'
import { evidenceSchema } from './evidence.ts'
import { explainedListSchema } from './explained.ts'
import { amount, count, text } from './fields.ts'
import { programCodeSchema, rowPlacementSchema } from './placement.ts'
import { planSchema } from './plan.ts'
import { failureSchema, readSampleSchema, revisionSchema, warningSchema } from './sample.ts'
import { testbedSchema } from './testbed.ts'

export const unmeasuredSchema = z.object({
  reason: z.enum(['identical-build', 'unchanged-paths']),
  files: z
    .array(text)
    .describe('The built files that are equal, or the patterns below which nothing changed.'),
})

/** Why a job that compares two commits measured neither: they cannot differ. */
export type Unmeasured = z.infer<typeof unmeasuredSchema>

const unreadOutputSchema = z.enum(['measured-values', 'other'])

/** What a command printed in no known format: values that it measured itself, or anything else. */
export type UnreadOutput = z.infer<typeof unreadOutputSchema>

export const resultSchemaName = 'stable-bench/result@1'

export const resultSchema = z.object({
  schema: z.literal(resultSchemaName),
  suite: text.nullable(),
  tool: text.nullable(),
  revision: revisionSchema.nullable(),
  testbed: testbedSchema.nullable(),
  plan: planSchema.nullable(),
  order: z.array(count).nullable().describe('Position of each run among all runs of the job, both sides.'),
  evidence: z
    .array(evidenceSchema)
    .describe('One entry per process, in run order: one per run unless the command is a template.'),
  warnings: z.array(warningSchema),
  failures: z.array(failureSchema),
  benchmarks: z.array(readSampleSchema),
  costs: z
    .array(amount)
    .optional()
    .describe(
      'Seconds that a run of each of the `benchmarks` of the plan took on average, with all that belongs to it. ' +
        'Only a shard of a suite on a branch has them.',
    ),
  unreadOutput: unreadOutputSchema
    .optional()
    .describe(
      'What the command printed in no known format, where nobody asked to time its processes: their times do not stand ' +
        'for its results. On the command line, other output than measured values has only a warning.',
    ),
  machineCode: z
    .array(programCodeSchema)
    .optional()
    .describe(
      'The functions of the programs, compared with those of the baseline; only where a row was called.',
    ),
  placements: z
    .array(rowPlacementSchema)
    .optional()
    .describe(
      'What the place of the code alone does to benchmarks, as was known when the job began. Only the baseline has it.',
    ),
  unmeasured: unmeasuredSchema.optional().describe('Why nothing was measured; then there are no benchmarks.'),
  explained: explainedListSchema
    .optional()
    .describe('Why benchmarks of this session differ from the baseline that was measured with it.'),
})

/**
 * All runs of one job on one machine. `source` names it in messages. `about` is the commit of its workflow run, where
 * that is known: `revision` may be of another repository, or be null.
 */
export type Session = Omit<z.infer<typeof resultSchema>, 'schema'> & { source: string; about?: string }

/** A baseline has no more sessions than this: more make it hardly any sharper. */
export const BASELINE_SESSIONS = 20
