// Reads the flags of one command from the table of inputs; `-- COMMAND…` ends them.
import { parseArgs } from 'node:util'
import { commandNames } from '../inputs/help.ts'
import { assertNoIdle } from '../inputs/idle.ts'
import type { Command, Input } from '../inputs/input.ts'
import { nearest } from '../inputs/nearest.ts'
import { parseInputs, readInput } from '../inputs/parse.ts'
import { flagOf, type InputName, inputs, inputsOf, type ValuesOf } from '../inputs/values.ts'
import { InputError } from '../model/index.ts'
import { placeWords } from './words.ts'

/** `given` are the values that were given, without the defaults; `words` are behind `--`, or the files of `trend` and `export`. */
export type Flags<C extends Command> = { values: ValuesOf<C>; given: Partial<ValuesOf<C>>; words: string[] }

type Token = {
  kind: string
  name?: string
  value?: string | undefined
  rawName?: string
  inlineValue?: boolean | undefined
}

/** The inputs of a command by the names of their flags, without the dashes. */
export type Known = Map<string, { name: InputName; input: Input }>

const knownOf = (command: Command): Known =>
  new Map(inputsOf(command).map(([name, input]) => [flagOf(name, input).slice(2), { name, input }]))

function unknownFlag(command: Command, flag: string, known: Known): InputError {
  const names = [...known.keys(), 'help']
  const meant = nearest(flag.replace(/^-+/, ''), names)
  const others = commandNames.filter(each => knownOf(each).has(flag.slice(2))).join(', ')
  const hint = others
    ? `it is a flag of ${others}`
    : meant
      ? `did you mean --${meant}?`
      : `it takes ${names.map(name => `--${name}`).join(', ')}`
  return new InputError(`unknown flag ${flag} for '${command}'; ${hint} (stable-bench ${command} --help)`)
}

/** `-r=5` is `--runs=5`. */
function spellOut(known: Known, word: string): string {
  const [, short] = /^-(\w)=/.exec(word) ?? []
  const [flag] = [...known].find(([, { input }]) => short !== undefined && input.short === short) ?? []
  return flag === undefined ? word : `--${flag}${word.slice(2)}`
}

/** What each word before `--` is. */
function tokensOf(known: Known, args: string[]): Token[] {
  const options = Object.fromEntries(
    [...known].map(([flag, { input }]) => {
      const type = input.type === 'boolean' ? ('boolean' as const) : ('string' as const)
      return [flag, { type, ...(input.short ? { short: input.short } : {}) }]
    }),
  )
  const words = args.map(word => spellOut(known, word))
  return parseArgs({ args: words, options, strict: false, allowPositionals: true, tokens: true }).tokens
}

/** Throws an InputError for a flag without its value, also where another flag is in its place: `-` and `-5` are values. */
function givenValue({ name, value, inlineValue }: Token): string {
  if (value === undefined) throw new InputError(`--${name} needs a value`)
  if (!inlineValue && /^-[^\d.]/.test(value))
    throw new InputError(
      `--${name} needs a value, and ${value} is a flag; give a value that begins with a dash as --${name}=${value}`,
    )
  return value
}

/** The mistake that `word` would be as the value of the input `name`, or null. */
function mistakeIn(name: InputName, word: string): string | null {
  const read = word.trim() === '' ? {} : readInput(name, word.trim())
  return 'problem' in read ? `${flagOf(name, inputs[name] as Input)} ${read.problem}` : null
}

/**
 * Lists take several words: `--baseline a.json b.json --candidate c.json`. `--quiet` means `--quiet true`. Returns the words of no flag,
 * and what is wrong with the first of them that may be meant as a value.
 */
