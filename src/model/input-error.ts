// The error for errors that the user can correct.

/** The user made a mistake. The message says what is wrong, in which input, what it got and what to do. */
export class InputError extends Error {
  override name = 'InputError'
}

/** What was measured could not be written, for want of room for example: no mistake in the input. */
export class WriteFailure extends InputError {
  override name = 'WriteFailure'
}
