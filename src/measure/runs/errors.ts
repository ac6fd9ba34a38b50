// The errors that end measuring early. Their messages are written where they are thrown: ../process/run-process.ts (the
// command), ../checkout/setup.ts, quiet-command.ts.
import type { Side } from './schedule.ts'

/**
 * The command could not be started, failed, took too long or printed too much. Everyone may read `published`, without the command
 * and its output: the runner masks secrets in log and summary only. `hints`: last lines, on where it failed and what to do.
 */
export class MeasureError extends Error {
  override name = 'MeasureError'
  readonly side: Side
  readonly published: string
  readonly hints: readonly string[]
  constructor(message: string, side: Side, published = message, hints: string[] = []) {
    super([message, ...hints].join('\n'))
    this.side = side
    this.published = published
    this.hints = hints
  }
}

/** The machine failed, not the command. The run may be made once more. */
export class MachineFailure extends MeasureError {
  override name = 'MachineFailure'
  readonly reason: string
  constructor(message: string, side: Side, published: string, reason: string) {
    super(message, side, published)
    this.reason = reason
  }
}

/** A run took longer than `run-timeout`, or the runs that are needed do not fit into `max-time`. */
export class OutOfTime extends MeasureError {
  override name = 'OutOfTime'
  readonly limit: 'run-timeout' | 'max-time'
  constructor(message: string, side: Side, published: string, limit: OutOfTime['limit']) {
    super(message, side, published)
    this.limit = limit
  }
}

/** A signal stopped measuring. The runs before it are good. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** What stops a measurement: Ctrl-C, a runner or an init system, and a terminal that closes. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type StopSignal = (typeof stopSignals)[number]

/** A signal ended measuring; `by` decides the exit code. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly by: StopSignal
  constructor(message: string, by: StopSignal) {
    super(message)
    this.by = by
  }
}

/** The error where the machine is not tuned as `require-tuned` asks. */
export class NotTuned extends Error {
  override name = 'NotTuned'
}
