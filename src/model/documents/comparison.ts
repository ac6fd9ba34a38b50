// Two sides compared: rows, verdicts, outcome. Rendered as `stable-bench/comparison@1`, which other programs read: all
// numbers are fractions, and null stands for what does not apply.
import * as z from 'zod'
import { policySchema } from '../policy.ts'
import { evidenceSummarySchema } from './evidence.ts'
import { explainedListSchema } from './explained.ts'
import { count } from './fields.ts'
import { betterSchema, revisionSchema, type Warning } from './sample.ts'
import { unmeasuredSchema } from './session.ts'
import { testbedSchema } from './testbed.ts'

const verdictSchema = z.enum([
  'regression',
  'improvement',
  'no-change',
  'inconclusive',
  'scattered',
  'new',
  'removed',
  'failed',
  'not-comparable',
])

export type Verdict = z.infer<typeof verdictSchema>

/** The verdicts of rows that were tested. The other verdicts say why there was nothing to test. */
export const comparedVerdicts: readonly Verdict[] = [
  'regression',
  'improvement',
  'no-change',
  'inconclusive',
  'scattered',
]

/** The verdicts of rows for which neither a change nor its absence was shown. */
export const undecidedVerdicts: readonly Verdict[] = ['inconclusive', 'scattered']

/** The verdicts of rows that were expected and are missing. */
export const missingVerdicts: readonly Verdict[] = ['removed', 'failed', 'not-comparable']

const number = z.number().nullable()
const warnings = z.array(z.object({ code: z.string(), message: z.string() }))

const rowSchema = z.object({
  benchmark: z.string(),
  metric: z.string(),
  unit: z.string(),
  better: betterSchema,
  gates: z.boolean().describe('Whether this row can fail the comparison; others are shown only.'),
  fails: z
    .boolean()
    .describe(
      'Whether this row alone keeps the comparison from passing: it is a regression, missing, or scattered; with fail-on inconclusive also where it is inconclusive.',
    ),
  band: z.number().describe('Changes within ± this are no change in this row.'),
  verdict: verdictSchema,
  reason: z.string().nullable(),
  baseline: number.describe('Median of the runs, in `unit`.'),
  candidate: number,
  ratio: number.describe('candidate / baseline, always.'),
  interval: z
    .tuple([number, number])
    .nullable()
    .describe('Interval of the ratio at 1 − alpha; a null end is open.')
    // JSON has no infinity: an interval that was written with an open end is dropped when it is read.
    .transform((ends): [number, number] | null => {
      const [low, high] = ends ?? [null, null]
      return low === null || high === null ? null : [low, high]
    }),
  p: number.describe('Raw two-sided p-value.'),
  adjustedP: number.describe("Holm's, over the rows that gate."),
  detectable: number.describe('The effect that is found with 80 % power.'),
  runsNeeded: number.describe('Runs per side that would see a change of the size of the band.'),
  scatter: z
    .object({
      ratio: number.describe('null where the runs of the baseline are all the same.'),
      p: z.number().describe('Raw one-sided p-value of the candidate scattering more.'),
      adjustedP: z.number().describe("Holm's, over the rows that gate."),
    })
    .nullable()
    .describe(
      "How many times as much the candidate's runs scatter as those of its interleaved baseline; null where that was not tested.",
    ),
  runs: z.object({ baseline: z.number().int(), candidate: z.number().int() }),
  values: z
    .object({ baseline: z.array(z.number()), candidate: z.array(z.number()) })
    .describe('One number per run.'),
  warnings,
})

/** One benchmark and metric compared. */
export type Row = z.infer<typeof rowSchema>

const budgetSchema = z.object({
  benchmark: z.string(),
  metric: z.string(),
  unit: z.string(),
  atMost: z.boolean(),
  limit: z.number(),
  value: number.describe('Mean of the runs, in `unit`.'),
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /**
   * `almost`: the limit lies within the interval. `near`: kept, and beyond the share of the limit from which on it is
   * named. `unknown`: the reason says why.
   */
  verdict: z.enum(['within', 'near', 'almost', 'over', 'unknown']),
  reason: z.string().nullable(),
})

/** A budget compared with one row of the candidate. */
export type BudgetResult = z.infer<typeof budgetSchema>

const sideSchema = z.object({
  sources: z.array(z.string()),
  sessions: z.number().int(),
  revision: revisionSchema.nullable(),
  testbed: testbedSchema.nullable(),
  evidence: evidenceSummarySchema
    .nullish()
    .describe('The activity of the machine while this side was measured.'),
})

export const comparisonSchemaName = 'stable-bench/comparison@1'

export const comparisonSchema = z.object({
  schema: z.literal(comparisonSchemaName),
  outcome: z.enum(['pass', 'regression', 'not-established']),
  reason: z
    .enum([
      'no-baseline',
      'base-not-measured',
      'new-suite',
      'baseline-unreadable',
      'nothing-compared',
      'benchmarks-missing',
      'testbed-changed',
      'scattered',
      'inconclusive',
      'untuned',
      'output-not-recognised',
      'attempts-lost',
      'base-changed',
    ])
    .nullable(),
  explanation: z.string(),
  /** `interleaved`: alternated in one job. `stored`: the baseline was stored by earlier sessions. */
  design: z.enum(['interleaved', 'stored']),
  chosenBecause: z
    .string()
    .optional()
    .describe(
      'Why the job measured both sides as it did, where it chose itself, and how to choose otherwise.',
    ),
  looks: z
    .array(count)
    .describe(
      'Runs per side at each planned look at the data, ascending; empty where one was planned. A row is decided at the first of them that is not below its runs.',
    ),
  policy: policySchema,
  baseline: sideSchema,
  candidate: sideSchema,
  unmeasured: unmeasuredSchema.optional().describe('Why nothing had to be measured; then there are no rows.'),
  rows: z.array(rowSchema),
  budgets: z.array(budgetSchema).describe('Absolute limits, held against the candidate.'),
  explained: explainedListSchema.optional().describe('Why rows changed: what was counted, and profiles.'),
  warnings,
})

/** One side as the report names it. */
export type SideSummary = z.infer<typeof sideSchema>

export type Comparison = Omit<z.infer<typeof comparisonSchema>, 'schema'>

/** A comparison, or why its sides cannot be compared. */
export type FamilyMember = { comparison: Comparison; problem: null } | { comparison: null; problem: string }

export type Outcome = Comparison['outcome']
export type NotEstablished = NonNullable<Comparison['reason']>
export type Design = Comparison['design']

/** The comparison with `first` in front of its warnings. */
export const withWarnings = (comparison: Comparison, first: Warning[]): Comparison => ({
  ...comparison,
  warnings: [...first, ...comparison.warnings],
})
