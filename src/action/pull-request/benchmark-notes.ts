// Whether the pull request changes the benchmark itself, however its baseline is measured.

import { git } from '../../git.ts'
import { benchmarkChanged, fetchCommit, hasCommit } from '../../measure/checkout/commits.ts'
import type { Warning } from '../../model/index.ts'

/** A note where something below `paths` differs between `base` and the checkout at `cwd`, or where nobody can know. */
export async function benchmarkNotes(cwd: string, base: string, paths: string[]): Promise<Warning[]> {
  if (paths.length === 0) return []
  try {
    const repository = await git(cwd, ['rev-parse', '--show-toplevel'])
    // No history is deepened for a note.
    if (!(await hasCommit(repository, base))) await fetchCommit(repository, base)
    const changed = await benchmarkChanged(repository, { base, head: 'HEAD' }, paths)
    return changed === null ? [] : [changed]
  } catch (error) {
    const message =
      `whether the benchmark itself changed is not known: ${(error as Error).message}; with fetch-depth: 2 ` +
      'actions/checkout brings the base commit along'
    return [{ code: 'benchmark-unknown', message }]
  }
}
