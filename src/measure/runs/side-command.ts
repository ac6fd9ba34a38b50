// The command of one side: `{n}` and `{benchmark}` in it, and what is refused before anything is measured.

import { statSync } from 'node:fs'
import { InputError } from '../../model/index.ts'
import { commandLine, type Given, type Shell } from './command-line.ts'
import type { Side } from './schedule.ts'

type Placeholders = { benchmark: string | null; n: number | null }

const NAME = '{benchmark}'
const COUNT = '{n}'

/** The command with its placeholders filled in. A placeholder without a value stays. */
export function fillTemplate(argv: string[], { benchmark, n }: Placeholders): string[] {
  return argv.map(word => {
    const named = benchmark === null ? word : word.replaceAll(NAME, () => benchmark)
    return n === null ? named : named.replaceAll(COUNT, String(n))
  })
}

/** Letters, digits and characters that no shell treats specially. */
const PLAIN = /^[\p{L}\p{N}_.,:/@%+=^-]+$/u

function assertNames(benchmarks: string[], throughShell: boolean): void {
  const twice = benchmarks.find((name, i) => benchmarks.indexOf(name) !== i)
  if (twice !== undefined) throw new InputError(`benchmarks: '${twice}' is listed twice`)
  const special = throughShell ? benchmarks.find(name => !PLAIN.test(name)) : undefined
  if (special !== undefined) {
    throw new InputError(
      `benchmarks: '${special}' holds a character that is special in bash; use letters, digits and _.,:/@%+=^- ` +
        'and let the command translate it',
    )
  }
}

/** Throws an InputError unless the placeholders in `argv` fit the inputs `benchmarks` and `delta`. */
export function assertTemplate(
  argv: string[],
  { benchmarks, delta, throughShell }: { benchmarks: string[]; delta: number; throughShell: boolean },
): void {
  assertNames(benchmarks, throughShell)
  const has = (placeholder: string) => argv.some(word => word.includes(placeholder))
  if (benchmarks.length > 0 && !has(NAME)) {
    throw new InputError(`benchmarks: the command does not say where their names go; put ${NAME} into it`)
  }
  if (benchmarks.length === 0 && has(NAME)) {
    throw new InputError(`the command holds ${NAME}; list what it stands for in benchmarks`)
  }
  if (delta > 0 && !has(COUNT)) {
    throw new InputError(`delta: the command does not say where the count goes; put ${COUNT} into it`)
  }
}

/** `results`: the files that the command writes its results to; null where it prints them. */
export type SideCommand = { argv: string[]; cwd: string; results: string | null }

function assertDirectory(cwd: string): void {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InputError(`working-directory: ${cwd} is not a directory`)
  }
}

/** The words behind the wrappers and the clock. Throws an InputError. */
export function sideCommand(
  {
    side,
    command,
    cwd,
    benchmarks,
    results,
  }: Given & { side: Side; benchmarks: string[] } & Pick<SideCommand, 'results'>,
  shell: Shell,
  delta: number,
): SideCommand {
  assertDirectory(cwd)
  const isText = typeof command === 'string'
  const empty = isText ? command.trim() === '' : command.length === 0
  if (empty) throw new InputError(`the command of the ${side} is empty; say what to measure`)
  const argv = commandLine(command, shell)
  // Names must be plain words for bash even when this job does not need bash: another job may.
  assertTemplate(argv, { benchmarks, delta, throughShell: isText })
  return { argv, cwd, results }
}
