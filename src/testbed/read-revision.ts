// Which commit is being measured, as git sees it.
import type { Revision } from '../model.ts'
import { git, originOf } from './checked-out.ts'

/** The commit checked out in `cwd`, or null where that is no git checkout. */
export async function readRevision(cwd: string): Promise<Revision | null> {
  const commit = await git(cwd, 'rev-parse', 'HEAD')
  if (commit === null) return null
  const [ref, changes, repository] = await Promise.all([
    git(cwd, 'rev-parse', '--abbrev-ref', 'HEAD'),
    git(cwd, 'status', '--porcelain', '--untracked-files=no'),
    originOf(cwd),
  ])
  return {
    commit,
    ref: ref === 'HEAD' ? null : ref,
    dirty: changes === null ? null : changes !== '',
    ...(repository === undefined ? {} : { repository }),
  }
}
