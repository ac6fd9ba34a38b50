// The suites of a repository compared together: a section each. Rendered as `stable-bench/report@1`, which other
// programs read.
import * as z from 'zod'
import { comparisonSchema } from './comparison.ts'

export const reportSchemaName = 'stable-bench/report@1'

export const reportSchema = z.object({
  schema: z.literal(reportSchemaName),
  outcome: comparisonSchema.shape.outcome.describe('Of all suites together.'),
  fails: z.boolean().describe('Whether it fails a job: what the policy says of the outcome.'),
  result: z.string().describe('The result of all suites together, in one sentence.'),
  problems: z.array(z.string()).describe('A sentence for everything that is missing.'),
  untouched: z
    .array(z.string())
    .describe('The suites that were not measured, since no file below their `paths` changed.'),
  sections: z.array(
    z.object({
      suite: z.string(),
      comparison: comparisonSchema
        .omit({ schema: true })
        .nullable()
        .describe('Null where `problem` says why.'),
      problem: z.string().nullable(),
    }),
  ),
})
