// The files that differ between two commits, and whether those that somebody named are among them.
import { gitList } from '../../git.ts'
import { InputError, type Warning } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { anyMatcher, mayMatchBelow, pathMatcher } from './path-patterns.ts'

/** Paths from the top of the repository. */
export type Change = {
  /** The files that differ, also those that only one of the commits has. */
  changed: string[]
  /** All files of the checkout that git knows. */
  tracked: string[]
  /** Those among both that are submodules: the files in them have no paths here. */
  submodules: string[]
}

/** The commit of a submodule is measured, whatever its configuration ignores; what is changed inside it is not. */
export const OF_SUBMODULES = ['--ignore-submodules=dirty']

type Entry = { path: string; isSubmodule: boolean }

const SUBMODULE = '160000'

/** Of `git diff --raw -z`: modes, hashes and a letter, then the path. */
function changedEntries(fields: string[]): Entry[] {
  return fields.flatMap((path, i) => {
    const about = i % 2 === 1 ? (fields[i - 1] as string).slice(1).split(' ') : null
    return about === null ? [] : [{ path, isSubmodule: about.slice(0, 2).includes(SUBMODULE) }]
  })
}

/** Of `git ls-files --stage -z`: mode, hash and stage, a tab and the path. */
const trackedEntry = (line: string): Entry => ({
  path: line.slice(line.indexOf('\t') + 1),
  isSubmodule: line.startsWith(SUBMODULE),
})

/** What differs between `base` and `head`; where `head` is null, the files as they are count in its place. */
export async function changeBetween(
  cwd: string,
  { base, head }: { base: string; head: string | null },
): Promise<Change> {
  const commits = head === null ? [base] : [base, head]
  // A file that was moved away from the patterns has changed, too.
  const plain = ['--no-renames', '--no-relative', ...OF_SUBMODULES, '--no-abbrev']
  const changed = changedEntries(await gitList(cwd, ['diff', '--raw', ...plain, '-z', ...commits, '--']))
  const tracked = (await gitList(cwd, ['ls-files', '--stage', '-z', '--full-name', '--', ':/'])).map(
    trackedEntry,
  )
  const submodules = [...changed, ...tracked].filter(({ isSubmodule }) => isSubmodule)
  const pathsOf = (entries: Entry[]) => [...new Set(entries.map(({ path }) => path))]
  return { changed: pathsOf(changed), tracked: pathsOf(tracked), submodules: pathsOf(submodules) }
}

/** The first of the `changed` files that one of `patterns` matches, or a submodule that may hold such a file; null for none. */
export function firstChanged(changed: string[], patterns: string[], submodules: string[]): string | null {
  const matches = anyMatcher(patterns)
  const mayHold = (path: string) =>
    submodules.includes(path) && patterns.some(pattern => mayMatchBelow(pattern, path))
  return changed.find(path => matches(path) || mayHold(path)) ?? null
}

/**
 * Whether no file that matches `patterns` differs, nor a submodule that may hold one. Throws an InputError for a pattern that
 * matches no file: it would never see a change.
 */
export function isUnchanged({ changed, tracked, submodules }: Change, patterns: string[]): boolean {
  if (firstChanged(changed, patterns, submodules) !== null) return false
  const dead = patterns.find(
    pattern => !tracked.some(pathMatcher(pattern)) && !submodules.some(path => mayMatchBelow(pattern, path)),
  )
  if (dead === undefined) return true
  const advice = dead.startsWith('!')
    ? 'a ! leaves nothing out, so name the files that count'
    : "patterns begin at its top, as in 'src/**'"
  throw new InputError(`paths: '${dead}' matches no file of the repository; ${advice}`)
}

const SHOWN = 3

/** A warning of files that match `patterns` and differ: the difference may be the benchmark's own. Null when none differ. */
export function benchmarkChanged({ changed }: Change, patterns: string[]): Warning | null {
  const paths = changed.filter(anyMatcher(patterns))
  if (paths.length === 0) return null
  const message = `the benchmark itself changed (${firstOf(paths, SHOWN)}): the sides may not have done the same work`
  return { code: 'benchmark-changed', message }
}
