// The inputs that decide how a pull request is judged. `defaults` of the configuration may set them, and a pull request
// must not set them for itself.

import { readInput } from '../inputs/parse.ts'
import { type InputName, type InputValue, inputs } from '../inputs/table.ts'

export const decidingInputs = [
  'band',
  'alpha',
  'fail-threshold',
  'fail-on',
  'checks',
  'require-tuned',
  'baseline',
] as const satisfies InputName[]

export type DecidingInput = (typeof decidingInputs)[number]

export type DecidingValues = { [Name in DecidingInput]: InputValue<Name> }

/** What `baseline` may be besides files. */
export const baselineSources = ['auto', 'artifact', 'interleave']

/**
 * What `text` means for the input `name`, or what is wrong with it. A file is no baseline here: whoever changes it would
 * decide.
 */
export function readDecidingInput<Name extends DecidingInput>(
  name: Name,
  text: string,
): { value: InputValue<Name> } | { problem: string } {
  if (name === 'baseline' && !baselineSources.includes(text)) {
    return { problem: `must be one of ${baselineSources.join(', ')}, got '${text.slice(0, 100)}'` }
  }
  return readInput(name, text)
}

/** The value of an input that is not given. */
export const builtIn = <Name extends InputName>(name: Name) =>
  inputs[name].default as unknown as InputValue<Name>
