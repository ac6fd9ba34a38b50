// The command of one side as it will be executed. Refuses an empty one, a directory that is none, and placeholders that do
// not fit the inputs.
import { statSync } from 'node:fs'
import { InputError } from '../../model/index.ts'
import { commandLine, type Given, type Shell } from './command-line.ts'
import type { SideCommand } from './measure-runs.ts'
import type { Side } from './schedule.ts'
import { assertTemplate } from './template.ts'

function assertDirectory(cwd: string): void {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InputError(`working-directory: ${cwd} is no directory`)
  }
}

/** The words behind the wrappers and the clock. Throws an InputError. */
export function sideCommand(
  { side, command, cwd }: Given & { side: Side },
  shell: Shell,
  { benchmarks, delta }: { benchmarks: string[]; delta: number },
): SideCommand {
  assertDirectory(cwd)
  const isText = typeof command === 'string'
  const empty = isText ? command.trim() === '' : command.length === 0
  if (empty) throw new InputError(`the command of the ${side} is empty; say what to measure`)
  const argv = commandLine(command, shell)
  // A text is held to what bash takes for one word also where bash is not needed: that may be so in another job.
  assertTemplate(argv, { benchmarks, delta, throughShell: isText })
  return { argv, cwd }
}
