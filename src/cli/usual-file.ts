// The file that `run` and `calibrate` write where nobody names one: it belongs to the user, and not to the repository.
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { gitAnswer, gitSucceeds } from '../git.ts'
import { say } from './print.ts'

const numbered = (path: string, number: number) => path.replace(/(\.json)$/, `-${number}$1`)

/** `path`, or the next free name where another process has written it since this one began. */
function unlessTaken(path: string, since = performance.timeOrigin): string {
  const written = statSync(path, { throwIfNoEntry: false })
  if (written === undefined || written.mtimeMs < since) return path
  for (let number = 2; ; number++) if (!existsSync(numbered(path, number))) return numbered(path, number)
}

/**
 * Makes git ignore the file at `path`, which was written, in this clone alone: a tree with it is not one with changes. Does
 * nothing where git knows the file, or there is no repository.
 */
async function ignoredByGit(path: string): Promise<void> {
  const directory = dirname(resolve(path))
  const name = basename(path)
  const isKnown = await gitSucceeds(directory, ['ls-files', '--error-unmatch', '--', name])
  if (isKnown || (await gitSucceeds(directory, ['check-ignore', '--quiet', '--', name]))) return
  const place = ['--path-format=absolute', '--git-path', 'info/exclude']
  const exclude = await gitAnswer(directory, ['rev-parse', ...place])
  if (exclude === null) return
  const text = existsSync(exclude) ? readFileSync(exclude, 'utf8') : ''
  mkdirSync(dirname(exclude), { recursive: true })
  appendFileSync(exclude, `${text === '' || text.endsWith('\n') ? '' : '\n'}${name}\n`)
}

/**
 * Writes to `out`, or where that is the usual file, since no other one was given, and another run has written it meanwhile,
 * beside it. Says where it is. `write` gets the path.
 */
export async function writeUsual(
  out: string,
  { out: given, quiet }: { out: string; quiet: boolean },
  write: (path: string) => void,
): Promise<string> {
  const path = given === '' ? unlessTaken(out) : out
  write(path)
  if (path !== out) say({ quiet }, `${out} was written by another run meanwhile: this one is in ${path}`)
  if (given === '') await ignoredByGit(path)
  return path
}
