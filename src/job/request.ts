// The request for one job: what to measure, and how.
import type { ValuesOf } from '../inputs/values.ts'
import type { PinningRequest } from '../measure/pin/pinning.ts'
import type { Side } from '../measure/runs/schedule.ts'
import { InputError, type Warning } from '../model/index.ts'

export type MeasureRequest = {
  suite: string
  cwd: string
  /** Where each side runs when the sides are checkouts of different commits; otherwise both run in `cwd`. */
  cwds?: Record<Side, string>
  /** A text that bash would read, or words that are started as they are. */
  commands: Partial<Record<Side, string | string[]>>
  /** What `{benchmark}` in the commands stands for; empty when the commands are no templates. */
  benchmarks: string[]
  /** The n of `{n}` in the commands; 0 when a run is one process. */
  delta: number
  runs: number
  warmupRuns: number
  coolDownSeconds: number
  cache: 'warm' | 'cold'
  tool: string
  results: string | null
  pinning: PinningRequest
  timeoutMs: number
  /** The limit for all runs together; 0: no limit. */
  totalTimeoutMs: number
  env: NodeJS.ProcessEnv
  machine: string | null
  requireTuned: boolean
  /** Doubts that the caller already has. They go into the candidate's session. */
  notes: Warning[]
}

/** The request that the inputs make. `commands` and `runs` come from elsewhere, since their inputs differ. */
export function requestOf(
  values: ValuesOf<'run' | 'ab' | 'calibrate' | 'action'>,
  { commands, runs }: Pick<MeasureRequest, 'commands' | 'runs'>,
): MeasureRequest {
  return {
    suite: values.name,
    cwd: values['working-directory'],
    commands,
    benchmarks: values.benchmarks,
    delta: values.delta,
    runs,
    warmupRuns: values['warmup-runs'],
    coolDownSeconds: values['cool-down'],
    cache: values.cache,
    tool: values.tool,
    results: values.results === '' ? null : values.results,
    pinning: {
      cpus: values.cpus,
      numaNode: values['numa-node'],
      aslr: values.aslr,
      priority: values.priority,
      lockMemory: values['lock-memory'],
    },
    requireTuned: values['require-tuned'],
    timeoutMs: values['run-timeout'] * 1000,
    totalTimeoutMs: values['total-timeout'] * 1000,
    env: process.env,
    machine: process.env.RUNNER_NAME ?? null,
    notes: [],
  }
}

/** The sides that have a command, baseline first. */
export const sidesOf = ({ commands }: MeasureRequest): Side[] =>
  (['baseline', 'candidate'] as const).filter(side => commands[side] !== undefined)

/** Throws an InputError for inputs that contradict each other. */
export function assertInputs({ results, tool, delta }: MeasureRequest): void {
  if (results && tool === 'process') {
    throw new InputError("tool 'process' reads no results: leave out either tool or results")
  }
  if (delta > 0 && (results || (tool !== 'auto' && tool !== 'process'))) {
    throw new InputError(
      "delta times the processes themselves: leave out results, and tool unless it is 'process'",
    )
  }
}
