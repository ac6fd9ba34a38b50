// Reads the flags of one command from the table of inputs; `-- COMMAND…` ends them.
import { parseArgs } from 'node:util'
import { parseInputs } from '../inputs/parse.ts'
import { type Command, type InputName, inputsOf, type ValuesOf } from '../inputs/values.ts'
import { InputError } from '../model/index.ts'

/** `given` are the values that were given, without the defaults; `words` are behind `--`, or the files of `trend`. */
export type Flags<C extends Command> = { values: ValuesOf<C>; given: Partial<ValuesOf<C>>; words: string[] }

type Token = { kind: string; index: number; name?: string; value?: string | undefined }

function unknownFlag(command: Command, flag: string): InputError {
  const known = inputsOf(command).map(([name]) => `--${name}`)
  return new InputError(`unknown flag ${flag} for '${command}'; it takes ${known.join(', ')}, --help`)
}

const isBoolean = (word: string | undefined) => word !== undefined && /^\s*(true|false|)\s*$/.test(word)

/** `--require-tuned` means `--require-tuned true`. */
function spellOutBooleans(command: Command, args: string[]): string[] {
  const booleans = inputsOf(command).flatMap(([name, { type }]) => (type === 'boolean' ? [`--${name}`] : []))
  return args.flatMap((word, i) =>
    booleans.includes(word) && !isBoolean(args[i + 1]) ? [word, 'true'] : [word],
  )
}

/** Lists take several words: `--baseline a.json b.json --candidate c.json`. */
function assign(command: Command, tokens: Token[], given: Map<string, string[]>): string[] {
  const declared = new Map<string, string>(inputsOf(command).map(([name, input]) => [name, input.type]))
  const words: string[] = []
  let list: string[] | null = null
  for (const token of tokens) {
    if (token.kind === 'option') {
      const name = token.name ?? ''
      if (!declared.has(name)) throw unknownFlag(command, `--${name}`)
      if (token.value === undefined) throw new InputError(`--${name} needs a value`)
      const values = given.get(name) ?? []
      if (values.length > 0 && declared.get(name) !== 'files')
        throw new InputError(`--${name} is given twice`)
      given.set(name, [...values, token.value])
      list = declared.get(name) === 'files' ? (given.get(name) as string[]) : null
    } else if (token.kind === 'positional') (list ?? words).push(token.value ?? '')
  }
  return words
}

/** The values of `command`'s inputs and the words behind `--`. Throws an InputError that lists what is wrong. */
export function readFlags<C extends Command>(command: C, argv: string[]): Flags<C> {
  const end = argv.indexOf('--')
  const own = spellOutBooleans(command, end < 0 ? argv : argv.slice(0, end))
  const options = Object.fromEntries(inputsOf(command).map(([name]) => [name, { type: 'string' as const }]))
  const { tokens } = parseArgs({ args: own, options, strict: false, allowPositionals: true, tokens: true })
  const given = new Map<string, string[]>()
  const stray = assign(command, tokens as Token[], given)
  const behind = end < 0 ? [] : argv.slice(end + 1)
  const takesFiles = command === 'trend'
  if (stray.length > 0 && !takesFiles) {
    const hint = command === 'run' || command === 'calibrate' ? '; put the command behind --' : ''
    throw new InputError(`unexpected argument '${stray[0]}' for '${command}'${hint}`)
  }
  const types = new Map<string, string>(inputsOf(command).map(([name, input]) => [name, input.type]))
  const read = (name: InputName) => (types.get(name) === 'files' ? given.get(name) : given.get(name)?.[0])
  const values = parseInputs(command, read)
  const chosen = Object.entries(values).filter(([name]) => given.has(name))
  return {
    values,
    given: Object.fromEntries(chosen) as Flags<C>['given'],
    words: takesFiles ? [...stray, ...behind] : behind,
  }
}
