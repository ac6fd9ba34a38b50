// Commands that name the user's own checkout, where both sides run in checkouts of theirs: they would compare it with itself.
import { join } from 'node:path'
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

/**
 * Throws an InputError where one of `commands` names, below `top`, what differs between the sides: a file, or a directory that holds
 * one. Other files there, such as data, are the same for both.
 *
 * @param changed paths from the top
 */
export function assertNotOwn(commands: string[], top: string, changed: string[]): void {
  const named = new RegExp(escaped(top) + BEHIND, 'g')
  for (const [, path = ''] of commands.flatMap(command => [...withPaths(command).matchAll(named)])) {
    const within = path.replace(/^\/+|\/+$/g, '')
    const differs = changed.find(each => within === '' || each === within || each.startsWith(`${within}/`))
    if (differs === undefined) continue
    const is =
      differs === within
        ? 'differs between the commits'
        : `holds ${differs}, which differs between the commits`
    throw new InputError(
      `the command names ${join(top, within)}, which ${is}: both sides would use that of your own checkout; name it without ${top}, as each side has its own`,
    )
  }
}
