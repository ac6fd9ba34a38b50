// Which commit is being measured, as git sees it.
import { gitAnswer } from '../git.ts'
import type { Revision } from '../model/index.ts'
import { originOf } from './checked-out.ts'

/** The commit checked out in `cwd`, or null where that is no git checkout. */
export async function readRevision(cwd: string): Promise<Revision | null> {
  const commit = await gitAnswer(cwd, ['rev-parse', 'HEAD'])
  if (commit === null) return null
  const [ref, changes, repository] = await Promise.all([
    gitAnswer(cwd, ['rev-parse', '--abbrev-ref', 'HEAD']),
    gitAnswer(cwd, ['status', '--porcelain', '--untracked-files=no']),
    originOf(cwd),
  ])
  return {
    commit,
    ref: ref === 'HEAD' ? null : ref,
    dirty: changes === null ? null : changes !== '',
    ...(repository === undefined ? {} : { repository }),
  }
}
