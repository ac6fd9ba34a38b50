// Which suites of the configuration a step without a command asks for, and where they run in the checkout.
import { join, relative } from 'node:path'
import type { Input } from '../../inputs/input.ts'
import { inputText } from '../../inputs/parse.ts'
import { describingInputs, inputs, type Values } from '../../inputs/values.ts'
import { parseShard, shardName } from '../../job/request/shard.ts'
import { InputError } from '../../model/index.ts'
import { repositoryRoot } from '../../policy/config-file.ts'
import { chosenSuites } from '../../policy/suites.ts'

/** The values of a job. With a `shard`, the part is a suite of its own until a publish job puts the parts together. Throws an InputError. */
export const shardValues = <V extends { name: string; shard: string }>(values: V): V => ({
  ...values,
  name: shardName(values.name, parseShard(values.shard)),
})

/** These say what a command is. `working-directory` also says where the checkout is. */
const ofCommand = describingInputs.filter(name => name !== 'command' && name !== 'working-directory')

/** Throws an InputError for an input that belongs to a command, where there is none, and for suites beside a command. */
export function assertOwnInputs(values: Values): void {
  if (values.command !== '') {
    if (values.suite.length === 0) return
    throw new InputError(
      "input 'suite' names suites of the configuration, and input 'command' is another benchmark; take one of the two away",
    )
  }
  const isGiven = (name: (typeof ofCommand)[number]) => {
    const input: Input = inputs[name]
    return inputText(input, values[name]) !== inputText(input, input.default)
  }
  const stray = ofCommand.find(isGiven)
  if (stray === undefined) return
  throw new InputError(
    `input '${stray}' belongs to a command, and input 'command' is empty; give a command, or write ${stray} into the suite in ${values.config || '.stable-bench.yml'}`,
  )
}

/** Those of `names` that the input `suite` asks for. Throws an InputError for a pattern without match, or no names. */
export function asked(names: string[], patterns: string[], path: string): string[] {
  if (names.length > 0) return chosenSuites(names, patterns, path)
  throw new InputError(
    `input 'command' is empty, and ${path} describes no suites; give the benchmark command, or describe suites there`,
  )
}

/**
 * Makes values of what the configuration says of a suite, between `given` and `fixed` ones. Its directories are
 * relative to the repository; a directory of histories has one for each suite, with a page and a memory of its own.
 */
export function inCheckout(given: Values, fixed: Partial<Values> = {}): (own: object) => Values {
  const root = repositoryRoot(given['working-directory']) ?? process.cwd()
  return own => {
    const values: Values = { ...given, ...own, ...fixed }
    const directory = join(root, values['working-directory'])
    const history = values.history === 'artifact' ? values.history : join(values.history, values.name)
    return shardValues({ ...values, history, 'working-directory': relative(process.cwd(), directory) || '.' })
  }
}
