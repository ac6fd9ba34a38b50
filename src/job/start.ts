// From a request to a job: checks the request, chooses wrappers and clock, and reads the machine. Measures nothing.
import { resolve } from 'node:path'
import { formatNamed, recogniseFormat } from '../formats/index.ts'
import { watchMachine } from '../measure/evidence/machine-evidence.ts'
import { evidenceSources } from '../measure/evidence/read.ts'
import { type Kit, refusedAttach } from '../measure/pin/attach.ts'
import { keptMemory } from '../measure/pin/lock-memory.ts'
import { choosePinning, type Pinning } from '../measure/pin/pinning.ts'
import { readTopology, type Topology } from '../measure/pin/topology.ts'
import { tryCommand } from '../measure/pin/wrappers.ts'
import { availableClock } from '../measure/process/bracket.ts'
import { dropCaches } from '../measure/process/caches.ts'
import { paddedEnvironment, scrubbedEnvironment, withheldVariables } from '../measure/process/environment.ts'
import { type Shell, shellFor, startsAsIsIn } from '../measure/runs/command-line.ts'
import type { Measuring } from '../measure/runs/measure-runs.ts'
import type { Side } from '../measure/runs/schedule.ts'
import { sideCommand } from '../measure/runs/side-command.ts'
import {
  type PlannedSettings,
  parseCpuList,
  type Revision,
  settingsOf,
  type Testbed,
} from '../model/index.ts'
import { requireTuned } from '../testbed/receipt/grade-of.ts'
import { readReceipt } from '../testbed/receipt/read.ts'
import { readRevision } from '../testbed/revision.ts'
import { readTestbed } from '../testbed/testbed.ts'
import { emptyRecord, type JobRecord } from './record.ts'
import { assertInputs, type MeasureRequest, sidesOf } from './request.ts'

/** The part that is fixed before the first run. */
type FixedJob = {
  request: MeasureRequest
  sides: Side[]
  measuring: Measuring
  pinning: Pinning
  /** How both sides are measured. */
  settings: PlannedSettings & { shell: Shell }
  /** As it was before this process moved itself off the benchmark's CPUs. */
  topology: Topology
  /** As it was before the first run. */
  testbed: Testbed
}

/** One job on one machine. Only `record` grows. */
export type Job = Readonly<FixedJob & { revisions: Record<Side, Revision | null>; record: JobRecord }>

function isResultsOf(tool: string): (text: string) => boolean {
  return tool === 'auto' ? text => recogniseFormat(text) !== null : text => formatNamed(tool).recognises(text)
}

const directoryOf = ({ cwd, cwds }: MeasureRequest, side: Side) => resolve(cwds?.[side] ?? cwd)

function measuringOf(
  request: MeasureRequest,
  { pinning, kit }: { pinning: Pinning; kit: Kit | null },
  signal: AbortSignal,
): { measuring: Measuring; shell: Shell } {
  const sides = sidesOf(request)
  // Padded, because the length of a branch name in the environment would otherwise move the benchmark's stack.
  const PWD = directoryOf(request, sides[0] ?? 'candidate')
  const env = paddedEnvironment({ ...scrubbedEnvironment(request.env), ...pinning.environment, PWD })
  const given = sides.map(side => {
    return { side, command: request.commands[side] ?? [], cwd: directoryOf(request, side) }
  })
  const shell = shellFor(given, env, startsAsIsIn(env))
  const cpus = pinning.cpus === null ? null : parseCpuList(pinning.cpus, 'the pinned CPUs')
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
    withheld: withheldVariables(request.env),
    watch: watchMachine(evidenceSources(cpus), request.cache),
  }
  return { measuring, shell }
}

/** The settings for a session's plan: the requested ones, as far as they can be had here. */
function settingsFor(request: MeasureRequest, pinning: Pinning, shell: Shell): FixedJob['settings'] {
  const { warmupRuns, tool, cache, delta, benchmarks, coolDownSeconds } = request
  const { cpus, numaNode, aslr, priority, attached } = pinning
  return {
    warmupRuns,
    tool,
    cpus,
    numaNode,
    aslr,
    cache,
    priority,
    attached,
    shell,
    ...(request.pinning.lockMemory ? { lockMemory: true } : {}),
    ...(delta === 0 ? {} : { delta }),
    ...(benchmarks.length === 0 ? {} : { benchmarks }),
    ...(coolDownSeconds === 0 ? {} : { coolDownSeconds }),
  }
}

/** The runner hooks, when they hold the machine for this job. A receipt for the runner's service is adopted first. */
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

function fix(request: MeasureRequest, signal: AbortSignal): FixedJob {
  assertInputs(request)
  const kit = kitOfThisJob()
  const topology = readTopology()
  const pinning = choosePinning({ ...request.pinning, kit }, scrubbedEnvironment(request.env), topology)
  const { measuring, shell } = measuringOf(request, { pinning, kit }, signal)
  const settings = settingsFor(request, pinning, shell)
  const facts = settingsOf({ ...settings, clock: { name: measuring.clock } })
  const testbed = readTestbed({ machine: request.machine, pinnedCpus: pinning.cpus, settings: facts })
  const refused = request.requireTuned
    ? (requireTuned(testbed) ?? refusedAttach(kit, request.pinning.cpus, pinning))
    : null
  if (refused !== null) throw new NotTuned(refused)
  return { request, sides: sidesOf(request), measuring, pinning, settings, topology, testbed }
}

/** The testbed that a job with this request would have now. Throws as `startJob` does. */
export function expectedTestbed(request: MeasureRequest): Testbed {
  return fix(request, new AbortController().signal).testbed
}

/** A job that has measured nothing yet. Throws an InputError, or NotTuned if the request asks for a tuned machine. */
export async function startJob(request: MeasureRequest, signal: AbortSignal): Promise<Job> {
  const revision = (side: Side) => readRevision(directoryOf(request, side))
  return {
    ...fix(request, signal),
    revisions: { baseline: await revision('baseline'), candidate: await revision('candidate') },
    record: emptyRecord(),
  }
}
