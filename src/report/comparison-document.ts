// `stable-bench/comparison@1`: a comparison for other programs. All numbers are fractions; null does not apply.
import * as z from 'zod'
import type { Comparison } from '../model/index.ts'

export const comparisonSchemaName = 'stable-bench/comparison@1'

const number = z.number().nullable()
const runs = z.object({ baseline: z.number().int(), candidate: z.number().int() })
const warnings = z.array(z.object({ code: z.string(), message: z.string() }))

const rowSchema = z.object({
  benchmark: z.string(),
  metric: z.string(),
  unit: z.string(),
  better: z.enum(['lower', 'higher']),
  gates: z.boolean().describe('Whether this row can fail the comparison; others are shown only.'),
  fails: z
    .boolean()
    .describe('Whether this row alone keeps the comparison from passing: it is a regression, or missing.'),
  band: z.number().describe('Changes within ± this are no change in this row.'),
  verdict: z.enum([
    'regression',
    'improvement',
    'no-change',
    'inconclusive',
    'new',
    'removed',
    'failed',
    'not-comparable',
  ]),
  reason: z.string().nullable(),
  baseline: number.describe('Median of the runs, in `unit`.'),
  candidate: number,
  ratio: number.describe('candidate / baseline, always.'),
  interval: z
    .tuple([number, number])
    .nullable()
    .describe('Interval of the ratio at 1 − alpha; a null end is open.'),
  p: number.describe('Raw two-sided p-value.'),
  adjustedP: number.describe("Holm's, over the rows that gate."),
  detectable: number.describe('The effect that is found with 80 % power.'),
  runsNeeded: number.describe('Runs per side that would see a change of the size of the band.'),
  runs,
  values: z
    .object({ baseline: z.array(z.number()), candidate: z.array(z.number()) })
    .describe('One number per run.'),
  warnings,
})

const figureSchema = z.object({
  name: z.string(),
  unit: z.string().describe('`share` is a fraction; empty, a count per run.'),
  lowest: z.number(),
  median: z.number(),
  highest: z.number(),
})

const evidenceSchema = z.object({
  runs: z.number().int(),
  suspect: z.number().int(),
  invalid: z.number().int(),
  repeated: z.number().int().describe('Made again for the sake of the machine.'),
  figures: z.array(figureSchema),
})

const tuningSchema = z.looseObject({
  generation: z.number().int().describe('Moves whenever the machine is tuned.'),
  benchmarkCpus: z.string(),
  unset: z.array(z.looseObject({ knob: z.string(), status: z.string() })),
})

const sideSchema = z.object({
  sources: z.array(z.string()),
  sessions: z.number().int(),
  revision: z
    .object({ commit: z.string().nullable(), ref: z.string().nullable(), dirty: z.boolean().nullable() })
    .nullable(),
  testbed: z
    .object({
      grade: z.enum(['tuned', 'degraded', 'untuned']),
      gradeReason: z.string(),
      fingerprint: z.string(),
      shownFingerprint: z.string().optional(),
      facts: z.record(z.string(), z.string()),
      tuning: tuningSchema.optional(),
    })
    .nullable(),
  evidence: evidenceSchema.nullish().describe('What the machine did while this side was measured.'),
})

const budgetSchema = z.object({
  benchmark: z.string(),
  metric: z.string(),
  unit: z.string(),
  atMost: z.boolean(),
  limit: z.number(),
  value: number.describe('Mean of the runs, in `unit`.'),
  interval: z.tuple([z.number(), z.number()]).nullable(),
  verdict: z.enum(['within', 'almost', 'over', 'unknown']),
  reason: z.string().nullable(),
})

export const comparisonSchema = z.object({
  schema: z.literal(comparisonSchemaName),
  outcome: z.enum(['pass', 'regression', 'not-established']),
  reason: z
    .enum([
      'no-baseline',
      'baseline-unreadable',
      'nothing-compared',
      'benchmarks-missing',
      'testbed-changed',
      'untuned',
      'attempts-lost',
    ])
    .nullable(),
  explanation: z.string(),
  design: z.enum(['interleaved', 'stored']),
  look: z.enum(['only', 'first', 'last']),
  policy: z.object({
    alpha: z.number(),
    familyAlpha: z.number(),
    equivalenceAlpha: z.number(),
    band: z.number(),
    storedPriorSd: z.object({ tuned: z.number(), degraded: z.number(), untuned: z.number() }),
    rules: z.array(z.looseObject({ benchmark: z.string(), metric: z.string() })).describe('For single rows.'),
    threshold: z.number().describe('The smallest change for the worse that fails.'),
    waivers: z
      .array(
        z.object({
          benchmark: z.string(),
          metric: z.string(),
          ceiling: number,
          missing: z.boolean().optional(),
          expires: z.string(),
          expired: z.boolean(),
          reason: z.string(),
        }),
      )
      .describe('What is accepted for a while: regressions up to a ceiling, rows that are missing.'),
    renamed: z
      .array(z.object({ from: z.string(), to: z.string(), proposed: z.boolean() }))
      .optional()
      .describe('Benchmarks with another name than before; `proposed` by the pull request.'),
    today: z.string().nullish().describe('The day of the comparison in UTC.'),
    budgets: z.array(
      z.object({
        benchmark: z.string(),
        metric: z.string(),
        atMost: z.boolean(),
        limit: z.number(),
        unit: z.string(),
      }),
    ),
    budgetsGate: z.boolean().describe('Whether a broken budget fails the comparison.'),
    requireTuned: z.boolean(),
    shadow: z.boolean().describe('Report, and never fail.'),
    paired: z.boolean(),
  }),
  baseline: sideSchema,
  candidate: sideSchema,
  rows: z.array(rowSchema),
  budgets: z.array(budgetSchema).describe('Absolute limits, held against the candidate.'),
  warnings,
})

/** The document of a comparison: numbers that JSON cannot hold (an open end of an interval) become null. */
export function renderComparisonDocument(comparison: Comparison): string {
  return `${JSON.stringify({ schema: comparisonSchemaName, ...comparison }, null, 2)}\n`
}
