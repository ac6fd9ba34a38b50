// Commands that name the user's own checkout, where both sides run in checkouts of theirs: they would compare it with itself.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '../../git.ts'
import { InputError } from '../../model/index.ts'
import { escaped } from './path-patterns.ts'

/** What follows the top directory in a command: a path, or nothing where the directory itself is named. */
const BEHIND = String.raw`(\/[^\s'";:|&()<>$\`]*)?(?![^\s'";:|&()<>$\`/])`

/** Bash sets them in each checkout. */
const OF_EACH_SIDE = ['PWD', 'OLDPWD']

/** `command` with the variables that hold a path, such as GITHUB_WORKSPACE, as the runs will see it. */
const withPaths = (command: string): string =>
  command.replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, plain?: string) => {
    const name = braced ?? plain ?? ''
    const value = OF_EACH_SIDE.includes(name) ? undefined : process.env[name]
    return value?.startsWith('/') ? value : whole
  })

/** The paths that the commands name, from `top`; '' for `top` itself. */
function pathsNamed(commands: string[], top: string): string[] {
  const named = new RegExp(escaped(top) + BEHIND, 'g')
  const matches = commands.flatMap(command => [...withPaths(command).matchAll(named)])
  return [...new Set(matches.map(([, path = '']) => path.replace(/^\/+|\/+$/g, '')))]
}

const refusal = (top: string, within: string, is: string) =>
  new InputError(
    `the command names ${join(top, within)}, which ${is}: both sides would use that of your own checkout; name it without ${top}, as each side has its own`,
  )

/**
 * Throws an InputError where one of `commands` names, below `top`, what differs between the sides: a file, or a directory that holds
 * one. Other files there, such as data, are the same for both.
 *
 * @param changed paths from the top
 */
export function assertNotOwn(commands: string[], top: string, changed: string[]): void {
  for (const within of pathsNamed(commands, top)) {
    const differs = changed.find(each => within === '' || each === within || each.startsWith(`${within}/`))
    if (differs === undefined) continue
    const holds = differs === within ? '' : `holds ${differs}, which `
    throw refusal(top, within, `${holds}differs between the commits`)
  }
}

/** Whether `within` is in the checkout that `directory` is of, though no commit has it. */
async function isBuilt(directory: string, within: string): Promise<boolean> {
  const top = await git(directory, ['rev-parse', '--show-toplevel'])
  if (!existsSync(join(top, within))) return false
  return (await git(top, ['--literal-pathspecs', 'ls-files', '--', within])) === ''
}

/**
 * Throws an InputError where one of `commands` names, below `top`, what has been built in the checkouts of the sides as well.
 *
 * @param directories one in each of the checkouts
 */
export async function assertNotOwnBuild(
  commands: string[],
  top: string,
  directories: string[],
): Promise<void> {
  for (const within of pathsNamed(commands, top)) {
    for (const directory of within === '' ? [] : directories)
      if (await isBuilt(directory, within)) throw refusal(top, within, 'is built for each side')
  }
}
