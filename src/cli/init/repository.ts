// The files of a repository as git knows them, without ignored ones.
import { readFileSync, statSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { gitAnswer, gitList, gitTop } from '../../git.ts'

export type Repository = {
  root: string
  /** Paths from the root, with `/`, the shortest first. Those of other projects are left out. */
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

/** Copies of other projects, and inputs of tests that look like programs. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|third[_-]?party|deps|external|submodules|subprojects|testdata|fixtures|\.git)\//

/** A repository of these files, whose texts `read` gives. Each is read once. */
export function repositoryOf(root: string, files: string[], read: (path: string) => string): Repository {
  const known = new Map<string, string>()
  const own = files.filter(path => !FOREIGN.test(path))
  own.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
  const text = (path: string) => {
    const found = known.get(path) ?? read(path)
    known.set(path, found)
    return found
  }
  return { root, files: own, text }
}

/** The repository that holds `directory`. Throws an Error where there is none. */
export async function readRepository(directory: string): Promise<Repository> {
  const root = await gitTop(directory)
  const files = [
    ...new Set(await gitList(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])),
  ]
  return repositoryOf(root, files, path => textOf(join(root, path)))
}

/**
 * The default branch of the remote where git knows it here, else main or master where there is one, else the branch that is
 * checked out: it may be the one on which the benchmarks are added.
 */
export async function defaultBranch(root: string): Promise<string> {
  const remote = await gitAnswer(root, ['symbolic-ref', '--short', 'refs/remotes/origin/HEAD'])
  if (remote !== null) return remote.replace(/^origin\//, '')
  const places = ['refs/heads', 'refs/remotes/origin'].flatMap(at => [`${at}/main`, `${at}/master`])
  const known = (await gitAnswer(root, ['for-each-ref', '--format=%(refname)', ...places])) ?? ''
  const usual = ['main', 'master'].find(name => known.split('\n').some(ref => ref.endsWith(`/${name}`)))
  return usual ?? (await gitAnswer(root, ['symbolic-ref', '--short', 'HEAD'])) ?? 'main'
}

/** Whether `path` is in `directory` or below it. */
export const isWithin = (path: string, directory: string): boolean =>
  directory === '.' || path === directory || path.startsWith(`${directory}/`)

/** All files of this name, and where `text` is given, of a text that matches. */
export const filesWith = (repository: Repository, name: RegExp, text?: RegExp): string[] =>
  repository.files.filter(
    path => name.test(posix.basename(path)) && (text === undefined || text.test(repository.text(path))),
  )

/** The nearest directory above `path` that holds a file called one of `names`; null where there is none. */
export function above({ files }: Repository, path: string, ...names: string[]): string | null {
  for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
    if (names.some(name => files.includes(posix.join(at, name)))) return at
    if (at === '.') return null
  }
}

/** What a suite in `directory` is called: the directory, or the repository. */
export const calledAfter = ({ root }: Repository, directory: string): string =>
  posix.basename(directory === '.' ? basename(root) : directory)

const SAYS_NOTHING = /^(?:bench(?:mark)?s?|benches|run|main|index|all|src|tests?)$/i

/** What a suite is called whose benchmarks are in one file: the file, or what is around it where its name says nothing. */
export function calledAfterFile(repository: Repository, path: string): string {
  const stem = posix.basename(path).replace(/(?:\.bench)?\.\w+$/, '')
  const parts = [stem, ...posix.dirname(path).split('/').reverse()]
  return parts.find(part => part !== '.' && !SAYS_NOTHING.test(part)) ?? calledAfter(repository, '.')
}
