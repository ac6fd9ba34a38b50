// What brackets and keepers report of the command that they ran.
import type { RunEvidence } from '../../model/index.ts'

/** `errno` is that of the system call that failed. */
export type NotStarted = { notStarted: string; errno: number }

/** The processes that a command left running: how many, how many would not end, and the first one's command line. */
export type LeftBehind = { processes: number; alive: number; command: string }

/** `counterErrors` holds the errno of each event that could not be opened; `left` is null when nothing was left. */
export type Bracketed = {
  accounted: Omit<RunEvidence, 'startedAt'>
  exitCode: number | null
  signal: number | null
  counterErrors: number[]
  left: LeftBehind | null
}

/** Why the command could not be started, where a report says so; else null. */
export function notStartedIn(report: string): NotStarted | null {
  const [, errno, notStarted = ''] = /^(?:exec|fork) (\d+) (.*)$/m.exec(report) ?? []
  return errno === undefined ? null : { notStarted, errno: Number(errno) }
}

/** The same from what `spawn` threw or emitted. */
export function notStartedBy(error: unknown): NotStarted {
  const { message, errno = 0 } = error as NodeJS.ErrnoException
  return { notStarted: message, errno: Math.abs(errno) }
}

/** How a process ended, by its status as wait(2) has it. */
export function endOfStatus(status: number): Pick<Bracketed, 'exitCode' | 'signal'> {
  const signal = status & 127
  return signal === 0 ? { exitCode: status >> 8, signal: null } : { exitCode: null, signal }
}
