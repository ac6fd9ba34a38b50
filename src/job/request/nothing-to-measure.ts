// Whether two commits cannot differ, so that nothing has to be measured: all files that matter, as the user named them, are equal.

import { type Change, isUnchanged } from '../../measure/checkout/changed-files.ts'
import { builtFiles } from '../../measure/checkout/identical-files.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import type { Policy, Unmeasured } from '../../model/index.ts'

/** Why nothing has to be measured; else the files that setup has built on both sides. */
type Built = { unmeasured?: Unmeasured; artifacts?: string[] }

/** Budgets that decide need the candidate's numbers. */
const needsNumbers = ({ budgets, budgetsGate }: Policy) => budgetsGate && budgets.length > 0

/** For the checkouts of both sides, once they are set up. Throws as `builtFiles`. */
export async function identicalBuild(
  directories: Record<Side, string>,
  artifacts: string[],
  policy: Policy,
): Promise<Built> {
  if (artifacts.length === 0 || needsNumbers(policy)) return {}
  const { files, areEqual } = await builtFiles(directories, artifacts)
  return areEqual ? { unmeasured: { reason: 'identical-build', files } } : { artifacts: files }
}

/** Whether `paths` say that nothing has to be measured after a change. Throws as `isUnchanged`. */
export const isUntouched = (change: Change, paths: string[], policy: Policy): boolean =>
  paths.length > 0 && !needsNumbers(policy) && isUnchanged(change, paths)
