// Suites that one of the two commits has, and the other has not.
import type { Comparison, Policy, Session } from '../../model/index.ts'
import { compareSessions } from '../compare-sessions.ts'
import { interleavedRequest, storedRequest } from '../comparison-request.ts'
import { rowOfName } from './row.ts'
import { missingFailureOf, waiverFor } from './row-failures.ts'
import { comparisonOfNoRows } from './unmeasured.ts'

/** A comparison without any baseline, of a suite that only the candidate has. */
export const asNewSuite = (comparison: Comparison): Comparison =>
  comparison.reason === 'no-baseline'
    ? { ...comparison, reason: 'new-suite', explanation: 'only the candidate has this suite' }
    : comparison

/** The comparison of a suite that only the candidate has: all of its rows are new. */
export const newSuite = (candidate: Session, policy: Policy): Comparison =>
  asNewSuite(compareSessions(storedRequest([], [candidate], { policy })))

const renamed = (name: string) => `where it has another name now, that suite needs former-names: [${name}]`

/** The comparison of a suite that only the base has: one row with its name, which fails unless a waiver for that accepts it. */
export function missingSuite(name: string, policy: Policy): Comparison {
  const waiver = waiverFor(policy.waivers, 'missing', { benchmark: name, metric: '' })
  const row = {
    ...rowOfName(name, policy),
    gates: true,
    verdict: 'removed' as const,
    ...missingFailureOf(`only the base commit has this suite; ${renamed(name)}`, waiver),
  }
  const concluded: Pick<Comparison, 'outcome' | 'reason' | 'explanation'> = row.fails
    ? {
        outcome: 'not-established',
        reason: 'benchmarks-missing',
        explanation: `only the base commit has the suite ${name}`,
      }
    : {
        outcome: 'pass',
        reason: null,
        explanation: `nothing was compared: it is accepted that the suite ${name} is missing`,
      }
  return {
    ...concluded,
    ...comparisonOfNoRows(interleavedRequest([], [], policy)),
    rows: [row],
    warnings: [],
  }
}
