// Messages name an input as a workflow gives it, `cpus: …` or "set cpus to none". The command line has flags.
import { commandNames } from './help.ts'
import type { Command, Input } from './input.ts'
import { flagOf, type InputName, inputs, inputsOfCommand, takesInput } from './values.ts'

/**
 * `message` with the input that it begins with, and perhaps its value (`cpus=9: …`), as a flag: `--cpus 9: …`. The name of a command
 * stays what it is, also where an input has it.
 */
export function withFlag(message: string): string {
  return message.replace(/^([a-z-]+)(?:=(\S+))?: /, (whole, name: string, value?: string) => {
    const isCommand = (commandNames as string[]).includes(name)
    if (isCommand || !Object.hasOwn(inputs, name)) return whole
    return value === undefined ? `--${name}: ` : `--${name} ${value}: `
  })
}

/** A value, or words about it: "set pattern to say where". */
const ADVICE = /\b([Ss])et ([a-z-]+) to (?!say\b|the\b)('[^']*'|[^\s;,:]*[^\s;,:.)])/g

/**
 * `text` with advice such as "set cpus to none" as `command` takes it: "add --cpus none". Where it is about suites, the
 * inputs of one command stay what they are, keys of a suite.
 */
export function adviceInFlags(text: string, command: Command, { ofSuites = false } = {}): string {
  return text.replace(ADVICE, (whole, start: string, name: string, value: string) => {
    const input = Object.hasOwn(inputs, name) ? (inputs as Record<string, Input>)[name] : undefined
    const isKey = ofSuites && inputsOfCommand.includes(name as InputName)
    if (input === undefined || isKey || !takesInput(command, name, input)) return whole
    const flag = flagOf(name, input)
    const add = `${start === 'S' ? 'Add' : 'add'} ${flag}`
    return input.type === 'boolean' && value === 'true' ? add : `${add} ${value}`
  })
}
