// What a bracket reports of the command that it ran.
import type { RunEvidence } from '../../model/index.ts'

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
