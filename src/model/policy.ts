// The policy, by which rows are judged. It is always an argument, never a field of the data.
import * as z from 'zod'
import type { Better } from './sample.ts'
import type { Grade } from './testbed.ts'

/** How the measurements of one run become its one number: `p90` is the 90th percentile. */
export type Summary = 'median' | 'mean' | 'min' | `p${number}`

/** The configured values for the rows whose names match; `*` stands for anything, and a later rule wins. */
export type RowRule = {
  benchmark: string
  metric: string
  band?: number | undefined
  threshold?: number | undefined
  better?: Better | undefined
  summary?: Summary | undefined
  gate?: boolean | undefined
}

/** A permission that expires: the rows that match may become worse up to `ceiling`, or be missing. */
export type Waiver = {
  benchmark: string
  metric: string
  /** The largest change for the worse that does not fail; null where the waiver accepts none. */
  ceiling: number | null
  /** Whether a row may be missing: removed, failed, or no longer comparable. */
  missing: boolean
  /** The last day on which it counts, in UTC: `2026-12-31`. */
  expires: string
  /** Whether that day had passed when the comparison was made. Then the waiver accepts nothing and only explains. */
  expired: boolean
  reason: string
}

/** With this label a maintainer lets the waivers count that a pull request itself adds. */
export const waiverLabel = 'stable-bench: waive'

/** With this label somebody accepts, for one commit, what its results show. */
export const acceptedLabel = 'bench: accepted'

/** A benchmark that has another name than before. */
export type Rename = {
  from: string
  to: string
  /** Whether only the pull request has this entry, and not the base commit. */
  proposed: boolean
}

/** An absolute limit for a metric, in its canonical unit. */
export type Budget = { benchmark: string; metric: string; atMost: boolean; limit: number; unit: string }

/**
 * The outcomes that fail. `not-established`: all but a pass and a first run. `regression`: regressions, and outcomes
 * that may hide one. `never`: none.
 */
export type FailOn = 'not-established' | 'regression' | 'never'

/** The values by which rows are judged. Error rates, band and threshold are fractions; `rules` are for single rows. */
export type Policy = {
  alpha: number
  familyAlpha: number
  equivalenceAlpha: number
  band: number
  storedPriorSd: Record<Grade, number>
  rules: RowRule[]
  /** The smallest change for the worse that fails the comparison. Null: the row's band. A rule for the row wins. */
  threshold: number | null
  waivers: Waiver[]
  /** Who accepted these results although they fail, and when: `accepted by octocat on …`; null where nobody did. */
  accepted: string | null
  renamed: Rename[]
  budgets: Budget[]
  /** Whether a broken budget fails the comparison. A pull request need not have broken it itself. */
  budgetsGate: boolean
  /** A machine that was not tuned when it was measured establishes nothing. */
  requireTuned: boolean
  /** Report, and never fail. */
  shadow: boolean
  failOn: FailOn
  /** The day of the comparison in UTC, `2026-11-20`; null where nobody said. */
  today: string | null
}

/** The part of a policy that `stable-bench/comparison@1` promises. */
export const policySchema = z.object({
  alpha: z.number(),
  familyAlpha: z.number(),
  equivalenceAlpha: z.number(),
  band: z.number(),
  storedPriorSd: z.object({ tuned: z.number(), degraded: z.number(), untuned: z.number() }),
  rules: z.array(z.looseObject({ benchmark: z.string(), metric: z.string() })).describe('For single rows.'),
  threshold: z
    .number()
    .nullable()
    .describe('The smallest change for the worse that fails; null: the band of the row.'),
  waivers: z
    .array(
      z.object({
        benchmark: z.string(),
        metric: z.string(),
        ceiling: z.number().nullable(),
        missing: z.boolean().optional(),
        expires: z.string(),
        expired: z.boolean(),
        reason: z.string(),
      }),
    )
    .describe('Permissions that expire: for regressions up to a ceiling, or for rows that are missing.'),
  accepted: z.string().nullish().describe('Who accepted these results although they fail, and when.'),
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
  failOn: z.enum(['not-established', 'regression', 'never']).optional().describe('Which outcomes fail.'),
})
