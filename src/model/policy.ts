// What decides. Policy is always an argument, never a field of the data.
import type { Better } from './sample.ts'
import type { Grade } from './testbed.ts'

/** How the measurements of one run become its one number: `p90` is the 90th percentile. */
export type Summary = 'median' | 'mean' | 'min' | `p${number}`

/** What is configured for the rows whose names match; `*` stands for anything, and a later rule wins. */
export type RowRule = {
  benchmark: string
  metric: string
  band?: number | undefined
  threshold?: number | undefined
  better?: Better | undefined
  summary?: Summary | undefined
  gate?: boolean | undefined
}

/** A regression that is accepted for a while: rows that match do not fail as long as they are no worse than `ceiling`. */
export type Waiver = {
  benchmark: string
  metric: string
  ceiling: number
  /** The last day on which it counts, in UTC: `2026-12-31`. */
  expires: string
  /** Whether that day had passed when the comparison was made: it then explains, and accepts nothing. */
  expired: boolean
  reason: string
}

/** An absolute limit for a metric, in its canonical unit. */
export type Budget = { benchmark: string; metric: string; atMost: boolean; limit: number; unit: string }

/** What decides: error rates and the no-change band, all fractions; `rules` for single rows. */
export type Policy = {
  alpha: number
  familyAlpha: number
  equivalenceAlpha: number
  band: number
  storedPriorSd: Record<Grade, number>
  rules: RowRule[]
  /** The smallest change for the worse that fails the comparison, where no rule says otherwise. */
  threshold: number
  waivers: Waiver[]
  budgets: Budget[]
  /** Whether a broken budget fails the comparison: it need not be the pull request that broke it. */
  budgetsGate: boolean
  /** A machine that was not tuned when it was measured establishes nothing. */
  requireTuned: boolean
  /** Report, and never fail. */
  shadow: boolean
  /** Whether run i of either side are a pair; configured, never chosen by looking at the data. */
  paired: boolean
}
