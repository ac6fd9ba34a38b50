// Reads the flags of one command from the table of inputs; `-- COMMAND…` ends them.
import { parseArgs } from 'node:util'
import { commandNames } from '../inputs/help.ts'
import { assertNoIdle } from '../inputs/idle.ts'
import type { Command, Input } from '../inputs/input.ts'
import { nearest } from '../inputs/nearest.ts'
import { parseInputs } from '../inputs/parse.ts'
import { flagOf, type InputName, inputs, inputsOf, type ValuesOf } from '../inputs/values.ts'
import { InputError } from '../model/index.ts'

/** `given` are the values that were given, without the defaults; `words` are behind `--`, or the files of `trend` and `export`. */
export type Flags<C extends Command> = { values: ValuesOf<C>; given: Partial<ValuesOf<C>>; words: string[] }

type Token = { kind: string; index: number; name?: string; value?: string | undefined; rawName?: string }

/** The inputs of a command by the names of their flags, without the dashes. */
type Known = Map<string, { name: InputName; input: Input }>

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

const isBoolean = (word: string | undefined, words: readonly string[]) =>
  word !== undefined && ['true', 'false', '', ...words].includes(word.trim())

/** `--require-tuned` means `--require-tuned true`. */
function spellOutBooleans(known: Known, args: string[]): string[] {
  const booleans = new Map(
    [...known].flatMap(([flag, { input }]) => {
      if (input.type !== 'boolean') return []
      const names = [`--${flag}`, ...(input.short ? [`-${input.short}`] : [])]
      return names.map((name): [string, readonly string[]] => [name, input.words ?? []])
    }),
  )
  return args.flatMap((word, i) => {
    const words = booleans.get(word)
    return words !== undefined && !isBoolean(args[i + 1], words) ? [word, 'true'] : [word]
  })
}

/** Lists take several words: `--baseline a.json b.json --candidate c.json`. Returns the words of no flag. */
function assign(command: Command, known: Known, tokens: Token[], given: Map<InputName, string[]>): string[] {
  const words: string[] = []
  let list: string[] | null = null
  for (const token of tokens) {
    if (token.kind === 'option') {
      const found = known.get(token.name ?? '')
      if (!found) throw unknownFlag(command, token.rawName ?? '', known)
      const { name, input } = found
      if (token.value === undefined) throw new InputError(`--${token.name} needs a value`)
      const values = given.get(name) ?? []
      if (values.length > 0 && input.type !== 'files') throw new InputError(`--${token.name} is given twice`)
      given.set(name, [...values, token.value])
      list = input.type === 'files' ? (given.get(name) as string[]) : null
    } else if (token.kind === 'positional') (list ?? words).push(token.value ?? '')
  }
  return words
}

/** The two words that `ab` and `compare` take instead of --baseline and --candidate. */
function assignSides(command: Command, known: Known, words: string[], given: Map<InputName, string[]>): void {
  const sides = ['baseline', 'candidate'].map(flag => known.get(flag)?.name as InputName)
  if (words.length !== 2 || sides.some(name => given.has(name))) {
    const how =
      command === 'compare'
        ? 'compare OLD NEW, or several as --baseline FILE… --candidate FILE…'
        : `${command} './old' './new'; quote a command of several words`
    throw new InputError(
      `${command}: takes the baseline and the candidate, got ${words.map(word => `'${word}'`).join(' ')}` +
        `${sides.some(name => given.has(name)) ? ' besides --baseline or --candidate' : ''}; give both: ${how}`,
    )
  }
  for (const [i, name] of sides.entries()) given.set(name, [words[i] as string])
}

/** The range that `bisect` takes as a word. */
function assignRange(words: string[], given: Map<InputName, string[]>): void {
  const [range = '', ...more] = words
  if (more.length > 0 || given.has('range'))
    throw new InputError(
      `bisect: takes one range, got ${[...(given.get('range') ?? []), ...words].map(word => `'${word}'`).join(' ')}; ` +
        'write bisect v1.2..main, and put the command after --',
    )
  given.set('range', [range])
}

function assertNoWords(command: Command, [stray]: string[]): void {
  if (stray === undefined) return
  const hint = ['run', 'calibrate', 'init'].includes(command) ? '; put the command after --' : ''
  throw new InputError(`unexpected argument '${stray}' for '${command}'${hint}`)
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
  const own = spellOutBooleans(known, end < 0 ? argv : argv.slice(0, end))
  const options = Object.fromEntries(
    [...known].map(([flag, { input }]) => [
      flag,
      { type: 'string' as const, ...(input.short ? { short: input.short } : {}) },
    ]),
  )
  const { tokens } = parseArgs({ args: own, options, strict: false, allowPositionals: true, tokens: true })
  assertNoCount(tokens as Token[])
  const given = new Map<InputName, string[]>()
  const words = assign(command, known, tokens as Token[], given)
  const behind = end < 0 ? [] : argv.slice(end + 1)
  const takesFiles = command === 'trend' || command === 'trend import' || command === 'export'
  if (['ab', 'explain', 'compare'].includes(command) && words.length > 0)
    assignSides(command, known, words, given)
  else if (command === 'bisect' && words.length > 0) assignRange(words, given)
  else if (!takesFiles) assertNoWords(command, words)
  const read = (name: InputName) => (inputs[name].type === 'files' ? given.get(name) : given.get(name)?.[0])
  const values = parseInputs(command, read)
  const chosen = Object.entries(values).filter(([name]) => given.has(name as InputName))
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
