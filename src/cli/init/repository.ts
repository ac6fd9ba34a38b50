// The files of a repository as git knows them, without ignored ones.
import { readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { git, gitAnswer } from '../../git.ts'

export type Repository = {
  root: string
  /** Paths from the root, with `/`, the shortest first. */
  files: string[]
  /** The text of one; '' where it cannot be read or is too large to be written by hand. */
  text: (path: string) => string
}

const MOST_BYTES = 1024 * 1024

function textOf(path: string): string {
  try {
    return statSync(path).size > MOST_BYTES ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const depth = (path: string) => path.split('/').length

/** The repository that holds `directory`. Throws an Error where there is none. */
export async function readRepository(directory: string): Promise<Repository> {
  const root = await git(directory, ['rev-parse', '--show-toplevel'])
  const listed = await git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const files = [...new Set(listed.split('\0').filter(Boolean))]
  files.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
  return { root, files, text: path => textOf(join(root, path)) }
}

/** The default branch of the remote where git knows it here, else the branch that is checked out. */
export async function defaultBranch(root: string): Promise<string> {
  const remote = await gitAnswer(root, ['symbolic-ref', '--short', 'refs/remotes/origin/HEAD'])
  const own = remote === null ? await gitAnswer(root, ['symbolic-ref', '--short', 'HEAD']) : null
  return remote?.replace(/^origin\//, '') ?? own ?? 'main'
}

/** The directory of a path, `.` for the root. */
export const directoryOfFile = (path: string): string => posix.dirname(path)

const named = ({ files }: Repository, name: RegExp) => files.filter(path => name.test(posix.basename(path)))

/** The first file of this name. */
export const fileNamed = (repository: Repository, name: RegExp): string | null =>
  named(repository, name)[0] ?? null

/** The first file of this name whose text matches. */
export function fileWith(repository: Repository, name: RegExp, text: RegExp): string | null {
  return named(repository, name).find(path => text.test(repository.text(path))) ?? null
}

/** The nearest directory above `path` that holds a file called `name`; `.` where there is none. */
export function above({ files }: Repository, path: string, name: string): string {
  for (let at = directoryOfFile(path); ; at = posix.dirname(at)) {
    if (files.includes(posix.join(at, name))) return at
    if (at === '.') return '.'
  }
}
