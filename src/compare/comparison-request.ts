import type { Design, Grade, Look, Policy, Session } from '../model/index.ts'

/** What is compared, and by which rule. */
export type ComparisonRequest = {
  /** Where the design is stored, the newest first. */
  baselines: Session[]
  /** Interleaved, the i-th of either side are one block: a machine, or an attempt of the job. */
  candidates: Session[]
  design: Design
  look: Look
  policy: Policy
  /** The grade of a session that records no testbed. */
  assumedGrade: Grade
  /** Why no baseline could be read, where it is not that there is none; null or absent where all could. */
  unreadable?: string | null
  /** Rows of other comparisons of the same family: their raw p-values count in Holm's correction of this one. */
  others?: Tested[]
}

/** What a family needs to know of a row that was tested. */
export type Tested = { gates: boolean; p: number }

/**
 * Sessions that each alternated both sides: the attempts of one job, or the machines of a matrix. Every attempt is
 * another look, so the levels are those of a last look.
 */
export const interleavedRequest = (
  baselines: Session[],
  candidates: Session[],
  policy: Policy,
): ComparisonRequest => ({
  baselines,
  candidates,
  design: 'interleaved',
  look: 'last',
  policy,
  assumedGrade: 'untuned',
})

/** A candidate, with all attempts of it, against what earlier sessions stored. */
export const storedRequest = (
  baselines: Session[],
  candidates: Session[],
  { policy, unreadable = null }: Pick<ComparisonRequest, 'policy' | 'unreadable'>,
): ComparisonRequest => ({
  baselines,
  candidates,
  design: 'stored',
  look: 'only',
  policy,
  assumedGrade: 'untuned',
  unreadable,
})
