// The first round of a job whose sides have checkouts of their own: nothing of the user's own checkout may take part in it.
import { git, gitTop } from '../git.ts'
import {
  assertSeen,
  type OwnPackage,
  packagesFrom,
  withImportsSeen,
} from '../measure/checkout/shared/imports.ts'
import { interpretersFor } from '../measure/checkout/shared/programs.ts'
import type { PlannedRun } from '../measure/runs/schedule.ts'
import { measuredTexts } from './request/own-commands.ts'
import { type MeasureRequest, sidesWithCommand } from './request/request.ts'
import type { Job } from './start.ts'

const PROJECTS = ['*pyproject.toml', '*setup.py']

async function ownPackages(request: MeasureRequest): Promise<OwnPackage[]> {
  const { ownCheckout } = request
  if (ownCheckout === undefined || sidesWithCommand(request).length < 2) return []
  // To ask an interpreter takes a tenth of a second.
  if ((await git(ownCheckout.top, ['ls-files', '--', ...PROJECTS])) === '') return []
  return packagesFrom(interpretersFor(measuredTexts([request])), ownCheckout)
}

/**
 * Makes the first `round` of `job` with `make`. Throws an InputError where both sides import a package of the user's own checkout.
 */
export async function firstRound(
  job: Job,
  round: PlannedRun[],
  make: (job: Job) => Promise<void>,
): Promise<void> {
  const { request, measuring } = job
  const packages = await ownPackages(request)
  if (packages.length === 0) return make(job)
  if (round[0]?.kind !== 'warmup') assertSeen(packages)
  const checkouts = await Promise.all(Object.values(request.cwds ?? {}).map(gitTop))
  await withImportsSeen(packages, checkouts, env =>
    make({ ...job, measuring: { ...measuring, env: { ...measuring.env, ...env } } }),
  )
}
