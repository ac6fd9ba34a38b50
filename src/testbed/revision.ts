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
  // `raw` shows the parents that a shallow clone does not have, too.
  const object = await gitAnswer(cwd, ['rev-list', '-1', '--format=raw', 'HEAD'])
  if (object === null) return null
  const [header = ''] = object.split('\n\n')
  const named = (what: string) =>
    [...header.matchAll(RegExp(`^${what} ([0-9a-f]{40,64})$`, 'gm'))].map(match => match[1] as string)
  const [head] = named('commit')
  return head === undefined ? null : { head, parents: named('parent') }
}

/** One call for all that git knows of a checkout: in a large one it takes a second. */
const STATUS = ['status', '--porcelain=v2', '--branch', '--no-ahead-behind', '--untracked-files=no']

/** The commit checked out in `cwd`; null when that is no git checkout. */
export async function readRevision(cwd: string): Promise<Revision | null> {
  const [status, repository] = await Promise.all([gitAnswer(cwd, STATUS), originOf(cwd)])
  const named = repository === undefined ? {} : { repository }
  const lines = status?.split('\n') ?? []
  const about = (what: string) =>
    lines.find(line => line.startsWith(`# branch.${what} `))?.slice(`# branch.${what} `.length)
  const commit = status === null ? (await headAndParents(cwd))?.head : about('oid')
  // The words for a branch without a commit, and for none.
  if (commit === undefined || commit === '(initial)') return null
  const head = about('head')
  const ref = head === undefined || head === '(detached)' ? null : head
  return { commit, ref, dirty: status === null ? null : lines.some(line => !line.startsWith('#')), ...named }
}
