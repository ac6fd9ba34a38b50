// How the command line and the action end, for people's scripts.
import { constants } from 'node:os'
import type { Comparison, NotEstablished, Policy } from './model.ts'

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

/** What fails whenever anything may: nothing was found out, and it is not for want of a first run. */
export const alwaysFails: readonly NotEstablished[] = ['untuned', 'baseline-unreadable']

/** The exit code of a comparison under `failOn`; in shadow mode it never fails. */
export function exitCodeOf({ outcome, reason, policy }: Decided, failOn: FailOn): number {
  if (failOn === 'never' || policy.shadow || outcome === 'pass') return exitCodes.pass
  if (outcome === 'regression') return exitCodes.regression
  const fails = failOn === 'not-established' || (reason !== null && alwaysFails.includes(reason))
  return fails ? exitCodes.notEstablished : exitCodes.pass
}

/** 130 for SIGINT, 143 for SIGTERM, as a shell reports them. */
export function signalExitCode(signal: 'SIGINT' | 'SIGTERM'): number {
  return 128 + constants.signals[signal]
}
