// From a request to a job: checks what was asked for, chooses wrappers and clock, reads the machine. Measures nothing.
import { resolve } from 'node:path'
import type { Parsed } from '../formats/format.ts'
import { formatNamed, recogniseFormat } from '../formats/index.ts'
import { judgeRun } from '../measure/evidence/judge-run.ts'
import { limitsFor } from '../measure/evidence/limits.ts'
import { evidenceSources } from '../measure/evidence/sources.ts'
import { watchMachine } from '../measure/evidence/watch-machine.ts'
import { type Kit, refusedAttach } from '../measure/pin/attach.ts'
import { parseCpuList } from '../measure/pin/cpu-list.ts'
import { choosePinning, type Pinning, type PinningRequest, tryCommand } from '../measure/pin/pinning.ts'
import { readTopology, type Topology } from '../measure/pin/topology.ts'
import { availableClock } from '../measure/process/bracket.ts'
import { dropCaches } from '../measure/process/caches.ts'
import { paddedEnvironment, scrubbedEnvironment, withheldVariables } from '../measure/process/environment.ts'
import { keptMemory } from '../measure/process/lock-memory.ts'
import type { TimeLimit } from '../measure/process/time-limit.ts'
import { type Shell, shellFor, startsAsIsIn } from '../measure/runs/command-line.ts'
import type { Measuring, Run } from '../measure/runs/measure-runs.ts'
import { plannedSettings } from '../measure/runs/planned-settings.ts'
import type { Side } from '../measure/runs/schedule.ts'
import { sideCommand } from '../measure/runs/side-command.ts'
import {
  type ClockFacts,
  InputError,
  type PlannedSettings,
  type Revision,
  settingsOf,
  type Testbed,
  type Warning,
} from '../model/index.ts'
import { readRevision } from '../testbed/read-revision.ts'
import { readTestbed } from '../testbed/read-testbed.ts'
import { requireTuned } from '../testbed/receipt/grade-of.ts'
import { readReceipt } from '../testbed/receipt/read.ts'
import type { Parser } from './parse-output.ts'

export type MeasureRequest = {
  suite: string
  cwd: string
  /** Where a side runs instead of `cwd`: checkouts of different commits. */
  cwds?: Record<Side, string>
  /** A command line as bash would read it, or words that are run as they are. */
  commands: Partial<Record<Side, string | string[]>>
  /** What `{benchmark}` in the commands stands for; none where they are no templates. */
  benchmarks: string[]
  /** The n of `{n}` in the commands; 0 where a run is one process. */
  delta: number
  runs: number
  warmupRuns: number
  coolDownSeconds: number
  cache: 'warm' | 'cold'
  tool: string
  results: string | null
  pinning: PinningRequest
  timeoutMs: number
  /** For all runs together; 0 is none. */
  totalTimeoutMs: number
  env: NodeJS.ProcessEnv
  machine: string | null
  requireTuned: boolean
  /** What is known of the candidate before it is measured; goes with its session, wherever that is compared. */
  notes: Warning[]
}

/** `parsed` is empty where the processes themselves are timed. */
export type ParsedRun = Omit<Run, 'outputs' | 'stderr'> & { parsed: Parsed }

/** One job on one machine: what it will do, and the runs it has made so far. */
export type Job = {
  request: MeasureRequest
  sides: Side[]
  measuring: Measuring
  pinning: Pinning
  /** How both sides are measured. */
  plan: PlannedSettings & { shell: Shell }
  clockFacts: ClockFacts | null
  /** As it was before this process moved itself off the benchmark's CPUs. */
  topology: Topology
  /** Of keeping the machine quiet: where this process could not move, and what the runs left running. */
  housekeeping: Warning[]
  /** As it was read before the first run. */
  testbed: Testbed
  /** The same after the last run so far, with what moved in between; null before. */
  confirmed: { testbed: Testbed; warnings: Warning[] } | null
  revisions: Record<Side, Revision | null>
  parser: Parser | null
  timeLimit: TimeLimit
  /** Why fewer runs were made than planned. */
  stopped: string | null
  runs: ParsedRun[]
}

function isResultsOf(tool: string): (text: string) => boolean {
  return tool === 'auto' ? text => recogniseFormat(text) !== null : text => formatNamed(tool).recognises(text)
}

