// Whether two commits cannot differ, so that nothing has to be measured: all files that matter, as the user named them,
// are equal.

import { isUnchanged } from '../../measure/checkout/commits.ts'
import { identicalFiles } from '../../measure/checkout/identical-files.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import type { Policy, Unmeasured } from '../../model/index.ts'

type MaybeUnmeasured = { unmeasured?: Unmeasured }

/** Budgets that decide need the candidate's numbers. */
const needsNumbers = ({ budgets, budgetsGate }: Policy) => budgetsGate && budgets.length > 0

/** For the checkouts of both sides, once they are set up. Throws as `identicalFiles`. */
export async function identicalBuild(
  directories: Record<Side, string>,
  artifacts: string[],
  policy: Policy,
): Promise<MaybeUnmeasured> {
  if (artifacts.length === 0 || needsNumbers(policy)) return {}
  const files = await identicalFiles(directories, artifacts)
  return files === null ? {} : { unmeasured: { reason: 'identical-build', files } }
}

/** Before anything is built. `head` is null for the files as they are. Throws as `isUnchanged`. */
export async function unchangedPaths(
  cwd: string,
  { base, head, paths }: { base: string; head: string | null; paths: string[] },
  policy: Policy,
): Promise<MaybeUnmeasured> {
  if (paths.length === 0 || needsNumbers(policy)) return {}
  return (await isUnchanged(cwd, { base, head }, paths))
    ? { unmeasured: { reason: 'unchanged-paths', files: paths } }
    : {}
}
