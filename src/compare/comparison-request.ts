import type { Design, Grade, Look, Policy, Session } from '../model.ts'

/** What is compared, and by which rule. */
export type ComparisonRequest = {
  /** One where the design is interleaved; where it is stored, the newest first. */
  baselines: Session[]
  candidate: Session
  design: Design
  look: Look
  policy: Policy
  /** The grade of a session that records no testbed. */
  assumedGrade: Grade
}
