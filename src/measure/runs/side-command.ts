// The command of one side as it will be executed. Refuses an empty command, a working directory that does not exist, and
// placeholders that do not fit the inputs.
import { statSync } from 'node:fs'
import { InputError } from '../../model/index.ts'
import { commandLine, type Given, type Shell } from './command-line.ts'
import type { Side } from './schedule.ts'
import { assertTemplate } from './template.ts'

export type SideCommand = { argv: string[]; cwd: string }

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
  // Names must be plain words for bash even when this job does not need bash: another job may.
  assertTemplate(argv, { benchmarks, delta, throughShell: isText })
  return { argv, cwd }
}
