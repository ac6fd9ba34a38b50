// What can be read from the table of inputs (declarations.ts): names, kinds, and the values of each command.
import { inputs } from './declarations.ts'

export { inputs }

export type Command = 'run' | 'ab' | 'compare' | 'calibrate' | 'trend' | 'demo' | 'action'

type Kind =
  | { type: 'text'; default: string }
  | { type: 'boolean'; default: boolean }
  | { type: 'integer'; default: number; min: number; max: number }
  | { type: 'fraction'; default: number; min: number; max: number }
  | { type: 'choice'; default: string; choices: readonly string[] }
  | { type: 'files'; default: readonly string[] }

export type Input = Kind & {
  /** What it does, in sentences that fit every command. */
  help: string
  /** What only the action does with it. */
  inAction?: string
  /** Stands for the value in --help; a choice and a boolean show what they may be. */
  value?: string
  commands: readonly Command[]
  /**
   * Whether it decides how a pull request is judged: `defaults` of the configuration may set it, and a pull request
   * must not set it for itself. A list names the values of which that is true.
   */
  decides?: true | readonly string[]
  /** Whether the commands in a report that repeat a comparison give it: not what belongs to one machine. */
  repeats?: true
}

export type InputName = keyof typeof inputs

type ValueOf<I> = I extends { type: 'integer' | 'fraction' }
  ? number
  : I extends { type: 'choice'; choices: readonly (infer C)[] }
    ? C
    : I extends { type: 'files' }
      ? string[]
      : I extends { type: 'boolean' }
        ? boolean
        : string

/** The value of the input `Name`, once it is read. */
export type InputValue<Name extends InputName> = ValueOf<(typeof inputs)[Name]>

/** The inputs that `C` takes; of several commands, those that all of them take. */
type NameOf<C extends Command> = {
  [Name in InputName]: [C] extends [(typeof inputs)[Name]['commands'][number]] ? Name : never
}[InputName]

/** The values of a command's inputs. */
export type ValuesOf<C extends Command> = { [Name in NameOf<C>]: InputValue<Name> }

/** The values of the action's inputs. */
export type Values = ValuesOf<'action'>

const entries = Object.entries(inputs) as [InputName, Input][]

/** The declarations that apply to `command`, in declared order. */
export function inputsOf<C extends Command>(command: C): [NameOf<C>, Input][] {
  return entries.filter(([, { commands }]) => commands.includes(command)) as [NameOf<C>, Input][]
}

type With<Field extends 'decides' | 'repeats'> = {
  [Name in InputName]: (typeof inputs)[Name] extends { [F in Field]: unknown } ? Name : never
}[InputName]

const namesWith = <Field extends 'decides' | 'repeats'>(field: Field) =>
  entries.filter(([, input]) => field in input).map(([name]) => name) as With<Field>[]

export type DecidingInput = With<'decides'>

/** The inputs that decide how a pull request is judged. */
export const decidingInputs = namesWith('decides')

/** The inputs that say what is measured and how it is judged, on whichever machine. */
export const repeatedInputs = namesWith('repeats')
