// Looks at the files that a pull request changes. Changed files of the benchmark itself give a note. Where no changed
// file can affect the results, nothing is measured.
import { resolve } from 'node:path'
import { gitTop } from '../../git.ts'
import type { Values } from '../../inputs/values.ts'
import { isUntouched } from '../../job/request/nothing-to-measure.ts'
import { benchmarkChanged, type Change, changeBetween } from '../../measure/checkout/changed-files.ts'
import { fetchCommit, hasCommit } from '../../measure/checkout/commits.ts'
import type { Unmeasured, Warning } from '../../model/index.ts'
import type { Judged } from './what-judges.ts'

/** The changes between the commit `base`, which alone is fetched, and the checked-out one. Throws where git cannot tell. */
async function changeTo(cwd: string, base: string): Promise<Change> {
  if (!(await hasCommit(cwd, base))) await fetchCommit(cwd, base)
  return changeBetween(cwd, { base, head: 'HEAD' })
}

/** A note where something below `paths` differs from `base`, or git cannot tell: the benchmark itself changed. */
export async function benchmarkNotes(cwd: string, base: string, paths: string[]): Promise<Warning[]> {
  if (paths.length === 0) return []
  try {
    const repository = await gitTop(cwd)
    const changed = benchmarkChanged(await changeTo(repository, base), paths)
    return changed === null ? [] : [changed]
  } catch (error) {
    const message =
      `it is not known whether the benchmark itself changed: ${(error as Error).message}; with fetch-depth: 2 ` +
      'actions/checkout brings the base commit along'
    return [{ code: 'benchmark-unknown', message }]
  }
}

/** The changes between the commit `base` and the checked-out one, or why git cannot tell. */
export async function changeSince(
  cwd: string,
  base: string,
): Promise<{ change: Change } | { note: Warning }> {
  try {
    return { change: await changeTo(cwd, base) }
  } catch (error) {
    const message = `paths: git cannot tell what the pull request changes: ${(error as Error).message}; so it was measured`
    return { note: { code: 'paths-unknown', message } }
  }
}

/** The reason why nothing has to be measured. Where git cannot tell, a note says so, and the job measures. */
export async function findUnmeasured(
  { paths, 'working-directory': directory }: Pick<Values, 'paths' | 'working-directory'>,
  { base, policy }: Pick<Judged, 'base' | 'policy'>,
): Promise<{ unmeasured?: Unmeasured; note?: Warning }> {
  if (paths.length === 0) return {}
  const found = await changeSince(resolve(directory), base)
  if ('note' in found) return found
  return isUntouched(found.change, paths, policy)
    ? { unmeasured: { reason: 'unchanged-paths', files: paths } }
    : {}
}
