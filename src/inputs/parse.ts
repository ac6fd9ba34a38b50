// Turns the given texts of the inputs into checked values. All mistakes are reported at once.
import { InputError } from '../model/index.ts'
import type { Command, Input, InputRange } from './input.ts'
import { nearest } from './nearest.ts'
import {
  flagOf,
  type InputName,
  type InputValue,
  inputs,
  inputsOf,
  isForAllSuites,
  isOnlyConfigured,
  type ValuesOf,
} from './values.ts'

/** `5%` or `0.05`; a bare number of 1 or more could mean either and is refused. It is exact: `1.4%` is no 0.013999999999999999. */
export function parseFraction(text: string): number {
  const [, digits, exponent = '0', percent] = /^(\d+\.?\d*|\.\d+)(?:e([+-]?\d+))?\s*(%?)$/i.exec(text) ?? []
  return digits === undefined ? Number.NaN : Number(`${digits}e${Number(exponent) - (percent ? 2 : 0)}`)
}

/** The other way round: `5%`, as people write it in an input. In sentences the unit has a space before it. */
const fractionText = (fraction: number) => `${Number((fraction * 100).toPrecision(4))}%`

const SECONDS = { s: 1, m: 60, h: 3600 } as const

/** The seconds of `90`, `90s`, `10m` or `2h`; NaN for any other text. */
function parseDuration(text: string): number {
  const match = /^(\d+)\s*([smh]?)$/.exec(text)
  return match ? Number(match[1]) * SECONDS[(match[2] || 's') as keyof typeof SECONDS] : Number.NaN
}

/** The text that `parseInputs` reads as this value. */
export function inputText({ type }: Pick<Input, 'type'>, value: Input['default']): string {
  if (type === 'fraction' && typeof value === 'number') return fractionText(value)
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** What a value must be, and the value that a mistyped one was meant to be. */
type Problem = { problem: string; meant?: string | null }

/** The mistake with the text that was given: `must be one of low, high, got 'hihg'; did you mean high?` */
const withGiven = ({ problem, meant }: Problem, text: string): string =>
  `${problem}, got '${text}'${meant ? `; did you mean ${meant}?` : ''}`

const orWords = (words: readonly string[] = []) => words.map(word => `${word}, or `).join('')

/** A number within the range of its input, or what it must be. */
const inRange = ({ min, max }: InputRange, value: number, what: string): number | Problem =>
  value >= min && value <= max ? value : { problem: `must be ${what}` }

function parseValue(input: Input, text: string): string | string[] | number | boolean | Problem {
  if ('words' in input && input.words?.includes(text)) return text
  switch (input.type) {
    case 'integer': {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
      const { min, max, words } = input
      return inRange(input, value, `${orWords(words)}a whole number from ${min} to ${max}`)
    }
    case 'fraction': {
      const range = `from ${fractionText(input.min)} to ${fractionText(input.max)}, such as 2%`
      return inRange(input, parseFraction(text), `${orWords(input.words)}${range}`)
    }
    case 'duration': {
      const range = `a time from ${input.min} to ${input.max} s, such as 90s, 10m or 2h`
      return inRange(input, parseDuration(text), range)
    }
    case 'boolean': {
      const words = ['true', ...(input.words ?? [])].join(', ')
      return text === 'true' || (text === 'false' ? false : { problem: `must be ${words} or false` })
    }
    case 'choice':
      if (input.choices.includes(text)) return text
      return {
        problem: `must be one of ${input.choices.join(', ')}`,
        meant: nearest(text, [...input.choices]),
      }
    case 'files':
      return text.split(/\s+/)
    default:
      if (input.form === undefined || input.form[0].test(text)) return text
      return { problem: `must be ${input.form[1]}` }
  }
}

/** The value of the input `name` from `text` (not empty), or the mistake in it. */
export function readInput<Name extends InputName>(
  name: Name,
  text: string,
): { value: InputValue<Name> } | Problem {
  const value = parseValue(inputs[name], text)
  if (typeof value === 'object' && 'problem' in value) return { problem: withGiven(value, text) }
  return { value: value as unknown as InputValue<Name> }
}

type ReadText = (name: InputName) => string | string[] | undefined

/** A step that asks for a gate in vain must not look like one that has it. */
const misplaced = (input: Input): Problem => ({
  problem: `must be set in .stable-bench.yml (under defaults${isForAllSuites(input) ? '' : ', or under suites for one suite'}) and not in a workflow`,
})

/** The values that can be read, with defaults for the others, and the mistakes in those. */
function parseEach<C extends Command>(
  command: C,
  read: ReadText,
): { values: ValuesOf<C>; problems: string[] } {
  const problems: string[] = []
  const label = (name: string, input: Input) =>
    command === 'action' ? `input '${name}'` : flagOf(name, input)
  const values: Record<string, unknown> = {}
  for (const [name, input] of inputsOf(command)) {
    const given = read(name)
    if (Array.isArray(given)) {
      values[name] = given
      continue
    }
    const text = given?.trim() ?? ''
    const isMisplaced = command === 'action' && isOnlyConfigured(input)
    const value = text === '' ? input.default : isMisplaced ? misplaced(input) : parseValue(input, text)
    if (typeof value === 'object' && 'problem' in value) {
      problems.push(`${label(name, input)} ${withGiven(value, text)}`)
      values[name] = input.default
    } else values[name] = value
  }
  return { values: values as ValuesOf<C>, problems: [...problems, ...fewerThanRuns(values, label)] }
}

/** A limit that the first comparison is beyond. */
function fewerThanRuns(
  { runs, 'max-runs': most }: Record<string, unknown>,
  label: (name: string, input: Input) => string,
): string[] {
  if (typeof runs !== 'number' || typeof most !== 'number' || most >= runs) return []
  const [limited, first] = (['max-runs', 'runs'] as const).map(name => label(name, inputs[name]))
  return [`${limited} must be at least ${first}, which is ${runs}, got '${most}'`]
}

/**
 * The values of all inputs of `command`. `read` returns what was given for a name (a list for `files`), undefined
 * or '' where nothing was. Throws one InputError that lists every mistake.
 */
export function parseInputs<C extends Command>(command: C, read: ReadText): ValuesOf<C> {
  const { values, problems } = parseEach(command, read)
  if (problems.length > 0) throw new InputError(problems.join('\n'))
  return values
}

/** The same, but a wrong input gets its default: a job needs the others to report the mistake. */
export const readableInputs = <C extends Command>(command: C, read: ReadText): ValuesOf<C> =>
  parseEach(command, read).values
