// The commit that is checked out, as git describes it. Works in a clone of depth 1.
import { gitAnswer } from '../git.ts'
import type { Revision } from '../model/index.ts'

/** The `owner/name` in the address of a server. A local path has none. */
const repositoryIn = (url: string) =>
  /^(?:[a-z+]+:\/\/[^/]+\/(?:.*\/)?|[^/]+@[^/:]+:)([^/:]+\/[^/]+?)(?:\.git)?\/?$/i
    .exec(url)?.[1]
    ?.toLowerCase()

/** The `owner/name` that `cwd` was cloned from, in lower case; undefined if its origin names none. */
export async function originOf(cwd: string): Promise<string | undefined> {
  return repositoryIn((await gitAnswer(cwd, ['config', '--get', 'remote.origin.url'])) ?? '')
}

/** HEAD and its parents; null when there is no checkout, or git refuses it. */
export async function headAndParents(cwd: string): Promise<{ head: string; parents: string[] } | null> {
  const head = await gitAnswer(cwd, ['rev-parse', 'HEAD'])
  const object = await gitAnswer(cwd, ['cat-file', 'commit', 'HEAD'])
  if (head === null || object === null) return null
  const [header = ''] = object.split('\n\n')
  const parents = [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(match => match[1] as string)
  return { head, parents }
}

/** The commit checked out in `cwd`; null when that is no git checkout. */
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
