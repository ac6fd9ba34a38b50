// The user's command before each process, outside of the clock: it removes what the run before has left.

import { whyNotStarted } from '../process/bracket.ts'
import { runChild } from '../process/child-process.ts'
import { scrubbedEnvironment, withheldNote, withheldVariables } from '../process/environment.ts'
import { complaint } from '../process/run-process.ts'
import { throughBash } from './command-line.ts'
import { Interrupted, MeasureError } from './errors.ts'
import { fullRunName, type PlannedRun } from './schedule.ts'

type Preparing = {
  cwd: string
  planned: PlannedRun
  env: NodeJS.ProcessEnv
  timeoutMs: number
  signal: AbortSignal
}

/**
 * Runs `command` in bash before the planned run. Throws a MeasureError with its last output when it fails or takes too
 * long, and Interrupted when `signal` fires. Nothing that it starts stays behind.
 */
export async function runPrepare(
  command: string,
  { cwd, planned, env, timeoutMs, signal }: Preparing,
): Promise<void> {
  const argv = throughBash(command)
  const own = { ...scrubbedEnvironment(env), STABLE_BENCH_SIDE: planned.side, PWD: cwd }
  const child = await runChild({ argv, cwd, env: own, timeoutMs, signal })
  const run = fullRunName(planned)
  const failed = (problem: string, said = '') => {
    const message = `the prepare command '${command}' before ${run} ${problem}${said}`
    const published = `the prepare command before ${run} ${problem}; the log has its output`
    return new MeasureError(message, planned.side, published)
  }
  if (child.stopped === 'aborted') throw new Interrupted(`stopped during the prepare command before ${run}`)
  if (child.stopped === 'timeout')
    throw failed(`took longer than ${timeoutMs / 1000} s (run-timeout) and was stopped`)
  if (child.stopped === 'output')
    throw failed('printed too much and was stopped; send its output to /dev/null')
  if (child.notStarted !== null)
    throw failed('could not be started', `: ${whyNotStarted(argv, child.notStarted)}`)
  if (child.exitCode === 0) return
  const how =
    child.signal === null ? `failed with exit code ${child.exitCode}` : `was ended by ${child.signal}`
  throw failed(`${how}${withheldNote(withheldVariables(env))}`, complaint(child))
}
