// The measurements, and the warnings that travel with them. `stable-bench/samples@1` holds nothing else.
import * as z from 'zod'
import { text } from './fields.ts'

export const betterSchema = z.enum(['lower', 'higher'])
export type Better = z.infer<typeof betterSchema>

/** Characters that these fields of a sample may have. */
export const longest = { name: 10_000, metric: 200, unit: 50 } as const

export const sampleSchema = z.object({
  name: z.string().min(1).max(longest.name).describe('The benchmark.'),
  metric: z
    .string()
    .min(1)
    .max(longest.metric)
    .describe('The quantity that was measured; name and metric identify an entry.'),
  unit: z.string().max(longest.unit).describe('For example ns, ms, s, B, MiB, ns/op.'),
  better: betterSchema.describe('Which direction is good.'),
  runs: z
    .array(z.array(z.number()).min(1))
    .min(1)
    .describe('One inner list per run (fresh process), in execution order: its measurements.'),
})

const printed = text
  .max(longest.name)
  .optional()
  .describe('The name as the tool printed it, where what looks like a part of the machine was taken off.')

const placed = z
  .object({
    layouts: z
      .array(z.number().int().min(0))
      .describe('What stood for `{layout}` in each build; run i was of build i.'),
    order: z
      .array(z.number().int().min(0))
      .describe('Position of each of these runs among those of both sides, as `order` of a session.'),
    oneBuild: z.number().nullable().describe('The ratio that one build a side had.'),
  })
  .optional()
  .describe(
    'Of a benchmark that was called with one build a side: these runs are of several, made afterwards.',
  )

const warmUpSchema = z.object({
  unit: z.enum(['s', 'measurements']),
  leftOut: z
    .array(z.number().min(0).nullable())
    .describe('Of each run; null where it never got steady, and all of it counts.'),
})

/** How much of the beginning of each run is not in its measurements, since the level was not steady yet. */
export type WarmUp = z.infer<typeof warmUpSchema>

const warmUp = warmUpSchema
  .optional()
  .describe(
    'How much of the beginning of the runs was left out, since it was not steady yet; absent where nothing was.',
  )

/** As `sampleSchema`, with what is known of how a tool printed it, of builds of its own, and of what was left out. */
export const readSampleSchema = sampleSchema.extend({ printed, placed, warmUp })

/** One benchmark's measurements of one metric. */
export type Sample = z.infer<typeof readSampleSchema>

export const samplesSchemaName = 'stable-bench/samples@1'

export const samplesSchema = z.object({
  schema: z.literal(samplesSchemaName),
  benchmarks: z.array(sampleSchema).describe('The first metric listed for a benchmark is its primary one.'),
})

export const warningSchema = z.object({ code: text, message: text })

/** A doubt that travels with the data it is about. */
export type Warning = z.infer<typeof warningSchema>

/** Each message once. */
export const uniqueWarnings = (warnings: Warning[]): Warning[] => [
  ...new Map(warnings.map(warning => [warning.message, warning])).values(),
]

export const failureSchema = z.object({ name: text, printed, reason: text })

/** A benchmark that was expected to yield measurements and did not. */
export type Failure = z.infer<typeof failureSchema>

export const revisionSchema = z.object({
  commit: text.nullable(),
  ref: text.nullable(),
  dirty: z.boolean().nullable().describe('Whether tracked files differed from the commit.'),
  repository: text.optional().describe('The owner/name that was checked out, if its origin says it.'),
  address: text.optional().describe('Where a browser finds it, on whichever server, if its origin says it.'),
})

/** The commit that was measured: all fields are null where the work tree is not a git checkout. */
export type Revision = z.infer<typeof revisionSchema>
