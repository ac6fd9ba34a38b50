// The commit that is checked out, as git describes it. Works in a clone of depth 1.
import { gitAnswer } from '../git.ts'
import type { Revision } from '../model/index.ts'

/** The `owner/name` in the address of a server. A local path has none. */
const repositoryIn = (url: string) =>
  /^(?:[a-z+]+:\/\/[^/]+\/(?:.*\/)?|[^/]+@[^/:]+:)([^/:]+\/[^/]+?)(?:\.git)?\/?$/i
    .exec(url)?.[1]
    ?.toLowerCase()

/** Where a browser finds the repository, without a secret. Over SSH a host without a dot may be a name of this machine's own. */
function addressIn(url: string): string | undefined {
  const [, scheme, pages] = /^(https?:\/\/)(?:[^/@]*@)?([^/@]+\/.+?)(?:\.git)?\/?$/i.exec(url) ?? []
  if (pages !== undefined) return `${scheme}${pages}`
  const ssh = /^(?:[a-z+]+:\/\/(?:[^/@]*@)?|[^/@]+@)([^/:@]+\.[^/:@]+)(?::\d+\/|[:/])(.+?)(?:\.git)?\/?$/i
  const [, host, path] = ssh.exec(url) ?? []
  return host === undefined ? undefined : `https://${host}/${path}`
}

async function placesOf(cwd: string): Promise<Pick<Revision, 'repository' | 'address'>> {
  const url = (await gitAnswer(cwd, ['config', '--get', 'remote.origin.url'])) ?? ''
  const [repository, address] = [repositoryIn(url), addressIn(url)]
  if (repository === undefined) return {}
  return { repository, ...(address !== undefined && { address }) }
}

/** The `owner/name` that `cwd` was cloned from, in lower case; undefined if its origin names none. */
export const originOf = async (cwd: string): Promise<string | undefined> => (await placesOf(cwd)).repository

/** HEAD and its parents; null when there is no checkout, or git refuses it. */
export async function headAndParents(cwd: string): Promise<{ head: string; parents: string[] } | null> {
  // `raw` shows the parents that a shallow clone does not have, too.
  const object = await gitAnswer(cwd, ['rev-list', '-1', '--format=raw', 'HEAD', '--'])
  if (object === null) return null
  const [header = ''] = object.split('\n\n')
  const named = (what: string) =>
    [...header.matchAll(RegExp(`^${what} ([0-9a-f]{40,64})$`, 'gm'))].map(match => match[1] as string)
  const [head] = named('commit')
  return head === undefined ? null : { head, parents: named('parent') }
}

/** One call for the commit, the branch and the changes: each would be a process, and reads the repository anew. */
const STATUS = ['status', '--porcelain=v2', '--branch', '--no-ahead-behind', '--untracked-files=no']

/** The commit checked out in `cwd`; null when that is no git checkout. */
export async function readRevision(cwd: string): Promise<Revision | null> {
  const [status, named] = await Promise.all([gitAnswer(cwd, STATUS), placesOf(cwd)])
  if (status === null) {
    // Git may still know the commit and the branch, for example with a broken index.
    const commit = (await headAndParents(cwd))?.head
    if (commit === undefined) return null
    const ref = await gitAnswer(cwd, ['symbolic-ref', '--quiet', '--short', 'HEAD'])
    return { commit, ref, dirty: null, ...named }
  }
  const [, commit] = /^# branch\.oid ([0-9a-f]+)$/m.exec(status) ?? []
  if (commit === undefined) return null
  const [, branch = ''] = /^# branch\.head (.+)$/m.exec(status) ?? []
  return { commit, ref: branch === '(detached)' ? null : branch, dirty: /^[^#]/m.test(status), ...named }
}
