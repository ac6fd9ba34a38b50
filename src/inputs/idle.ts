// Flags that only say how something is done that another flag asks for. Alone they would do nothing, and nobody would know.
import { InputError } from '../model/index.ts'
import type { Command, Input } from './input.ts'
import { flagOf, type InputName, inputs, takesInput } from './values.ts'

type Idle = {
  names: InputName[]
  /** One of these is enough. */
  without: InputName[]
  /** Only a command on the line is meant: a suite has what is needed in the configuration. */
  ofCommand?: true
}

const IDLE: Idle[] = [
  { names: ['ready', 'ready-timeout', 'warm-up', 'load-cpus'], without: ['service'], ofCommand: true },
  { names: ['setup-timeout'], without: ['setup', 'relink'], ofCommand: true },
  { names: ['explain-time', 'profile'], without: ['explain'] },
  { names: ['paths', 'artifacts', 'benchmark-paths', 'benchmarks-from'], without: ['base-ref'] },
]

const flag = (name: InputName) => flagOf(name, inputs[name] as Input)

/** Whether the suites of the configuration are meant: no command stands on the line. */
const areSuites = (command: Command, values: object, words: string[]) =>
  words.length === 0 &&
  (!['ab', 'explain'].includes(command) || (values as { 'base-ref'?: string })['base-ref'] !== '')

/** Only the text leaves rows out. */
function assertText(command: Command, { output }: { output?: string }, given: { all?: boolean }): void {
  if (given.all !== true || output === 'text' || !takesInput(command, 'all', inputs.all)) return
  throw new InputError(
    `${command}: --all does nothing with --output ${output}, only with text; leave one of them out`,
  )
}

/** Throws an InputError for the first of the flags in `given` that needs another one, which is not there. */
export function assertNoIdle(
  command: Command,
  { values, given, words }: { values: object; given: object; words: string[] },
): void {
  const has = (name: InputName) => Boolean((values as Partial<Record<InputName, unknown>>)[name])
  assertText(command, values, given)
  const ofSuites = areSuites(command, values, words)
  for (const { names, without, ofCommand } of IDLE) {
    const needed = without.filter(name => takesInput(command, name, inputs[name]))
    if ((ofCommand && ofSuites) || needed.length === 0 || needed.some(has)) continue
    const idle = names.find(name => name in given)
    if (idle === undefined) continue
    throw new InputError(
      `${command}: ${flag(idle)} does nothing without ${needed.map(flag).join(' or ')}; give that as well, or leave ${flag(idle)} out`,
    )
  }
}
