// How the inputs that decide are read from a configuration and from a workflow file. `defaults` of the configuration
// may set them, and a pull request must not set them for itself.
import * as z from 'zod'
import { readInput } from '../inputs/parse.ts'
import {
  type DecidingInput,
  decidingInputs,
  type Input,
  type InputName,
  type InputValue,
  inputs,
} from '../inputs/values.ts'

export type DecidingValues = { [Name in DecidingInput]: InputValue<Name> }

export type Defaults = Partial<DecidingValues>

/** The value of an input that is not given. */
export const builtIn = <Name extends InputName>(name: Name) =>
  inputs[name].default as unknown as InputValue<Name>

/** What `baseline` may be besides files. Who changes a file would decide, so `defaults` takes none. */
export const baselineSources: readonly string[] = inputs.baseline.decides

/** What `text` means for the input `name`, or what is wrong with it. */
export function readDecidingInput<Name extends DecidingInput>(
  name: Name,
  text: string,
): { value: InputValue<Name> } | { problem: string } {
  const { decides }: Input = inputs[name]
  if (Array.isArray(decides) && !decides.includes(text)) {
    return { problem: `must be one of ${decides.join(', ')}, got '${text.slice(0, 100)}'` }
  }
  return readInput(name, text)
}

const setting = (name: DecidingInput) =>
  z
    .union([z.string(), z.number(), z.boolean()], 'must be one value, written as the input is')
    .transform((given, context) => {
      const read = readDecidingInput(name, String(given).trim())
      if ('value' in read) return read.value
      context.addIssue({ code: 'custom', message: read.problem })
      return z.NEVER
    })

/** `defaults` of the configuration: named and written as the inputs are. */
export const defaultsShape = Object.fromEntries(decidingInputs.map(name => [name, setting(name).optional()]))
