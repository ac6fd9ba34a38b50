// The command that stands on the line, and the suites of the configuration file that are measured where there is none.
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readTextFile } from '../../files/read.ts'
import type { Input } from '../../inputs/input.ts'
import { flagOf, inputs, inputsOfCommand } from '../../inputs/values.ts'
import { InputError } from '../../model/index.ts'
import { shellWord } from '../../phrases.ts'
import { configFileName, parseConfig, placeOf, repositoryRoot } from '../../policy/config-file.ts'
import type { Config } from '../../policy/config-schema.ts'
import { chosenSuites, describedSuites } from '../../policy/suites.ts'
import { configFileOf } from '../policy.ts'

/** `root` is the directory that the working directories of its suites are relative to. */
export type SuitesSource = { path: string; text: string; root: string; config: Config }

type MeasuringCommand = 'run' | 'ab' | 'explain' | 'bisect' | 'calibrate'
type SuiteCommand = MeasuringCommand | 'export'

/** How each is called before its `--`, and an example of that. */
const CALLS: Record<MeasuringCommand, [call: string, example: string]> = {
  run: ['run', 'run'],
  calibrate: ['calibrate', 'calibrate'],
  ab: ['ab --base-ref REF', 'ab --base-ref main'],
  explain: ['explain --base-ref REF', 'explain --base-ref main'],
  bisect: ['bisect OLD..NEW', "bisect v1.2..main --setup 'make'"],
}

const noCommand = (command: MeasuringCommand, call: string) =>
  `${command}: no command; put it after --, as in: stable-bench ${call} -- ./bench`

/** Throws an InputError where there is no command, or a line for a shell: the command is started as it is. */
export function assertCommand(command: MeasuringCommand, words: string[]): void {
  const [first = '', ...others] = words
  const [call] = CALLS[command]
  if (first.trim() === '') throw new InputError(noCommand(command, call))
  const isLine = others.length === 0 && /\s/.test(first.trim())
  if (isLine && !existsSync(first))
    throw new InputError(
      `${command}: ${shellWord(first)} is one word after --, and no program has that name; ` +
        `let bash read it: stable-bench ${call} -- bash -c ${shellWord(first)}`,
    )
}

/** Throws an InputError where `--suite` chooses suites and a command is given, too. */
export function assertNoSuites(command: SuiteCommand, { suite }: { suite: string[] }): void {
  if (suite.length === 0) return
  const given = command === 'export' ? 'a file' : 'a command'
  const message = `${command}: --suite chooses suites of the configuration file, and ${given} is named, too`
  throw new InputError(`${message}; leave one of them out`)
}

/** The configuration file, which describes suites. Throws an InputError where none does, and for flags that belong to a command. */
export function suitesSource(
  command: SuiteCommand,
  { values, given }: { values: { config: string }; given: object },
): SuitesSource {
  const path = configFileOf(values)
  const text = path === null ? '' : readTextFile(path)
  const config = parseConfig(text, path ?? configFileName)
  if (path === null || describedSuites(config).size === 0) {
    const lacks =
      command === 'export'
        ? 'export: names no file, as in: stable-bench export result.json'
        : noCommand(command, CALLS[command][1])
    throw new InputError(`${lacks}; or describe suites in ${path ?? configFileName}`)
  }
  const stray = inputsOfCommand.find(name => name in given)
  if (stray !== undefined) {
    const flag = flagOf(stray, inputs[stray] as Input)
    const message = `${command}: ${flag} belongs to a command, and there is none; put it after --, or leave ${flag} out`
    throw new InputError(`${message} to take the suites of ${path}`)
  }
  const root = values.config === '' ? dirname(resolve(path)) : (repositoryRoot('') ?? process.cwd())
  return { path, text, root, config }
}

/** Those of `names` that are asked for. Throws an InputError for one that is not among them, and for entries of the file without a command. */
export function askedSuites(
  { path, text, config }: SuitesSource,
  names: string[],
  asked: string[],
): string[] {
  const bare = Object.keys(config.suites).filter(name => !names.includes(name))
  const unmeasured = bare.find(name => asked.length === 0 || asked.includes(name))
  if (unmeasured === undefined) return chosenSuites(names, asked, path)
  const advice = asked.length === 0 ? 'give it one, or choose others with --suite' : 'give it one'
  const place = placeOf(text, path, ['suites', unmeasured])
  throw new InputError(`${place}: suites, ${unmeasured}: has no command; ${advice}`)
}
