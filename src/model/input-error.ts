// What is the user's to mend.

/** A mistake of the user's: the message says what is wrong, in which input, what it got and what to do. */
export class InputError extends Error {
  override name = 'InputError'
}
