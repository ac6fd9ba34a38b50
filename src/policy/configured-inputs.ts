// Defines the inputs that `defaults` and `suites` of a configuration may set, and reads them.
import * as z from 'zod'
import type { Input } from '../inputs/input.ts'
import { readInput } from '../inputs/parse.ts'
import {
  configuredInputs,
  type DecidingInput,
  type DescribingInput,
  type InputName,
  type InputValue,
  inputs,
  type MeasuringInput,
} from '../inputs/values.ts'

export type DecidingValues = { [Name in DecidingInput]: InputValue<Name> }

type ConfiguredInput = DecidingInput | MeasuringInput | DescribingInput

export type MeasuringValues = { [Name in MeasuringInput]: InputValue<Name> }

/** How one suite is measured. */
export type SuiteSettings = Partial<MeasuringValues>

/** An entry of `suites`: how the suite is measured, and what it is where the entry has a command. */
export type SuiteEntry = SuiteSettings &
  Partial<{ [Name in DescribingInput]: InputValue<Name> }> & {
    'former-names'?: string[]
    companions?: Companions
  }

/** What all runs of a suite share, by its name; times in seconds. */
export type Companions = Record<string, { command: string; ready?: string; 'ready-timeout'?: number }>

export type Defaults = Partial<DecidingValues> & SuiteSettings

/** The value of an input that is not given. */
export const builtIn = <Name extends InputName>(name: Name) =>
  inputs[name].default as unknown as InputValue<Name>

/** The values of `baseline` that are no files. `defaults` takes only these: the author of a file would decide. */
export const baselineSources: readonly string[] = inputs.baseline.decides

const readOne = (name: ConfiguredInput) =>
  z
    .union([z.string(), z.number(), z.boolean()], 'must be one value, written as the input is')
    .transform((given, context) => {
      const text = String(given).trim()
      const { decides }: Input = inputs[name]
      const read =
        Array.isArray(decides) && !decides.includes(text)
          ? { problem: `must be one of ${decides.join(', ')}, got '${text.slice(0, 100)}'` }
          : readInput(name, text)
      if ('value' in read) return read.value
      context.addIssue({ code: 'custom', message: read.problem })
      return z.NEVER
    })

const word = z.union([z.string(), z.number()])

const words = z
  .union([z.array(word), word], 'must be a list of texts, or one text with spaces between them')
  .transform(given => (Array.isArray(given) ? given.map(String) : String(given).trim().split(/\s+/)))
  .refine(each => !each.includes(''), 'must not have an empty text')

/** What an editor shows of an input, as the schema in docs/schema has it. */
export function factsOf(name: ConfiguredInput): { description: string; enum?: string[] } {
  const input: Input = inputs[name]
  const choices = Array.isArray(input.decides)
    ? input.decides
    : input.type === 'choice'
      ? input.choices
      : null
  // Of an input that may be files, the configuration takes the other values alone.
  const description = Array.isArray(input.decides) ? 'The input of that name, without files.' : input.help
  return { description, ...(choices && { enum: [...choices] }) }
}

/** Where an input takes several texts, YAML may list them. */
const setting = (name: ConfiguredInput) => {
  const { type, decides }: Input = inputs[name]
  const schema = type === 'files' && !Array.isArray(decides) ? words : readOne(name)
  return schema.meta(factsOf(name))
}

/** The keys `names`, each optional and written as the input of that name is. */
export const shapeOf = (names: readonly ConfiguredInput[]) =>
  Object.fromEntries(names.map(name => [name, setting(name).optional()]))

/** `defaults` of the configuration. */
export const defaultsShape = shapeOf(configuredInputs)
