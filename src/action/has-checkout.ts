// Whether a job has checked something out. A publish job does not: what has a checkout is to measure it.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** In the workspace that the runner names, or in a directory of it (`path:`); false without a runner. */
export function hasCheckout(workspace = process.env.GITHUB_WORKSPACE): boolean {
  if (workspace === undefined || !existsSync(workspace)) return false
  return ['.', ...readdirSync(workspace)].some(directory => existsSync(join(workspace, directory, '.git')))
}
