// What git says of a checkout, as far as even a clone of depth 1 knows it.
import { getExecOutput } from '@actions/exec'

/** The output of git in `cwd`, trimmed; null where it fails, or is not installed. */
export async function git(cwd: string, ...args: string[]): Promise<string | null> {
  const options = { cwd, silent: true, ignoreReturnCode: true }
  const { exitCode, stdout } = await getExecOutput('git', args, options).catch(() => ({
    exitCode: 1,
    stdout: '',
  }))
  return exitCode === 0 ? stdout.trim() : null
}

/** The `owner/name` in the address of a server; a path says nothing of whose it is. */
const repositoryIn = (url: string) =>
  /^(?:[a-z+]+:\/\/[^/]+\/(?:.*\/)?|[^/]+@[^/:]+:)([^/:]+\/[^/]+?)(?:\.git)?\/?$/i
    .exec(url)?.[1]
    ?.toLowerCase()

/** The `owner/name` that `cwd` was cloned from, in lower case; undefined where its origin names none. */
export async function originOf(cwd: string): Promise<string | undefined> {
  return repositoryIn((await git(cwd, 'config', '--get', 'remote.origin.url')) ?? '')
}

/** HEAD and its parents. Null where there is no checkout, or git refuses it. */
export async function headAndParents(cwd: string): Promise<{ head: string; parents: string[] } | null> {
  const head = await git(cwd, 'rev-parse', 'HEAD')
  const object = await git(cwd, 'cat-file', 'commit', 'HEAD')
  if (head === null || object === null) return null
  const [header = ''] = object.split('\n\n')
  const parents = [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(match => match[1] as string)
  return { head, parents }
}
