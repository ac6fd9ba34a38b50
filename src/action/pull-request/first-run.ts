// Tells a first run, whose base does not use stable-bench yet, from a base that cannot be measured.
import { git, gitAnswer } from '../../git.ts'
import type { JobContext } from '../../github/api/context.ts'
import { configFileName } from '../../policy/config-file.ts'

/**
 * Whether `commit` has a configuration, or a workflow or action that names stable-bench. Throws where git cannot tell.
 */
async function usesBench(repository: string, commit: string, names: string[]): Promise<boolean> {
  const places = ['.github', '.gitea', '.forgejo', configFileName]
  const listed = await git(repository, ['ls-tree', '-r', '--name-only', commit, '--', ...places])
  const files = listed.split('\n').filter(Boolean)
  if (files.includes(configFileName)) return true
  for (const file of files.filter(each => /\.ya?ml$/.test(each))) {
    const text = (await git(repository, ['show', `${commit}:${file}`])).toLowerCase()
    if (names.some(name => text.includes(name))) return true
  }
  return false
}

/**
 * Whether the commit `base` has nothing of stable-bench, and the checked-out one at `cwd` has. Not where git cannot
 * tell, and not where neither names it: then both may use it through a workflow of another repository.
 */
export async function isFirstRun(
  cwd: string,
  base: string,
  { actionRepository }: Pick<JobContext, 'actionRepository'>,
): Promise<boolean> {
  const repository = await gitAnswer(cwd, ['rev-parse', '--show-toplevel'])
  if (repository === null) return false
  const names = ['stable-bench', actionRepository.toLowerCase()].filter(Boolean)
  try {
    if (await usesBench(repository, base, names)) return false
    return await usesBench(repository, 'HEAD', names)
  } catch {
    return false
  }
}