function assign(
  command: Command,
  known: Known,
  tokens: Token[],
  given: Map<InputName, string[]>,
): { words: string[]; mistaken: string | null } {
  const words: string[] = []
  let mistaken: string | null = null
  let list: string[] | null = null
  let bare: InputName | null = null
  for (const token of tokens) {
    if (token.kind === 'option') {
      const found = known.get(token.name ?? '')
      if (!found) throw unknownFlag(command, token.rawName ?? '', known)
      const { name, input } = found
      const values = given.get(name) ?? []
      if (values.length > 0 && input.type !== 'files') throw new InputError(`--${token.name} is given twice`)
      bare = input.type === 'boolean' && token.value === undefined ? name : null
      values.push(bare ? 'true' : givenValue(token))
      given.set(name, values)
      list = input.type === 'files' ? values : null
      continue
    }
    const { value: word = '' } = token
    const mistake = bare && mistakeIn(bare, word)
    if (bare && mistake === null) given.set(bare, [word])
    else {
      ;(list ?? words).push(word)
      mistaken ??= mistake
    }
    bare = null
  }
  return { words, mistaken }
}

/** Throws an InputError for `-n 10`: with ab, hey and others that is how often. */
function assertNoCount(tokens: Token[]): void {
  const count = tokens.find(({ rawName, value }) => rawName === '-n' && /^\d+$/.test(value ?? ''))?.value
  if (count === undefined) return
  throw new InputError(
    `-n: is the name of the suite, got '${count}'; for that many runs add -r ${count}, for that name --name ${count}`,
  )
}

/** The values of `command`'s inputs and the words behind `--`. Throws an InputError that lists what is wrong. */
export function readFlags<C extends Command>(command: C, argv: string[]): Flags<C> {
  const end = argv.indexOf('--')
  const known = knownOf(command)
  const tokens = tokensOf(known, end < 0 ? argv : argv.slice(0, end))
  assertNoCount(tokens)
  const given = new Map<InputName, string[]>()
  const { words, mistaken } = assign(command, known, tokens, given)
  const behind = end < 0 ? [] : argv.slice(end + 1)
  const takesFiles = command === 'trend' || command === 'trend import' || command === 'export'
  const problem = takesFiles ? null : placeWords(command, words, { given, mistaken })
  const texts = (name: InputName) => given.get(name)?.filter(text => text.trim() !== '') ?? []
  const read = (name: InputName) => {
    const [first, ...more] = texts(name)
    return inputs[name].type === 'files' && first !== undefined ? [first, ...more] : first
  }
  const values = parseInputs(command, read)
  if (problem !== null) throw new InputError(problem)
  const chosen = Object.entries(values).filter(([name]) => texts(name as InputName).length > 0)
  return {
    values,
    given: Object.fromEntries(chosen) as Flags<C>['given'],
    words: takesFiles ? [...words, ...behind] : behind,
  }
}

/** The same. Throws an InputError, too, for a flag that does nothing without another one. */
export function usedFlags<C extends Command>(command: C, argv: string[]): Flags<C> {
  const flags = readFlags(command, argv)
  assertNoIdle(command, flags)
  return flags
}

/** Throws an InputError where a command that reads files is given none; `example` is a call with one. */
export function assertPaths(command: Command, words: string[], example: string): void {
  if (words.length > 0) return
  throw new InputError(`${command}: names no directory or file, as in: stable-bench ${command} ${example}`)
}

/** Throws an InputError where a command that reads files is told to time processes. */
export function assertFileFormat(command: Command, { tool }: { tool: string }): void {
  if (tool !== 'process') return
  throw new InputError(
    `${command}: --tool process times a command, and ${command} runs none; name the format of the files`,
  )
}

/** Throws an InputError for a format in `given` where all files are result documents. */
export function assertFormatCounts(
  command: Command,
  given: Flags<'compare'>['given'],
  counts: boolean,
): void {
  const idle = given.tool !== undefined && given.tool !== 'auto' ? 'tool' : given.pattern ? 'pattern' : null
  if (counts || idle === null) return
  throw new InputError(
    `${command}: --${idle} says how the output of a tool is read, and result documents say that themselves; leave it out`,
  )
}