function assertInputs({ results, tool, delta }: MeasureRequest): void {
  if (results && tool === 'process') {
    throw new InputError("tool 'process' reads no results: leave out either tool or results")
  }
  if (delta > 0 && (results || (tool !== 'auto' && tool !== 'process'))) {
    throw new InputError(
      "delta times the processes themselves: leave out results, and tool unless it is 'process'",
    )
  }
}

function measuringOf(
  request: MeasureRequest,
  sides: Side[],
  { pinning, kit }: { pinning: Pinning; kit: Kit | null },
  signal: AbortSignal,
): { measuring: Measuring; shell: Shell } {
  const cwdOf = (side: Side) => resolve(request.cwds?.[side] ?? request.cwd)
  // Padded: the length of a branch name in the environment must not move the benchmark's stack.
  const PWD = cwdOf(sides[0] ?? 'candidate')
  const env = paddedEnvironment({ ...scrubbedEnvironment(request.env), ...pinning.environment, PWD })
  const given = sides.map(side => ({ side, command: request.commands[side] ?? [], cwd: cwdOf(side) }))
  const shell = shellFor(given, env, startsAsIsIn(env))
  const cpus = pinning.cpus === null ? null : parseCpuList(pinning.cpus, 'the pinned CPUs')
  const limits = limitsFor(request.cache)
  const commands = given.map(each => [each.side, sideCommand(each, shell, request)])
  const measuring: Measuring = {
    commands: Object.fromEntries(commands),
    prefix: pinning.prefix,
    clock: availableClock(argv => tryCommand(argv, env).ok),
    env,
    results: request.results,
    isResults: isResultsOf(request.tool),
    delta: request.delta,
    coolDownMs: request.coolDownSeconds * 1000,
    prepare: async () => (request.cache === 'cold' ? dropCaches(kit) : undefined),
    timeoutMs: request.timeoutMs,
    signal,
    log: { made: 0, repeats: [] },
    left: [],
    withheld: withheldVariables(request.env),
    watch: watchMachine(evidenceSources(cpus), limits),
    judge: evidence => evidence.judgement ?? judgeRun(evidence, limits),
  }
  return { measuring, shell }
}

/** Where the hooks tuned for the runner's whole service, the first job to ask makes the receipt its own. */
function kitOfThisJob(): Kit | null {
  let reading = readReceipt()
  if (reading.refused !== undefined && reading.adoptable) {
    tryCommand(['sudo', '-n', '/usr/lib/stable-bench/stable-bench-host', 'tune'])
    reading = readReceipt()
  }
  const { receipt } = reading
  if (receipt === undefined) return null
  return { benchmarkCpus: receipt.cpus.benchmark, memory: keptMemory(receipt.knobs) }
}

/** The machine is not what `require-tuned` asks for. */
export class NotTuned extends Error {
  override name = 'NotTuned'
}

/**
 * Checks the request, chooses pinning and clock and reads the machine. Throws an InputError, or NotTuned where that was
 * asked for; measures nothing.
 */
export async function startJob(request: MeasureRequest, signal: AbortSignal): Promise<Job> {
  assertInputs(request)
  const kit = kitOfThisJob()
  const topology = readTopology()
  const sides = (['baseline', 'candidate'] as const).filter(side => request.commands[side] !== undefined)
  const pinning = choosePinning({ ...request.pinning, kit }, scrubbedEnvironment(request.env), topology)
  const { measuring, shell } = measuringOf(request, sides, { pinning, kit }, signal)
  const plan = plannedSettings(request, pinning, shell)
  const settings = settingsOf({ ...plan, clock: { name: measuring.clock } })
  const testbed = readTestbed({ machine: request.machine, pinnedCpus: pinning.cpus, settings })
  const refused = request.requireTuned
    ? (requireTuned(testbed) ?? refusedAttach(kit, request.pinning.cpus, pinning))
    : null
  if (refused !== null) throw new NotTuned(refused)
  const revision = (side: Side) => readRevision(resolve(request.cwds?.[side] ?? request.cwd))
  return {
    request,
    sides,
    measuring,
    pinning,
    plan,
    clockFacts: null,
    topology,
    housekeeping: [],
    testbed,
    confirmed: null,
    revisions: { baseline: await revision('baseline'), candidate: await revision('candidate') },
    parser: null,
    timeLimit: { limit: request.totalTimeoutMs, begun: 0, longest: 0 },
    stopped: null,
    runs: [],
  }
}
