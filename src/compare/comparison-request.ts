import type { Design, Grade, Look, Policy, Session } from '../model/index.ts'

/** The sessions to compare, and the rules to compare them by. */
export type ComparisonRequest = {
  /** The newest first where they were stored. */
  baselines: Session[]
  /** In an interleaved comparison the i-th session of each side makes one block: a machine, or an attempt of the job. */
  candidates: Session[]
  design: Design
  look: Look
  policy: Policy
  /** The grade of a session that records no testbed. */
  assumedGrade: Grade
  /** Why stored baselines could not be read; null or absent where all could, or where there are none. */
  unreadable?: string | null
  /** Rows of other comparisons of the same family, whose raw p-values count in Holm's correction. */
  others?: Tested[]
}

/** A row that was tested, as far as the others of its family need it. */
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
