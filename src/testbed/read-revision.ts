// Which commit is being measured, as git sees it.
import { getExecOutput } from '@actions/exec'
import type { Revision } from '../model.ts'

async function git(cwd: string, ...args: string[]): Promise<string | null> {
  try {
    const result = await getExecOutput('git', args, { cwd, silent: true, ignoreReturnCode: true })
    return result.exitCode === 0 ? result.stdout.trim() : null
  } catch {
    return null // git itself is not installed: there is no revision to name
  }
}

/** The commit checked out in `cwd`, or null where that is no git checkout. */
export async function readRevision(cwd: string): Promise<Revision | null> {
  const commit = await git(cwd, 'rev-parse', 'HEAD')
  if (commit === null) return null
  const [ref, changes] = await Promise.all([
    git(cwd, 'rev-parse', '--abbrev-ref', 'HEAD'),
    git(cwd, 'status', '--porcelain', '--untracked-files=no'),
  ])
  return { commit, ref: ref === 'HEAD' ? null : ref, dirty: changes === null ? null : changes !== '' }
}
