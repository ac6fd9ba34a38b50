// The exit codes of the command line and the action, and the reasons that `fail-on` lets fail.
import { constants } from 'node:os'
import type { Comparison, NotEstablished, Policy } from '../model/index.ts'

export const exitCodes = {
  pass: 0,
  measuringFailed: 1,
  regression: 2,
  notEstablished: 3,
  badInput: 64,
} as const

type FailOn = 'regression' | 'not-established' | 'never'

/** The `fail-on` values under which each reason fails; docs/configuration.md has the same table. */
const failing: Record<NotEstablished, readonly FailOn[]> = {
  // The first run of a repository or machine, or the first release: there is nothing yet to compare with.
  'no-baseline': [],
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

/** The fields of a comparison that the exit code depends on. */
export type Decided = Pick<Comparison, 'outcome' | 'reason'> & { policy: Pick<Policy, 'shadow'> }

/** The exit code of a comparison under `failOn`; in shadow mode it never fails. */
export function exitCodeOf({ outcome, reason, policy }: Decided, failOn: FailOn): number {
  if (failOn === 'never' || policy.shadow || outcome === 'pass') return exitCodes.pass
  if (outcome === 'regression') return exitCodes.regression
  return failing[reason ?? 'nothing-compared'].includes(failOn) ? exitCodes.notEstablished : exitCodes.pass
}

/** 130 for SIGINT, 143 for SIGTERM, as a shell reports them. */
export function signalExitCode(signal: 'SIGINT' | 'SIGTERM'): number {
  return 128 + constants.signals[signal]
}
