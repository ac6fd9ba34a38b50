// The exit codes of the command line. The action only passes or fails. compare/verdict/conclude.ts says what an outcome
// is, and model/fails.ts which of them fails.
import { constants } from 'node:os'
import { type Decided, fails, type Session } from '../model/index.ts'

export const exitCodes = {
  pass: 0,
  measuringFailed: 1,
  regression: 2,
  /** Only `doctor` ends with this one. It never ends with `regression`, so both may be 2. */
  notReady: 2,
  notEstablished: 3,
  badInput: 64,
} as const

/** The exit code of a comparison. */
export function exitCodeOf(decided: Decided): number {
  if (!fails(decided)) return exitCodes.pass
  return decided.outcome === 'regression' ? exitCodes.regression : exitCodes.notEstablished
}

/** The exit code of a command that measured one session, or read it: it may have no numbers, or none that stand for results. */
export const exitCodeOfSession = (session: Pick<Session, 'unreadOutput' | 'benchmarks'>): number =>
  session.unreadOutput === undefined && session.benchmarks.length > 0
    ? exitCodes.pass
    : exitCodes.notEstablished

/** 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP, as a shell reports them. */
export const signalExitCode = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => 128 + constants.signals[signal]
