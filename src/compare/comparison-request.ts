// The request for a comparison: the sessions of both sides, how they were measured, and the policy.
import type { Design, Grade, Placement, Policy, Sample, Session } from '../model/index.ts'
import type { Looks } from './looks.ts'

/** The runs of a row in earlier nights: an inner list for each night, the oldest first; and what they say of the place of the code. */
export type NightRuns = Pick<Sample, 'name' | 'metric' | 'unit'> & {
  nights: number[][]
  placement?: Placement
}

/** The sessions to compare, and the rules to compare them by. */
export type ComparisonRequest = {
  /** The newest first where they were stored. */
  baselines: Session[]
  /** In an interleaved comparison the i-th session of each side makes one block: a machine, or an attempt of the job. */
  candidates: Session[]
  design: Design
  policy: Policy
  /** The grade of a session that records no testbed, untuned unless given. */
  assumedGrade?: Grade
  /** Whether the stored sessions are of other machines than the candidate's, of one class. */
  isAcross?: boolean
  /** The nights on the candidate's testbed, which say how stored sessions differ. */
  nights?: NightRuns[] | undefined
  /** Why stored baselines could not be read; null or absent where all could, or where there are none. */
  unreadable?: string | null
  /** Rows of other comparisons of the same family, whose raw p-values count in Holm's correction. */
  others?: TestedRow[]
}

/** A request whose sides have been looked at before, by plan. */
export type LookedAt = ComparisonRequest & { looks: Looks }

/** The p of a row's change and of its scatter, null where not tested, over the share of alpha that the row's look may spend. */
export type TestedRow = { gates: boolean; p: number | null; scatterP: number | null }

/** Sessions that each alternated both sides: the attempts of one job, or the machines of a matrix. */
export const interleavedRequest = (
  baselines: Session[],
  candidates: Session[],
  policy: Policy,
): ComparisonRequest => ({ baselines, candidates, design: 'interleaved', policy })

/** A candidate, with all its attempts, against the stored results of earlier sessions. */
export const storedRequest = (
  baselines: Session[],
  candidates: Session[],
  settings: Pick<ComparisonRequest, 'policy' | 'unreadable' | 'nights'>,
): ComparisonRequest => ({ ...settings, baselines, candidates, design: 'stored' })
