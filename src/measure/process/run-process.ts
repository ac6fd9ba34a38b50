// One process of the command behind the wrappers and the bracket: what the kernel accounted, or what went wrong.
import { readFileSync } from 'node:fs'
import type { RunEvidence } from '../../model/index.ts'
import { Interrupted, MachineFailure, MeasureError } from '../runs/errors.ts'
import type { Step } from '../runs/schedule.ts'
import { type Bracketed, bracketed, type Clock, readBracket } from './bracket.ts'
import { type ChildResult, maxOutputBytes, runChild } from './child-process.ts'
import { withheldNote } from './environment.ts'
import type { LeftBehind } from './left-behind.ts'
import { machineReason } from './machine-reason.ts'

/** How every process of a job is run. `prefix` are the wrappers. */
export type Running = {
  prefix: string[]
  clock: Clock
  env: NodeJS.ProcessEnv
  timeoutMs: number
  signal: AbortSignal
  /** Called right before a process starts; what it returns gets the evidence right after the end and may add to it. */
  watch?: () => (evidence: RunEvidence) => RunEvidence
  /** What the processes have left running so far; grows. */
  left?: LeftBehind[]
  /** The variables that were kept from them, for the message of one that fails. */
  withheld?: string[]
}

export type ProcessDone = { evidence: RunEvidence; stdout: string; stderr: string }

const lastLines = (text: string) => text.trimEnd().split('\n').slice(-15).join('\n')

function complaint(child: ChildResult): string {
  const said = [child.stdout, child.stderr].map(lastLines).filter(Boolean).join('\n')
  return said ? `; its last output was:\n${said}` : '; it printed nothing'
}

const words = (argv: string[]) => (argv[0] === 'bash' && argv.at(-2) === '-c' ? argv.at(-1) : argv.join(' '))

/** A run as messages name it. */
export function nameOf({ kind, number }: Step): string {
  return `${kind === 'warmup' ? 'warm-up run' : 'run'} ${number + 1}`
}

/** How often the kernel has killed a process for want of memory; 0 where it does not say. */
function outOfMemoryKills(): number {
  return Number(/^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1] ?? 0)
}

type Ended = { child: ChildResult; argv: string[]; step: Step; outOfMemory: boolean }

/** Throws what went wrong, naming the command and the run; returns what the bracket saw otherwise. */
function checked({ child, argv, step, outOfMemory }: Ended, running: Running): Bracketed {
  const { timeoutMs, clock, withheld = [] } = running
  const what = `${nameOf(step)} of '${words(argv)}'`
  const failed = (problem: string) => new MeasureError(`${what} ${problem}`, step.side)
  if (child.stopped === 'aborted') throw new Interrupted(`stopped during ${what}`)
  if (child.stopped === 'timeout') {
    throw failed(`took longer than ${timeoutMs / 1000} s (run-timeout) and was stopped${complaint(child)}`)
  }
  if (child.stopped === 'output') {
    throw failed(`printed more than ${maxOutputBytes / 1024 / 1024} MiB and was stopped`)
  }
  const seen = child.notStarted === null ? readBracket(clock, child.report) : child.notStarted
  const reason = machineReason(seen, outOfMemory)
  const givenUp = (problem: string) =>
    reason === null ? failed(problem) : new MachineFailure(`${what} ${problem}`, step.side, reason)
  if (seen === null) throw failed(`ended without a measurement${complaint(child)}`)
  if ('notStarted' in seen) throw givenUp(`could not be started: ${seen.notStarted}`)
  if (seen.signal !== null) {
    throw givenUp(`was ended by signal ${seen.signal}${reason ? ` (${reason})` : ''}${complaint(child)}`)
  }
  if (seen.exitCode !== 0) {
    throw failed(`failed with exit code ${seen.exitCode}${withheldNote(withheld)}${complaint(child)}`)
  }
  return seen
}

/**
 * Runs `argv` in `cwd` as one fresh process. Throws MeasureError when it fails, MachineFailure when that was not its
 * fault and Interrupted when `signal` fires; nothing of it is left behind in any case.
 */
export async function runProcess(
  argv: string[],
  { cwd, step, running }: { cwd: string; step: Step; running: Running },
): Promise<ProcessDone & { counterErrors: number[] }> {
  const kills = outOfMemoryKills()
  const startedAt = new Date().toISOString()
  const watched = running.watch?.()
  const child = await runChild({
    argv: [...running.prefix, ...bracketed(running.clock, argv)],
    cwd,
    // As a shell would: the directory of the benchmark, not that of the caller.
    env: { ...running.env, PWD: cwd },
    timeoutMs: running.timeoutMs,
    signal: running.signal,
  })
  const ended = { child, argv, step, outOfMemory: outOfMemoryKills() > kills }
  const { accounted, counterErrors, left } = checked(ended, running)
  if (left !== null) running.left?.push(left)
  const benchmark = step.benchmark === undefined ? {} : { benchmark: step.benchmark }
  const evidence = { startedAt, ...accounted, ...benchmark }
  const { stdout, stderr } = child
  return { evidence: watched?.(evidence) ?? evidence, stdout, stderr, counterErrors }
}
