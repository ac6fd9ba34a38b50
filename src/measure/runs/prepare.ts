// The user's command before each process, outside of the clock: it removes what the run before has left.
import { runQuietly } from './quiet-command.ts'
import { fullRunName, type PlannedRun } from './schedule.ts'

type Preparing = {
  cwd: string
  planned: PlannedRun
  env: NodeJS.ProcessEnv
  timeoutMs: number
  signal: AbortSignal
}

/** Runs `command` in bash before the planned run. Throws as `runQuietly`. */
export const runPrepare = (command: string, { planned, ...where }: Preparing): Promise<void> =>
  runQuietly(command, {
    ...where,
    side: planned.side,
    input: 'prepare',
    limit: 'run-timeout',
    when: `before ${fullRunName(planned)}`,
  })
