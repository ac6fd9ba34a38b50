// How measuring ends early.
import type { Side } from './schedule.ts'

/** The command did not do its part: it could not be started, failed, took too long or printed too much. */
export class MeasureError extends Error {
  override name = 'MeasureError'
  /** Whose command it was. */
  readonly side: Side
  constructor(message: string, side: Side) {
    super(message)
    this.side = side
  }
}

/** The machine did not do its part, whatever the command is: the run may be made once more. */
export class MachineFailure extends MeasureError {
  override name = 'MachineFailure'
  readonly reason: string
  constructor(message: string, side: Side, reason: string) {
    super(message, side)
    this.reason = reason
  }
}

/** Asked to stop by a signal; what was yielded before is good. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}
