// Whether the benchmark itself changed between the sides: then a difference may be the benchmark's own.

import { git } from '../../git.ts'
import type { Warning } from '../../model/index.ts'

/** Anywhere in the repository, as git's glob: `bench/**` in any directory. */
const pathspec = (pattern: string) => `:(top,glob)${pattern}`

const SHOWN = 3

/** A warning that names what matches `patterns` and differs between the two commits, null when nothing does. */
export async function benchmarkChanged(
  cwd: string,
  { base, head }: { base: string; head: string },
  patterns: string[],
): Promise<Warning | null> {
  if (patterns.length === 0) return null
  const names = await git(cwd, ['diff', '--name-only', '-z', base, head, '--', ...patterns.map(pathspec)])
  const paths = names.split('\0').filter(Boolean)
  if (paths.length === 0) return null
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : ''
  const message =
    `the benchmark itself changed (${paths.slice(0, SHOWN).join(', ')}${more}): ` +
    'the sides may not have done the same work'
  return { code: 'benchmark-changed', message }
}
