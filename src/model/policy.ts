// The policy, by which rows are judged. It is always an argument, never a field of the data.
import * as z from 'zod'
import { betterSchema } from './documents/sample.ts'

const summarySchema = z.union([z.enum(['median', 'mean', 'min']), z.templateLiteral(['p', z.number()])])

/** How the measurements of one run become its one number: `p90` is the 90th percentile. */
export type Summary = z.infer<typeof summarySchema>

const ruleSchema = z.object({
  benchmark: z.string(),
  metric: z.string(),
  band: z.number().optional(),
  threshold: z.number().optional(),
  better: betterSchema.optional(),
  summary: summarySchema.optional(),
  gate: z.boolean().optional(),
})

/** The configured values for the rows whose names match; `*` stands for anything, and a later rule wins. */
export type RowRule = z.infer<typeof ruleSchema>

/** The pattern that only `name` matches, by benchmark or metric: in a pattern `\*` stands for a `*` and no other text. */
export const exactPattern = (name: string): string => name.replace(/[*?]|\\(?=[\\*?])/g, '\\$&')

const waiverSchema = z.object({
  benchmark: z.string(),
  metric: z.string(),
  ceiling: z
    .number()
    .nullable()
    .describe('The largest change for the worse that does not fail; null where the waiver accepts none.'),
  missing: z.boolean().describe('Whether a row may be missing: removed, failed, or no longer comparable.'),
  expires: z.string().describe('The last day on which it counts, in UTC: 2026-12-31.'),
  expired: z
    .boolean()
    .describe(
      'Whether that day had passed at the comparison. Then the waiver accepts nothing and only explains.',
    ),
  reason: z.string(),
})

/** A permission that expires: the rows that match may become worse up to `ceiling`, or be missing. */
export type Waiver = z.infer<typeof waiverSchema>

/** With this label a maintainer lets the waivers count that a pull request itself adds. */
export const waiverLabel = 'stable-bench: waive'

/** With this label somebody accepts, for one commit, what its results show. */
export const acceptedLabel = 'bench: accepted'

/** Whether a label has this name. A repository has no two that differ in case only, and people make them by hand. */
export const isLabel = (name: string | null | undefined, label: string): boolean =>
  name?.toLowerCase() === label.toLowerCase()

const renameSchema = z.object({
  from: z.string(),
  to: z.string(),
  proposed: z.boolean().describe('Whether only the pull request has this entry, and not the base commit.'),
})

/** A benchmark that has another name than before. */
export type Rename = z.infer<typeof renameSchema>

const budgetSchema = z.object({
  benchmark: z.string(),
  metric: z.string(),
  atMost: z.boolean(),
  limit: z.number(),
  unit: z.string(),
  warn: z.number().optional().describe('The share of the limit from which on a kept budget is named.'),
})

/** An absolute limit for a metric, in its canonical unit. */
export type Budget = z.infer<typeof budgetSchema>

const failOnSchema = z.enum(['inconclusive', 'not-established', 'regression', 'never'])

/**
 * The outcomes that fail. `inconclusive`: all but a first run and a pass in which every gating row was decided.
 * `not-established`: all but a pass and a first run. `regression`: regressions, and outcomes that may hide one. `never`:
 * none.
 */
export type FailOn = z.infer<typeof failOnSchema>

export const policySchema = z.object({
  alpha: z.number(),
  familyAlpha: z.number(),
  equivalenceAlpha: z.number(),
  band: z.number(),
  scatteredFrom: z
    .number()
    .describe(
      "How many times as much as its interleaved baseline's the candidate's runs have to scatter before a row names that.",
    ),
  storedPriorSd: z.object({ tuned: z.number(), degraded: z.number(), untuned: z.number() }),
  rules: z.array(ruleSchema).describe('For single rows.'),
  threshold: z
    .number()
    .nullable()
    .describe(
      'The smallest change for the worse that fails; null: the band of the row. A rule for the row wins.',
    ),
  waivers: z.array(waiverSchema).describe('Permissions that expire.'),
  accepted: z
    .string()
    .nullable()
    .describe('Who accepted these results although they fail, and when; null where nobody did.'),
  renamed: z.array(renameSchema).describe('Benchmarks with another name than before.'),
  budgets: z.array(budgetSchema),
  // A pull request need not have broken it itself.
  budgetsGate: z.boolean().describe('Whether a broken budget fails the comparison.'),
  requireTuned: z
    .boolean()
    .describe('A machine that was not tuned when it was measured establishes nothing.'),
  shadow: z.boolean().describe('Report, and never fail.'),
  failOn: failOnSchema.describe('Which outcomes fail.'),
  today: z
    .string()
    .nullable()
    .describe('The day of the comparison in UTC, 2026-11-20; null where nobody said.'),
})

/** The values by which rows are judged. Error rates, band and threshold are fractions. */
export type Policy = z.infer<typeof policySchema>

/** The policy unless configured: 1 % false alarms a row, 5 % a family, 5 % false "no change", a band of 2 %. */
export const defaultPolicy: Policy = {
  alpha: 0.01,
  familyAlpha: 0.05,
  equivalenceAlpha: 0.05,
  band: 0.02,
  // Runs that truly scatter twice as much are named in about 1 % of cases, with stray runs in 3 to 6 % (bench/scatter.ts).
  scatteredFrom: 5,
  storedPriorSd: { tuned: 0.01, degraded: 0.03, untuned: 0.03 },
  rules: [],
  threshold: null,
  waivers: [],
  accepted: null,
  renamed: [],
  budgets: [],
  budgetsGate: true,
  requireTuned: false,
  shadow: false,
  failOn: 'not-established',
  today: null,
}
