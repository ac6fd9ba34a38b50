// The command of one side: `{n}`, `{benchmark}`, `{layout}` and `{port}` in it, and what is refused before anything is measured.

import { statSync } from 'node:fs'
import { InputError } from '../../model/index.ts'
import { commandLine, type Given, type Shell } from './command-line.ts'
import { LAYOUT } from './layouts.ts'
import type { Side } from './schedule.ts'

/** `port` is that of the service. */
type Placeholders = { benchmark: string | null; n: number | null; layout: number | null; port: number | null }

const NAME = '{benchmark}'
const COUNT = '{n}'
/** Stands for the port that the service of a run listens at. */
export const PORT = '{port}'

/** The command with its placeholders filled in. A placeholder without a value stays. */
export function fillTemplate(argv: string[], { benchmark, n, layout, port }: Placeholders): string[] {
  return argv.map(word => {
    const named = benchmark === null ? word : word.replaceAll(NAME, () => benchmark)
    const counted = n === null ? named : named.replaceAll(COUNT, String(n))
    const placed = layout === null ? counted : counted.replaceAll(LAYOUT, String(layout))
    return port === null ? placed : placed.replaceAll(PORT, String(port))
  })
}

/** Letters, digits and characters that no shell treats specially. */
const PLAIN = /^[\p{L}\p{N}_.,:/@%+=^-]+$/u

function assertNames(benchmarks: string[], throughShell: boolean): void {
  const twice = benchmarks.find((name, i) => benchmarks.indexOf(name) !== i)
  if (twice !== undefined) throw new InputError(`benchmarks: '${twice}' is listed twice`)
  const special = throughShell ? benchmarks.find(name => !PLAIN.test(name)) : undefined
  if (special !== undefined)
    throw new InputError(
      `benchmarks: '${special}' holds a character that is special in bash; use letters, digits and _.,:/@%+=^- ` +
        'and let the command translate it',
    )
}

/**
 * `layouts`: how many builds there may be; 0 where `{layout}` has no meaning. `service`: what is built, where the command is the load on it.
 */
type Template = { benchmarks: string[]; delta: number; layouts: number; service?: string | null }

/** Throws an InputError unless one of several builds is started by `words`, and by none where there is one. */
function assertLayoutIn(words: string[], layouts: number): void {
  const isIn = words.some(word => word.includes(LAYOUT))
  if (layouts > 1 && !isIn)
    throw new InputError(
      `layouts: the command does not say which build it runs; put ${LAYOUT} into it: ./parse.${LAYOUT}`,
    )
  if (layouts === 0 && isIn)
    throw new InputError(`the command holds ${LAYOUT}; say how many builds there are, with layouts: 20`)
}

/**
 * Throws an InputError unless the placeholders in `argv`, or of layouts in the `service` that it puts under load, fit the inputs.
 */
export function assertTemplate(argv: string[], template: Template & { throughShell: boolean }): void {
  const { benchmarks, delta, layouts, throughShell, service = null } = template
  assertNames(benchmarks, throughShell)
  const has = (placeholder: string) => argv.some(word => word.includes(placeholder))
  if (benchmarks.length > 0 && !has(NAME))
    throw new InputError(`benchmarks: the command does not say where their names go; put ${NAME} into it`)
  if (benchmarks.length === 0 && has(NAME))
    throw new InputError(`the command holds ${NAME}; list what it stands for in benchmarks`)
  if (delta > 0 && !has(COUNT))
    throw new InputError(`delta: the command does not say where the count goes; put ${COUNT} into it`)
  assertLayoutIn(service === null ? argv : [service], layouts)
}

/** `results`: the files that it writes; null where it prints them. `delta`: the n of `{n}`; 0 where a run is a single process. */
export type SideCommand = { argv: string[]; cwd: string; results: string | null; delta: number }

function assertDirectory(cwd: string): void {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw new InputError(`working-directory: ${cwd} is not a directory`)
}

type Inputs = Given & Template & Pick<SideCommand, 'results'> & { side: Side }

/** The words behind the wrappers and the clock. Throws an InputError. */
export function sideCommand({ side, command, cwd, results, ...template }: Inputs, shell: Shell): SideCommand {
  assertDirectory(cwd)
  const isText = typeof command === 'string'
  const empty = isText ? command.trim() === '' : command.length === 0
  if (empty) throw new InputError(`the command of the ${side} is empty; say what to measure`)
  const argv = commandLine(command, shell)
  // Names must be plain words for bash even when this job does not need bash: another job may.
  assertTemplate(argv, { ...template, throughShell: isText })
  return { argv, cwd, results, delta: template.delta }
}
