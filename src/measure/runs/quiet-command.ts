// A command of the user around the runs, whose output is shown only where it fails: what it prints may be anything, and
// the runner would obey some of it.
import { whyNotStarted } from '../process/bracket.ts'
import { runChild } from '../process/child-process.ts'
import { complaint } from '../process/complaint.ts'
import { scrubbedEnvironment, withheldNote, withheldVariables } from '../process/environment.ts'
import { throughBash } from './command-line.ts'
import { Interrupted, MeasureError } from './errors.ts'
import { fullRunName, type PlannedRun, type Side } from './schedule.ts'

type Quietly = {
  cwd: string
  side: Side
  env: NodeJS.ProcessEnv
  timeoutMs: number
  signal: AbortSignal
  /** The input that the command is, and the one that limits its time. */
  input: 'prepare' | 'relink'
  limit: 'run-timeout' | 'setup-timeout'
  /** What it is run for, as messages say it: `before run 1`. */
  when: string
}

/** Runs `command` in bash, and ends all that it starts. Throws a MeasureError when it fails or takes too long, and Interrupted when `signal` fires. */
export async function runQuietly(command: string, about: Quietly): Promise<void> {
  const { cwd, side, env, timeoutMs, signal, input, limit, when } = about
  const argv = throughBash(command)
  const own = { ...scrubbedEnvironment(env), STABLE_BENCH_SIDE: side, PWD: cwd }
  const child = await runChild({ argv, cwd, env: own, timeoutMs, signal })
  const failed = (problem: string, said = '') => {
    const message = `the ${input} command '${command}' ${when} ${problem}${said}`
    const published = `the ${input} command ${when} ${problem}; the log has its output`
    return new MeasureError(message, side, published)
  }
  if (child.stopped === 'aborted') throw new Interrupted(`stopped during the ${input} command ${when}`)
  if (child.stopped === 'timeout')
    throw failed(`took longer than ${timeoutMs / 1000} s (${limit}) and was stopped`)
  if (child.stopped === 'output')
    throw failed('printed too much and was stopped; send its output to /dev/null')
  if (child.notStarted !== null)
    throw failed('could not be started', `: ${whyNotStarted(argv, child.notStarted)}`)
  if (child.exitCode === 0) return
  const how =
    child.signal === null ? `failed with exit code ${child.exitCode}` : `was ended by ${child.signal}`
  throw failed(`${how}${withheldNote(withheldVariables(env))}`, complaint(child))
}

/** The user's command before each process, outside of the clock: it removes what the run before has left. Throws as `runQuietly`. */
export const runPrepare = (
  command: string,
  { planned, ...where }: Pick<Quietly, 'cwd' | 'env' | 'timeoutMs' | 'signal'> & { planned: PlannedRun },
): Promise<void> =>
  runQuietly(command, {
    ...{ ...where, side: planned.side, input: 'prepare', limit: 'run-timeout' },
    when: `before ${fullRunName(planned)}`,
  })
