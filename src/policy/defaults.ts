// `defaults` of `.stable-bench.yml`: the inputs that decide, named and written as the inputs are.
import * as z from 'zod'
import {
  type DecidingInput,
  type DecidingValues,
  decidingInputs,
  readDecidingInput,
} from './deciding-inputs.ts'

export type Defaults = Partial<DecidingValues>

const setting = (name: DecidingInput) =>
  z.union([z.string(), z.number(), z.boolean()]).transform((given, context) => {
    const read = readDecidingInput(name, String(given).trim())
    if ('value' in read) return read.value
    context.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  })

export const defaultsSchema: z.ZodType<Defaults> = z.strictObject(
  Object.fromEntries(decidingInputs.map(name => [name, setting(name).optional()])),
)
