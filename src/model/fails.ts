// Decides which outcomes fail a job. Exit code, check run, headline and annotations all ask here. The policy is an
// argument, as everywhere.
import { type Comparison, comparedVerdicts, type NotEstablished, type Row } from './documents/comparison.ts'
import type { FailOn, Policy } from './policy.ts'

/** The `fail-on` values under which each reason fails; docs/configuration.md has the same table. */
const failing: Record<NotEstablished, readonly FailOn[]> = {
  // The first run of a repository or machine, or the first release: there is nothing yet to compare with.
  'no-baseline': [],
  // It is compared once the base has it.
  'new-suite': [],
  'nothing-compared': ['not-established'],
  'benchmarks-missing': ['not-established'],
  'testbed-changed': ['not-established'],
  // Something may be stored, and nobody knows whether it was better.
  'baseline-unreadable': ['not-established', 'regression'],
  // An earlier attempt failed, and nobody can read what it found: a re-run must not clear it.
  'attempts-lost': ['not-established', 'regression'],
  // The user asked for this with require-tuned.
  untuned: ['not-established', 'regression'],
}

/** The fields of a comparison that decide whether it fails. */
export type Decided = Pick<Comparison, 'outcome' | 'reason'> & { policy: Pick<Policy, 'shadow' | 'failOn'> }

const failsUnder = ({ outcome, reason }: Decided, failOn: FailOn): boolean => {
  if (outcome !== 'not-established') return outcome === 'regression' && failOn !== 'never'
  return failing[reason ?? 'nothing-compared'].includes(failOn)
}

/** Whether the outcome fails a job. */
export const fails = (decided: Decided): boolean =>
  !decided.policy.shadow && failsUnder(decided, decided.policy.failOn)

/**
 * Says which setting keeps an outcome from failing that would fail by default. Null for an outcome that fails, for a
 * pass, and for a first run, which never fails.
 */
export function whySpared(decided: Decided): string | null {
  const { shadow, failOn } = decided.policy
  if (fails(decided) || !failsUnder(decided, 'not-established')) return null
  return `this does not fail the check: ${shadow ? 'shadow mode' : `fail-on is ${failOn}`}`
}

/** Whether somebody can accept that rows fail. Not where no row was compared: there is nothing to accept. */
export const isAcceptable = (rows: Row[]): boolean =>
  rows.some(row => row.fails) && rows.some(({ verdict }) => comparedVerdicts.includes(verdict))
