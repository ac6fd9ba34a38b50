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

/** The path of a file of one suite, whose name is a plain one; of the only suite where that is null. */
export function suiteFile(suite: string | null, name: string): string {
  if (suite === null) return workFile(name)
  const directory = join(workDirectory(), 'suites', suite)
  mkdirSync(directory, { recursive: true })
  return join(directory, name)
}
