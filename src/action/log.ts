// What others have written, in the log of the job: no line of it is a command to the runner.
import { randomUUID } from 'node:crypto'
import * as core from '@actions/core'
import { inertText } from '../files/inert-text.ts'

/** Writes text that may hold names or output of a benchmark. */
export const logText = (text: string): void => core.info(inertText(text))

/** Runs `work`, whose processes may print anything to the log. */
export async function withoutCommands<Result>(work: () => Promise<Result>): Promise<Result> {
  const token = randomUUID()
  core.info(`::stop-commands::${token}`)
  try {
    return await work()
  } finally {
    // The last line of the output need not have an end.
    core.info(`\n::${token}::`)
  }
}
