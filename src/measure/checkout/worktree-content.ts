// What git leaves out of a worktree: its submodules and large files.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type GitSettings, git, gitAnswer, gitList, gitSucceeds } from '../../git.ts'
import type { Warning } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'

/** The header by which actions/checkout lets git authenticate. Submodules need it as well. */
async function authentication(repository: string): Promise<GitSettings> {
  const pattern = '^http\\..*\\.extraheader$'
  const found = (await gitAnswer(repository, ['config', '--get-regexp', pattern])) ?? ''
  return found.split('\n').flatMap((line): GitSettings => {
    const space = line.indexOf(' ')
    return space < 0 ? [] : [[line.slice(0, space), line.slice(space + 1)]]
  })
}

/** The first submodule, also inside of others, that was cloned and does not have its commit, as only a local one; null for none. */
async function lackingCommit(path: string, within = ''): Promise<{ name: string; commit: string } | null> {
  const listed = await gitList(path, ['ls-files', '--stage', '-z'])
  for (const [, commit = '', name = ''] of listed.map(line => /^160000 (\w+) \d\t(.*)$/s.exec(line) ?? [])) {
    const own = join(path, name)
    if (name === '' || !existsSync(join(own, '.git'))) continue
    const place = join(within, name)
    if (!(await gitSucceeds(own, ['cat-file', '-e', `${commit}^{commit}`]))) return { name: place, commit }
    const inside = await lackingCommit(own, place)
    if (inside !== null) return inside
  }
  return null
}

/** `error`, or a sentence for the usual one: a commit of a submodule that nobody has pushed. */
async function submoduleError(path: string, error: Error): Promise<Error> {
  const lacking = await lackingCommit(path).catch(() => null)
  if (lacking === null) return error
  return new Error(
    `the submodule '${lacking.name}' is at commit ${shortSha(lacking.commit)}, which its server does not have; push it there, or set the submodule to a commit that is there`,
  )
}

/** With depth 1 if the server serves single commits, else with their history. Throws git's reason. */
async function updateSubmodules(repository: string, path: string): Promise<void> {
  if (!existsSync(join(path, '.gitmodules'))) return
  const update = ['submodule', 'update', '--init', '--recursive']
  const settings = await authentication(repository)
  await git(path, [...update, '--depth=1'], settings)
    .catch(() => git(path, update, settings))
    .catch(async (error: Error) => {
      throw await submoduleError(path, error)
    })
}

/** With them git writes large files as pointers; it would download them while it checks out. */
export const AS_POINTERS: GitSettings = [
  ['filter.lfs.smudge', ''],
  ['filter.lfs.process', ''],
  ['filter.lfs.required', 'false'],
]

/** Lines of `git lfs ls-files` have a star when the content is there, and a dash when only the pointer is. */
const hasContent = (list: string) => list.split('\n').some(line => /^[0-9a-f]+ \* /.test(line))

/** Downloads large files only if the user's own checkout has their content: other jobs do without. */
async function pullLargeFiles(repository: string, path: string): Promise<Warning[]> {
  const attributes = ['grep', '--quiet', '--fixed-strings', '-e', 'filter=lfs', 'HEAD', '--']
  if (!(await gitSucceeds(path, [...attributes, '.gitattributes', '**/.gitattributes']))) return []
  if (!(await gitSucceeds(path, ['lfs', 'version']))) {
    const message = 'git-lfs is not installed: large files are pointers in the checkouts of both sides'
    return [{ code: 'no-lfs', message }]
  }
  if (!hasContent(await git(repository, ['lfs', 'ls-files']))) return []
  await git(path, ['lfs', 'pull'])
  return []
}

/** Adds submodules and large files to the worktree at `path`. Throws git's reason. */
export async function completeWorktree(repository: string, path: string): Promise<Warning[]> {
  await updateSubmodules(repository, path)
  return pullLargeFiles(repository, path)
}
