// The request for one job: the commands to measure, and the way to measure them.

import { type Pattern, patternOf } from '../../formats/pattern/read.ts'
import { inputs, type ValuesOf } from '../../inputs/values.ts'
import type { OwnCheckout } from '../../measure/checkout/shared/own-checkout.ts'
import type { PinningRequest } from '../../measure/pin/pinning.ts'
import type { BenchmarkNames, Side } from '../../measure/runs/schedule.ts'
import type { RowPlacement, Unmeasured, Warning } from '../../model/index.ts'
import { type Layouts, layoutsOf } from './asked-layouts.ts'
import type { DealtShard } from './deal.ts'
import { type ExplainRequest, type ExplainValues, explainOf } from './explain-request.ts'

/**
 * The commands as documents and messages show them. Everyone may read those, and the commands that run may hold
 * secrets. `command` is '' where only a `source` can be named.
 */
export type PublishedCommand = { command: string; prepare: string; source: string }

/** A server as texts: how it is started, and how it is known that it is up. */
export type ServiceRequest = { command: string; ready: string; readyTimeoutMs: number }

/** A server that all runs share, such as a database. */
export type CompanionRequest = ServiceRequest & { name: string }

/** What belongs to the command of a side, and how its output is read: each commit has its own. */
export type OwnRequest = Pick<MeasureRequest, 'prepare' | 'results' | 'relink' | 'service' | 'tool' | 'delta'>

export type MeasureRequest = Layouts & {
  suite: string
  cwd: string
  /** Where each side runs when the sides are checkouts of different commits; otherwise both run in `cwd`. */
  cwds?: Record<Side, string>
  /** The user's own, where each side runs in one of its own. */
  ownCheckout?: OwnCheckout
  /** A text that bash would read, or words that are started as they are. */
  commands: Partial<Record<Side, string | string[]>>
  /** The names that take the place of `{benchmark}` in each command; empty when the command is no template. */
  benchmarks: BenchmarkNames
  /** The n of `{n}` in the commands; 0 when a run is one process. */
  delta: number
  /** A text that bash runs to make build `{layout}`; empty where the setup command makes them all. */
  relink: string
  relinkTimeoutMs: number
  /** What the place of the code alone does to benchmarks, as earlier measurements have shown. */
  placements?: RowPlacement[]
  /** Runs a side at each planned look, ascending; a single one where no earlier look can decide. */
  looks: number[]
  warmupRuns: number
  /** The part of the suite that this job measures; absent where it measures all. */
  shard?: DealtShard
  /** Whether both sides run at the same time, each on a core of its own; services share their CPUs. */
  duet: boolean
  /** `looks` in a duet, where the job chooses whether it is one; absent where that is set. */
  duetLooks?: number[]
  /** Decides which side goes first in each round; 0: a new one for each job. */
  seed: number
  coolDownSeconds: number
  waitIdleSeconds: number
  /** A text that bash runs before each process; empty for none. */
  prepare: string
  cache: 'warm' | 'cold'
  tool: string
  /** How the output is read, where it is in no known format. */
  pattern?: Pattern
  results: string | null
  /** The server that the command puts under load; null for none. */
  service: ServiceRequest | null
  /** What all runs of the job share, started once; the candidate's for both sides. */
  companions?: CompanionRequest[]
  warmUpMs: number
  /** `auto`, `none` or a CPU list. */
  loadCpus: string
  /** What the base commit has in place of these for its own side. */
  ofBase?: OwnRequest
  pinning: PinningRequest
  timeoutMs: number
  /** The limit for all runs together; 0: no limit. */
  maxTimeMs: number
  explain: ExplainRequest | null
  env: NodeJS.ProcessEnv
  machine: string | null
  machineClass?: string | null
  runner?: string | null
  requireTuned: boolean
  quiet: boolean
  /** Doubts that the caller already has. They go into the candidate's session. */
  notes: Warning[]
  /** Files that setup has built on both sides, relative to the directory of each. */
  artifacts?: string[]
  /** Why nothing is to be measured, where that is known beforehand. */
  unmeasured?: Unmeasured
  /** Null where the commands are the user's own, on the command line. */
  published: PublishedCommand | null
}

