// Whether a job has checked something out. A publish job does not: what has a checkout is to measure it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Of the workspace that the runner names; false without a runner. */
export function hasCheckout(): boolean {
  const workspace = process.env.GITHUB_WORKSPACE
  return workspace !== undefined && existsSync(join(workspace, '.git'))
}
