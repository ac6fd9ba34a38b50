// Messages name an input as a workflow gives it, `cpus: …`. The command line has flags.
import { inputs } from './values.ts'

/** `message` with the input that it begins with, and perhaps its value (`cpus=9: …`), as a flag: `--cpus 9: …`. */
export function withFlag(message: string): string {
  return message.replace(/^([a-z-]+)(?:=(\S+))?: /, (whole, name: string, value?: string) => {
    if (!Object.hasOwn(inputs, name)) return whole
    return value === undefined ? `--${name}: ` : `--${name} ${value}: `
  })
}
