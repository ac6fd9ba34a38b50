// Commands that name the user's own checkout, where both sides run in checkouts of theirs: they would compare it with itself.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { git, gitTop } from '../../../git.ts'
import { InputError } from '../../../model/index.ts'
import { isFile } from '../../process/file-content.ts'
import { escaped } from '../path-patterns.ts'

/** The user's own checkout: its top, and the paths from there that differ between the commits. */
export type OwnCheckout = { top: string; changed: string[] }

/** Whether `path` is `directory`, or below it. */
export const isAtOrBelow = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(`${directory}/`)

/** Whether a file below `directory` of the own checkout differs between the commits. */
export const isTouched = (directory: string, { top, changed }: OwnCheckout): boolean =>
  changed.some(path => isAtOrBelow(join(top, path), directory))

/** What bash takes for the end of a word, or for something beside it. */
export const BETWEEN = /[\s'"`;&|()<>=$]+/

/** What follows the top directory in a command: a path, or nothing where the directory itself is named. */
const BEHIND = String.raw`(\/[^\s'";:|&()<>$\`]*)?(?![^\s'";:|&()<>$\`/])`

/** Bash sets them in each checkout. */
const OF_EACH_SIDE = ['PWD', 'OLDPWD']

/** `command` with the variables that hold a path, such as GITHUB_WORKSPACE, as the runs will see it. */
export const withPaths = (command: string): string =>
  command.replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, plain?: string) => {
    const name = braced ?? plain ?? ''
    const value = OF_EACH_SIDE.includes(name) ? undefined : process.env[name]
    return value?.startsWith('/') ? value : whole
  })

/** Where programs look for what they load. In `PATH` only the programs that commands start matter. */
const SEARCHED = [
  ...['PYTHONPATH', 'NODE_PATH', 'CLASSPATH', 'RUBYLIB', 'PERL5LIB', 'LUA_PATH', 'JULIA_LOAD_PATH'],
  ...['LD_LIBRARY_PATH', 'LD_PRELOAD', 'LIBRARY_PATH', 'CPATH', 'C_INCLUDE_PATH', 'CPLUS_INCLUDE_PATH'],
  ...['CMAKE_PREFIX_PATH', 'PKG_CONFIG_PATH', 'GOPATH', 'GEM_PATH', 'R_LIBS'],
]

/** Files that say which directories are loaded, their own among them: Bundler's and Go's, wherever they lie in a checkout. */
const OF_PROJECT = ['BUNDLE_GEMFILE', 'GOWORK']

/** The words with which commands begin: the programs that are looked for in `PATH`. */
const STARTED = /(?:^|[;|&({\n])\s*(?:\w+=\S*\s+)*(\w[\w.+@-]*)/g

/** A package manager links these to what each side loads, whichever it starts. */
const LINKED = /\/node_modules\//

/** The file of a program that is found in `PATH`; null for none, and for one that each side looks for in its own directory. */
function inPath(program: string): string | null {
  const directory = (process.env.PATH ?? '').split(':').find(each => isFile(join(each, program)))
  return directory?.startsWith('/') && !LINKED.test(`${directory}/`) ? join(directory, program) : null
}

type Naming = { who: string; text: string }

function namings(commands: string[], top: string): Naming[] {
  const programs = commands.flatMap(command => [...command.matchAll(STARTED)].map(([, name = '']) => name))
  return [
    ...commands.map(command => ({ who: 'the command', text: withPaths(command) })),
    ...[...new Set(programs)].flatMap(program => {
      const text = inPath(program)
      return text === null ? [] : [{ who: `PATH, where the command looks for ${program},`, text }]
    }),
    ...SEARCHED.map(name => ({ who: name, text: process.env[name] ?? '' })),
    ...OF_PROJECT.filter(name => process.env[name]?.startsWith(`${top}/`)).map(who => ({ who, text: top })),
  ]
}

type Named = { who: string; within: string }

/** The paths that the commands and their environment name, from `top`; '' for `top` itself. */
function pathsNamed(commands: string[], top: string): Named[] {
  const named = new RegExp(escaped(top) + BEHIND, 'g')
  const found = namings(commands, top).flatMap(({ who, text }) =>
    [...text.matchAll(named)].map(([, path = '']) => ({ who, within: path.replace(/^\/+|\/+$/g, '') })),
  )
  return [...new Map(found.toReversed().map(each => [each.within, each])).values()].reverse()
}

const refusal = (top: string, { who, within }: Named, is: string) =>
  new InputError(
    `${who} names ${join(top, within)}, which ${is}: both sides would use that of your own checkout; name it without ${top}, as each side has its own`,
  )

/**
 * Throws an InputError where one of `commands`, or its environment, names in the own checkout what differs between the sides: a file,
 * or a directory that holds one. Other files there, such as data, are the same for both.
 */
export function assertNotOwn(commands: string[], { top, changed }: OwnCheckout): void {
  for (const named of pathsNamed(commands, top)) {
    const { within } = named
    const differs = changed.find(each => within === '' || isAtOrBelow(each, within))
    if (differs === undefined) continue
    const holds = differs === within ? '' : `holds ${differs}, which `
    throw refusal(top, named, `${holds}differs between the commits`)
  }
}

/** Whether `within` is in the checkout that `directory` is of, though no commit has it. */
async function isBuilt(directory: string, within: string): Promise<boolean> {
  const top = await gitTop(directory)
  if (!existsSync(join(top, within))) return false
  return (await git(top, ['--literal-pathspecs', 'ls-files', '--', within])) === ''
}

/**
 * Throws an InputError where one of `commands`, or its environment, names below `top` what has been built in the checkouts of the sides as well.
 *
 * @param directories one in each of the checkouts
 */
export async function assertNotOwnBuild(
  commands: string[],
  top: string,
  directories: string[],
): Promise<void> {
  for (const named of pathsNamed(commands, top)) {
    for (const directory of named.within === '' ? [] : directories)
      if (await isBuilt(directory, named.within)) throw refusal(top, named, 'is built for each side')
  }
}
