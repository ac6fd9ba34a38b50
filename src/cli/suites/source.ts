// The suites that a command measures where no command stands on the line: those of the configuration file.
import { dirname, resolve } from 'node:path'
import { readTextFile } from '../../files/read.ts'
import type { Input } from '../../inputs/input.ts'
import { flagOf, inputs, inputsOfCommand } from '../../inputs/values.ts'
import { InputError } from '../../model/index.ts'
import { configFileName, parseConfig, placeOf, repositoryRoot } from '../../policy/config-file.ts'
import type { Config } from '../../policy/config-schema.ts'
import { chosenSuites, describedSuites } from '../../policy/suites.ts'
import { configFileOf } from '../policy.ts'

/** `root` is the directory that the working directories of its suites are relative to. */
export type SuitesSource = { path: string; text: string; root: string; config: Config }

type SuiteCommand = 'run' | 'ab' | 'explain' | 'bisect' | 'calibrate' | 'export'

/** A call of each with what is missing. */
const CALLS: Record<SuiteCommand, string> = {
  run: 'run -- ./bench',
  calibrate: 'calibrate -- ./bench',
  ab: 'ab --base-ref main -- ./bench',
  explain: 'explain --base-ref main -- ./bench',
  bisect: "bisect v1.2..main --setup 'make' -- ./bench",
  export: 'export result.json',
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
    const lacks = command === 'export' ? 'names no file' : 'no command; put it after --'
    const call = `${lacks}, as in: stable-bench ${CALLS[command]}`
    throw new InputError(`${command}: ${call}; or describe suites in ${path ?? configFileName}`)
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
