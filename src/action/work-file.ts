import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The directory of this job for everything the action writes; the runner removes it. */
export function workDirectory(): string {
  const directory = join(process.env.RUNNER_TEMP ?? '.', 'stable-bench')
  mkdirSync(directory, { recursive: true })
  return directory
}

/** The path of a file in it. */
export function workFile(name: string): string {
  return join(workDirectory(), name)
}
