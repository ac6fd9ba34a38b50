// Starts the processes of a run: those of the command as it is, or as the load of a service.
import { InputError } from '../../model/index.ts'
import { type Seen, watchThreads } from '../evidence/watch-threads.ts'
import type { LeftBehind } from '../process/bracketed.ts'
import { lengthenedEnvironment } from '../process/environment.ts'
import { type ProcessDone, type Running, runProcess } from '../process/run-process.ts'
import type { Gate } from '../process/start-together.ts'
import { MeasureError } from './errors.ts'
import { layoutOf, stackShift } from './layouts.ts'
import type { RepeatLog } from './repeat-run.ts'
import { type IsResults, removeResults } from './results-files.ts'
import type { PlannedRun, Side } from './schedule.ts'
import { fillTemplate, type SideCommand } from './side-command.ts'

/** How the runs of a side of a duet are made: on a core of its own, or on CPUs that both share. */
export type DuetPlace = Pick<Running, 'prefix' | 'watch'>

/** A run whose command puts a service under load. `argv` is that command with its placeholders. */
export type ServedRun = {
  planned: PlannedRun
  cwd: string
  env: NodeJS.ProcessEnv
  layout: number | null
  argv: string[]
  signal: AbortSignal
  /** In a duet, waits until the other side is as far. */
  meet: () => Promise<void>
}

/** A command line with its environment. */
export type Taken = { argv: string[]; env: NodeJS.ProcessEnv }

/** What is put around the service of a run, such as a profiler. The load that counts is made within `whileCounted`; `pid` is the service's. */
export type AroundService = {
  start: (taken: Taken) => Taken
  whileCounted: <Result>(work: () => Promise<Result>, pid: number) => Promise<Result>
}

/** Runs the command that is the load, with its placeholders filled in, as one process. */
export type Load = (argv: string[], how: Pick<Running, 'prefix' | 'signal' | 'env'>) => Promise<ProcessDone>

/** How all runs of a job are made. */
export type Measuring = Running & {
  commands: Partial<Record<Side, SideCommand>>
  isResults: IsResults
  /** What stands for `{layout}` in each build; empty without. */
  layouts: number[]
  coolDownMs: number
  /** Is called before each process, outside of the clock. */
  prepare: (planned: PlannedRun, cwd: string) => Promise<void>
  /** Makes a run around a fresh service, where the suite has one. */
  serve?: (run: ServedRun, load: Load, around?: AroundService) => Promise<ProcessDone>
  /** In a duet, how the first and the second of a pair are made. Runs that have no partner are made as the first. */
  duet?: [DuetPlace, DuetPlace]
}

/** What is noted while runs are made. Grows. */
export type RunLog = RepeatLog & {
  /** The processes that runs left behind. */
  left: LeftBehind[]
  /** How many threads of a warm-up run were ready to run, one count per look. */
  runnable: Seen['runnable']
  /** The programs that worked in the warm-up runs of each side. */
  programs: Record<Side, Seen['programs']>
  /** The paths of the results files that runs wrote. */
  resultsFiles: Set<string>
}

/** Removes old results. A file in the way is a mistake in the inputs, unless the two sides have separate checkouts. */
export function makeRoom(
  pattern: string,
  { side }: PlannedRun,
  { commands, isResults }: Measuring,
  own: RunLog['resultsFiles'],
): void {
  const cwd = commands[side]?.cwd ?? '.'
  try {
    removeResults(pattern, cwd, isResults, own)
  } catch (error) {
    const isSeparate = Object.values(commands).some(other => other.cwd !== cwd)
    if (isSeparate && error instanceof InputError) throw new MeasureError(error.message, side)
    throw error
  }
}

/** What starts a process of the command of a run, with `n` in place of `{n}`. */
export function startsOf(
  planned: PlannedRun,
  measuring: Measuring,
  { gate, log: { runnable, programs, resultsFiles } }: { gate: Gate | undefined; log: RunLog },
): (n: number | null) => Promise<ProcessDone> {
  const { argv, cwd, results } = commandOf(measuring, planned.side)
  const { serve, watch: _, evictBytes: __, ...ofLoad } = measuring
  // Looking takes time on a CPU beside the benchmark's, so measured runs are left alone. The threads of a load have other CPUs.
  const isLookedAt = planned.kind === 'warmup' && serve === undefined
  const seen = { runnable, programs: programs[planned.side] }
  const onStart = isLookedAt ? (pid: number) => watchThreads(pid, seen) : undefined
  const layout = layoutOf(measuring.layouts, planned)
  const env = layout === null ? measuring.env : lengthenedEnvironment(measuring.env, stackShift(layout))
  const start = (filled: string[], running: Running) =>
    runProcess(filled, { cwd, planned, running, gate, onStart })
  if (serve === undefined) {
    const named = { benchmark: planned.benchmark ?? null, layout, port: null }
    return n => start(fillTemplate(argv, { ...named, n }), { ...measuring, env })
  }
  return () =>
    serve(
      { planned, cwd, env, layout, argv, signal: measuring.signal, meet: gate?.meet ?? noMeeting },
      (filled, how) => {
        // The load that warmed the service up has written the same files.
        if (results) makeRoom(results, planned, measuring, resultsFiles)
        return start(filled, { ...ofLoad, ...how })
      },
    )
}

/** Without another side there is nobody to wait for. */
const noMeeting = async () => {}

export function commandOf({ commands }: Measuring, side: Side): SideCommand {
  const command = commands[side]
  if (!command) throw new Error(`no command for the ${side}`)
  return command
}