/** The layouts that a setup command has to make: none where another command makes each. */
export const layoutsOfSetup = ({ relink, layouts }: Pick<MeasureRequest, 'relink' | 'layouts'>): number[] =>
  relink === '' ? layouts : []

const serviceRequest = (command: string, ready: string, seconds: number): ServiceRequest => ({
  command,
  ready,
  readyTimeoutMs: seconds * 1000,
})

type InputValues = ValuesOf<'run' | 'ab' | 'bisect' | 'calibrate' | 'action'>

/** What belongs to the command of a side, as its inputs have it. */
export function ownRequestOf(
  values: Pick<InputValues, keyof OwnRequest | 'ready' | 'ready-timeout'>,
): OwnRequest {
  const { prepare, relink, tool, delta, results, service, ready } = values
  return {
    ...{ prepare, relink, tool, delta },
    results: results === '' ? null : results,
    service: service === '' ? null : serviceRequest(service, ready, values['ready-timeout']),
  }
}

type CompanionValues = Record<
  string,
  { command: string; ready?: string | undefined; 'ready-timeout'?: number | undefined }
>

const companionsOf = (companions: CompanionValues): CompanionRequest[] =>
  Object.entries(companions).map(([name, { command, ready = '', 'ready-timeout': seconds }]) => ({
    name,
    ...serviceRequest(command, ready, seconds ?? inputs['ready-timeout'].default),
  }))

/** The request that the inputs make. `commands` and `looks` come from elsewhere, since their inputs differ. */
export function requestOf(
  values: InputValues & {
    quiet?: boolean
    duet?: boolean | 'auto'
    seed?: number
    'setup-timeout'?: number
    companions?: CompanionValues
  } & ExplainValues,
  { commands, looks }: Pick<MeasureRequest, 'commands' | 'looks'>,
): MeasureRequest {
  const layouts = layoutsOf(values)
  return {
    suite: values.name,
    cwd: values['working-directory'],
    commands,
    benchmarks: { baseline: values.benchmarks, candidate: values.benchmarks },
    ...ownRequestOf(values),
    ...layouts,
    relinkTimeoutMs: (values['setup-timeout'] ?? inputs['setup-timeout'].default) * 1000,
    looks,
    warmupRuns: values['warmup-runs'],
    duet: values.duet === true,
    seed: values.seed ?? 0,
    coolDownSeconds: values['cool-down'],
    waitIdleSeconds: values['wait-idle'],
    cache: values.cache,
    ...patternOf(values),
    ...(values.companions && { companions: companionsOf(values.companions) }),
    warmUpMs: values['warm-up'] * 1000,
    loadCpus: values['load-cpus'],
    pinning: {
      cpus: values.cpus,
      numaNode: values['numa-node'],
      // Where the loader puts the program is a part of its place as well.
      aslr: values.aslr === 'auto' && layouts.layouts.length > 0 ? 'on' : values.aslr,
      priority: values.priority,
      lockMemory: values['lock-memory'],
    },
    requireTuned: values['require-tuned'],
    quiet: values.quiet ?? false,
    timeoutMs: values['run-timeout'] * 1000,
    maxTimeMs: values['max-time'] * 1000,
    explain: explainOf(values),
    env: process.env,
    machine: values.machine || null,
    machineClass: values['machine-class'] || null,
    runner: process.env.RUNNER_NAME || null,
    notes: [],
    published: null,
  }
}

/** What belongs to the command of a side, as that side's own commit has it. */
export const ownOf = (request: MeasureRequest, side: Side): OwnRequest =>
  side === 'baseline' ? (request.ofBase ?? request) : request

/** The command of a side in one line; '' for none. */
export const commandText = ({ commands }: Pick<MeasureRequest, 'commands'>, side: Side): string =>
  [commands[side] ?? ''].flat().join(' ')

/** The sides that have a command, baseline first. */
export const sidesWithCommand = ({ commands }: MeasureRequest): Side[] =>
  (['baseline', 'candidate'] as const).filter(side => commands[side] !== undefined)
