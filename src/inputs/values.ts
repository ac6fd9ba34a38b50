// The names and kinds of inputs, and the values of each command, from the tables of inputs. `npm run update` renders action.yml,
// the table of docs/reference.md and the texts of --help from these.
import { judged } from './declared/judged.ts'
import { measured } from './declared/measured.ts'
import { reported } from './declared/reported.ts'
import type { Command, Input } from './input.ts'

/** Every input of the action and every flag of the command line, one entry each. */
export const inputs = { ...measured, ...judged, ...reported } as const

export type InputName = keyof typeof inputs

type ValueByType = {
  integer: number
  fraction: number
  duration: number
  boolean: boolean
  files: string[]
  text: string
}

type ValueOf<I extends { type: string }> =
  | (I['type'] extends keyof ValueByType ? ValueByType[I['type']] : never)
  | (I extends { choices: readonly (infer C)[] } ? C : never)
  | (I extends { words: readonly (infer W)[] } ? W : never)

/** The value of the input `Name`, once it is read. */
export type InputValue<Name extends InputName> = ValueOf<(typeof inputs)[Name]>

/** `explain` takes what `ab` takes. */
type TakenAs<C extends Command> = C extends 'explain' ? 'ab' : C

/** The inputs that `C` takes. For several commands, those that all of them take. */
type NameOf<C extends Command> = {
  [Name in InputName]: [TakenAs<C>] extends [(typeof inputs)[Name]['commands'][number]] ? Name : never
}[InputName]

/** The values of a command's inputs. */
export type ValuesOf<C extends Command> = { [Name in NameOf<C>]: InputValue<Name> }

/** The values of the action: of the inputs of its step, and of its settings. */
export type Values = ValuesOf<'action'>

const entries = Object.entries(inputs) as [InputName, Input][]

/** Whether `command` takes an input. `explain` takes what `ab` takes, and needs no flag to explain. */
export const takesInput = (command: Command, name: string, { commands }: Pick<Input, 'commands'>): boolean =>
  command === 'explain' ? commands.includes('ab') && name !== 'explain' : commands.includes(command)

/** The declarations that apply to `command`, in declared order. */
export function inputsOf<C extends Command>(command: C): [NameOf<C>, Input][] {
  return entries.filter(([name, input]) => takesInput(command, name, input)) as [NameOf<C>, Input][]
}

/** The name of the input's flag, as in `--runs`. */
export const flagOf = (name: string, { flag = name }: Pick<Input, 'flag'>) => `--${flag}`

type InputMark = 'decides' | 'measures' | 'describes' | 'repeats'

type With<F extends InputMark> = {
  [Name in InputName]: (typeof inputs)[Name] extends Record<F, unknown> ? Name : never
}[InputName]

const namesWith = <F extends InputMark>(field: F) =>
  entries.filter(([, input]) => field in input).map(([name]) => name) as With<F>[]

export type DecidingInput = With<'decides'>

/** The inputs that decide how a pull request is judged. */
export const decidingInputs = namesWith('decides')

export type MeasuringInput = With<'measures'>

/** The inputs that say for good how a suite is measured. */
export const measuringInputs = namesWith('measures')

/** The measuring inputs that fill in the command. */
export const templateInputs = measuringInputs.filter(name => (inputs[name] as Input).measures === 'own')

export type DescribingInput = With<'describes'>

/** The inputs that say what a suite is. */
export const describingInputs = namesWith('describes')

/** The inputs of one command: where suites are measured they are keys of each, and no flags. */
export const inputsOfCommand: readonly InputName[] = ['name', ...describingInputs, ...templateInputs]

/** The inputs that say what the service of a suite is, by their keys below `service` of its entry. */
export const serviceInputs = {
  command: 'service',
  ready: 'ready',
  'ready-timeout': 'ready-timeout',
  'warm-up': 'warm-up',
  'load-cpus': 'load-cpus',
} as const satisfies Record<string, MeasuringInput>

const ofService: readonly string[] = Object.values(serviceInputs)

/** Whether `defaults` of the configuration alone may set an input, and no suite for itself. */
export const isForAllSuites = ({ measures }: Pick<Input, 'measures'>): boolean =>
  measures === undefined || measures === 'together'

/** The inputs that an entry of `suites` may set as keys of its own, in declared order. */
export const suiteInputs = entries
  .filter(([name, input]) => ('describes' in input || !isForAllSuites(input)) && !ofService.includes(name))
  .map(([name]) => name) as (DescribingInput | MeasuringInput)[]

/** The inputs that `defaults` of the configuration may set, in declared order. */
export const configuredInputs = entries
  .filter(([name, input]) => ('decides' in input || 'measures' in input) && !ofService.includes(name))
  .map(([name]) => name) as (DecidingInput | MeasuringInput)[]

/** Whether only the configuration sets it for the action: a step of a workflow has no input of that name. */
export const isOnlyConfigured = ({ decides, measures }: Input): boolean =>
  decides === true || measures !== undefined

/** An input for which `isOnlyConfigured` holds. */
type OnlyConfigured = {
  [Name in InputName]: (typeof inputs)[Name] extends { decides: true } | { measures: unknown } ? Name : never
}[InputName]

export type StepInput = Exclude<NameOf<'action'>, OnlyConfigured>

/** The inputs that a step of a workflow has. */
export const stepInputs = inputsOf('action')
  .filter(([, input]) => !isOnlyConfigured(input))
  .map(([name]) => name) as StepInput[]

/** The inputs that say what is measured and how it is judged on any machine. */
export const repeatedInputs = namesWith('repeats')
