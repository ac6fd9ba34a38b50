// Runs one process of the command behind the wrappers and the bracket. Returns the kernel's account of it, or throws.
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import type { RunEvidence } from '../../model/index.ts'
import { Interrupted, MachineFailure, MeasureError, OutOfTime } from '../runs/errors.ts'
import { fullRunName, type PlannedRun, runName } from '../runs/schedule.ts'
import { bracketed, type Clock, readBracket, whyNotStarted } from './bracket.ts'
import type { Bracketed, LeftBehind, NotStarted } from './bracketed.ts'
import { type ChildResult, maxOutputBytes, runChild } from './child-process.ts'
import { complaint } from './complaint.ts'
import { withheldNote } from './environment.ts'
import type { Gate } from './start-together.ts'

/** How every process of a job is run. */
export type Running = {
  prefix: string[]
  clock: Clock
  /** Size of the buffer that empties the caches of the benchmark's CPUs before each process. Only with Perl's clock. */
  evictBytes?: number
  env: NodeJS.ProcessEnv
  timeoutMs: number
  signal: AbortSignal
  /** Called right before a process starts. Right after its end the returned function is called: it adds evidence. */
  watch?: () => (evidence: RunEvidence) => RunEvidence
  /** The variables that the processes do not get, for the message when one fails. */
  withheld?: string[]
}

export type ProcessDone = {
  evidence: RunEvidence
  stdout: string
  stderr: string
  counterErrors: number[]
  left: LeftBehind | null
  /** The port of the service that it put under load. */
  port?: number
  course?: CourseOfUse
}

/** What a service used from moments during the load on until its end. `at` is in milliseconds of the clock, `cpuTime` in nanoseconds. */
export type CourseOfUse = { at: number; cpuTime: number; instructions: number | null }[]

const words = (argv: string[]) => (argv[0] === 'bash' && argv.at(-2) === '-c' ? argv.at(-1) : argv.join(' '))

/** How often the kernel has killed a process because memory ran out; 0 when it does not say. */
function outOfMemoryKills(): number {
  return Number(/^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1] ?? 0)
}

const { errno, signals } = constants

/** Errors of fork(2) and execve(2) when the machine is short of something, or a file is still being written. */
const TRANSIENT: Record<number, string> = {
  [errno.EAGAIN]: 'no more processes could be started',
  [errno.ENOMEM]: 'no memory for a new process',
  [errno.ENFILE]: 'too many open files in the system',
  [errno.EMFILE]: 'too many open files',
  [errno.ETXTBSY]: 'the program was still open for writing',
}

/**
 * Why the machine and not the command caused the failure `seen`; else null. Narrow on purpose: an exit code, a crash, a time limit, and
 * SIGKILL without the kernel's out-of-memory killer count as the command's own.
 */
export function machineReason(seen: Bracketed | NotStarted | null, outOfMemory: boolean): string | null {
  if (seen === null) return null
  if ('notStarted' in seen) return TRANSIENT[seen.errno] ?? null
  return seen.signal === signals.SIGKILL && outOfMemory ? 'the kernel ran out of memory' : null
}

type Ended = { child: ChildResult; argv: string[]; planned: PlannedRun; outOfMemory: boolean }

/** The bracket's report. Throws an error that names the command and the run when something went wrong. */
function checked({ child, argv, planned, outOfMemory }: Ended, running: Running): Bracketed {
  const { timeoutMs, clock, withheld = [] } = running
  const about = (problem: string, said = complaint(child)) =>
    [
      `${runName(planned)} of '${words(argv)}' ${problem}${said}`,
      planned.side,
      `${fullRunName(planned)} ${problem}; the log has its output`,
    ] as const
  if (child.stopped === 'aborted') throw new Interrupted(`stopped during ${fullRunName(planned)}`)
  if (child.stopped === 'timeout') {
    const problem = `took longer than ${timeoutMs / 1000} s (run-timeout) and was stopped`
    throw new OutOfTime(...about(problem), 'run-timeout')
  }
  if (child.stopped === 'output')
    throw new MeasureError(
      ...about(`printed more than ${maxOutputBytes / 1024 / 1024} MiB and was stopped`, ''),
    )
  const seen = child.notStarted === null ? readBracket(clock, child.report) : child.notStarted
  const reason = machineReason(seen, outOfMemory)
  const failed = (problem: string, said?: string) =>
    reason === null
      ? new MeasureError(...about(problem, said))
      : new MachineFailure(...about(problem, said), reason)
  if (seen === null) throw failed('ended without a measurement')
  if ('notStarted' in seen) throw failed('could not be started', `: ${whyNotStarted(argv, seen)}`)
  if (seen.signal !== null) throw failed(`was ended by signal ${seen.signal}${reason ? ` (${reason})` : ''}`)
  if (seen.exitCode !== 0) throw failed(`failed with exit code ${seen.exitCode}${withheldNote(withheld)}`)
  return seen
}

type Process = {
  cwd: string
  planned: PlannedRun
  running: Running
  /** The gate at which the process waits until others are ready as well; only with the clock of Perl. */
  gate?: Gate | undefined
  onStart?: ((pid: number) => () => void) | undefined
}

/**
 * Runs `argv` as one fresh process. Throws MeasureError when it fails, MachineFailure when the machine caused that, and Interrupted when
 * `signal` fires. What was left running is ended in any case.
 */
export async function runProcess(
  argv: string[],
  { cwd, planned, running, gate, onStart }: Process,
): Promise<ProcessDone> {
  const kills = outOfMemoryKills()
  const startedAt = new Date().toISOString()
  const watched = running.watch?.()
  const child = await runChild({
    argv: [...running.prefix, ...bracketed(running.clock, argv, gate !== undefined, running.evictBytes)],
    cwd,
    // PWD as a shell would set it: the directory of the benchmark, not that of the caller.
    env: { ...running.env, PWD: cwd },
    timeoutMs: running.timeoutMs,
    signal: running.signal,
    gate,
    onStart,
  })
  const ended = { child, argv, planned, outOfMemory: outOfMemoryKills() > kills }
  const { accounted, counterErrors, left } = checked(ended, running)
  const benchmark = planned.benchmark === undefined ? {} : { benchmark: planned.benchmark }
  const evidence = { startedAt, ...accounted, ...benchmark }
  const { stdout, stderr } = child
  return { evidence: watched?.(evidence) ?? evidence, stdout, stderr, counterErrors, left }
}
