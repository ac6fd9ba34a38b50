// The errors that end measuring early.
import type { Side } from './schedule.ts'

/** The command could not be started, failed, took too long or printed too much. */
export class MeasureError extends Error {
  override name = 'MeasureError'
  /** The side whose command it was. */
  readonly side: Side
  constructor(message: string, side: Side) {
    super(message)
    this.side = side
  }
}

/** The machine failed, not the command. The run may be made once more. */
export class MachineFailure extends MeasureError {
  override name = 'MachineFailure'
  readonly reason: string
  constructor(message: string, side: Side, reason: string) {
    super(message, side)
    this.reason = reason
  }
}

/** A signal stopped measuring. The runs before it are good. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}
