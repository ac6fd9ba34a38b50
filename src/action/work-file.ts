// The directory in which a step keeps the files that it makes.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The directory for the files of this step: a job may have several steps of this action. The runner removes it. */
export function workDirectory(): string {
  const { RUNNER_TEMP = '.', GITHUB_ACTION = '' } = process.env
  const directory = join(RUNNER_TEMP, 'stable-bench', GITHUB_ACTION.replaceAll(/[^\w-]/g, ''))
  mkdirSync(directory, { recursive: true })
  return directory
}

/** The path of a file in it. */
export function workFile(name: string): string {
  return join(workDirectory(), name)
}
