// Writes text of others, such as the output of a benchmark, to the log: the runner takes no line of it as a command.
import { randomUUID } from 'node:crypto'
import * as core from '@actions/core'
import { inertText } from '../files/workflow-commands.ts'

/** Writes text that may hold names or output of a benchmark. */
export const logText = (text: string): void => core.info(inertText(text))

/** Runs `work`, whose processes may print anything to the log. */
export async function withoutCommands<Result>(work: () => Promise<Result>): Promise<Result> {
  const token = randomUUID()
  core.info(`::stop-commands::${token}`)
  try {
    return await work()
  } finally {
    // The output may stop within a line: the token needs a line of its own.
    core.info(`\n::${token}::`)
  }
}
