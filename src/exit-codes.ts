// How the command line and the action end, for people's scripts.
import { constants } from 'node:os'
import type { Comparison, Policy } from './model.ts'

export const exitCodes = {
  pass: 0,
  measuringFailed: 1,
  regression: 2,
  notEstablished: 3,
  badInput: 64,
} as const

export type FailOn = 'regression' | 'not-established' | 'never'

/** What decides of a comparison, or of several together. */
export type Decided = Pick<Comparison, 'outcome' | 'reason'> & { policy: Pick<Policy, 'shadow'> }

/**
 * The exit code of a comparison under `failOn`. In shadow mode it never fails. An untuned machine fails where
 * `require-tuned` asked for it, and so does a re-run of which an earlier attempt failed for a reason that is lost.
 */
export function exitCodeOf({ outcome, reason, policy }: Decided, failOn: FailOn): number {
  if (failOn === 'never' || policy.shadow || outcome === 'pass') return exitCodes.pass
  if (outcome === 'regression') return exitCodes.regression
  const fails = reason === 'untuned' || reason === 'attempts-lost'
  return failOn === 'not-established' || fails ? exitCodes.notEstablished : exitCodes.pass
}

/** 130 for SIGINT, 143 for SIGTERM, as a shell reports them. */
export function signalExitCode(signal: 'SIGINT' | 'SIGTERM'): number {
  return 128 + constants.signals[signal]
}
