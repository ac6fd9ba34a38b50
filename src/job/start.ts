// From a request to a job: checks the request, chooses wrappers and clock, and reads the machine. Measures nothing.
import { randomInt } from 'node:crypto'
import { type HeldMachine, kitCommand, refusedAttach } from '../measure/pin/attach.ts'
import { keptMemory } from '../measure/pin/lock-memory.ts'
import type { Pinning } from '../measure/pin/pinning.ts'
import { readTopology, type Topology } from '../measure/pin/topology.ts'
import { tryCommand } from '../measure/pin/wrappers.ts'
import type { Shell } from '../measure/runs/command-line.ts'
import { NotTuned } from '../measure/runs/errors.ts'
import type { Schedule, Side } from '../measure/runs/schedule.ts'
import type { Measuring } from '../measure/runs/start-command.ts'
import {
  formatCpuList,
  type PlannedSettings,
  type Revision,
  settingsOf,
  type Testbed,
} from '../model/index.ts'
import type { LoadPlace } from '../services/load-cpus.ts'
import { requireTuned } from '../testbed/receipt/grade-of.ts'
import { readReceipt } from '../testbed/receipt/read.ts'
import { readRevision } from '../testbed/revision.ts'
import { readTestbed } from '../testbed/testbed.ts'
import { assertLinux } from './platform.ts'
import { directoryOfSide, measuringOf, pinningOf } from './prepare-measuring.ts'
import { emptyRecord, type JobRecord } from './record.ts'
import { assertInputs } from './request/assert-inputs.ts'
import { type MeasureRequest, sidesWithCommand } from './request/request.ts'
import { type ServedJob, servedJob } from './serving.ts'

/** A request, and the wrappers that put its runs onto CPUs. */
export type PinnedRequest = {
  request: MeasureRequest
  kit: HeldMachine | null
  pinning: Pinning
  /** As it was before this process moved itself off the benchmark's CPUs. */
  topology: Topology
}

/** The part of a job that is fixed before the first run. */
type FixedJob = PinnedRequest & {
  schedule: Schedule
  measuring: Measuring
  /** How both sides are measured. */
  settings: PlannedSettings & { shell: Shell }
  /** Where the load of a service runs; null without one. */
  load: LoadPlace | null
  /** As it was before the first run. */
  testbed: Testbed
}

/** One job on one machine. Only `record` grows. */
export type Job = Readonly<FixedJob & { revisions: Record<Side, Revision | null>; record: JobRecord }>

/** The order of the sides, new for every job: a fixed order could share its period with something else on the machine. */
const scheduleOf = (request: MeasureRequest): Schedule => ({
  sides: sidesWithCommand(request),
  seed: request.seed === 0 ? randomInt(1, 2 ** 31) : request.seed,
  duet: request.duet,
})

/** The settings for a session's plan: the requested ones, or those that this machine allows in their place. */
function settingsFor(
  request: MeasureRequest,
  { sides, seed, duet }: Schedule,
  pinning: Pinning,
  { shell, measuring, served }: { shell: Shell; measuring: Measuring; served: ServedJob | null },
): FixedJob['settings'] {
  const { warmupRuns, tool, cache, delta, layouts, coolDownSeconds } = request
  const prepare = request.prepare === '' ? '' : (request.published ?? request).prepare
  const { cpus, numaNode, aslr, priority, attached } = pinning
  return {
    ...{ warmupRuns, tool, cpus, numaNode, aslr, cache },
    ...(measuring.evictBytes === undefined ? {} : { evictedBytes: measuring.evictBytes }),
    ...{ priority, attached, shell },
    ...(request.pinning.lockMemory ? { lockMemory: true } : {}),
    ...(delta === 0 ? {} : { delta }),
    ...(layouts.length === 0 ? {} : { layouts }),
    ...(coolDownSeconds === 0 ? {} : { coolDownSeconds }),
    ...(prepare === '' ? {} : { prepare }),
    ...(sides.length < 2 ? {} : { seed }),
    ...(duet ? { duet } : {}),
    ...(served === null ? {} : { service: serviceSettings(request, served) }),
  }
}

const serviceSettings = ({ warmUpMs }: MeasureRequest, { place }: ServedJob) => ({
  warmUpSeconds: warmUpMs / 1000,
  loadCpus: place.cpus.length === 0 ? null : formatCpuList(place.cpus),
})

/** The runner hooks, when they hold the machine for this job. A receipt for the runner's service is adopted first. */
function kitOfThisJob(): HeldMachine | null {
  let reading = readReceipt()
  if (reading.refused !== undefined && reading.adoptable) {
    tryCommand(kitCommand({}, 'tune'))
    reading = readReceipt()
  }
  const { receipt } = reading
  if (receipt === undefined) return null
  const { benchmark, load } = receipt.cpus
  return { benchmarkCpus: benchmark, ...(load && { loadCpus: load }), memory: keptMemory(receipt.knobs) }
}

/** Checks the request, and chooses the CPUs and the wrappers of its runs. Throws an InputError. */
export function pinRequest(request: MeasureRequest): PinnedRequest {
  assertLinux()
  assertInputs(request)
  const kit = kitOfThisJob()
  const topology = readTopology()
  return { request, kit, topology, pinning: pinningOf(request, kit, topology) }
}

function fix(pinned: PinnedRequest, signal: AbortSignal): FixedJob {
  const { request, kit, topology, pinning } = pinned
  const { measuring: plain, shell } = measuringOf(request, { pinning, kit }, signal)
  const served = servedJob(request, plain, { pinning, topology, kit })
  const measuring = served === null ? plain : { ...plain, serve: served.serve }
  const schedule = scheduleOf(request)
  const settings = settingsFor(request, schedule, pinning, { shell, measuring, served })
  const facts = settingsOf({ ...settings, clock: { name: measuring.clock } })
  const testbed = readTestbed({ ...request, pinnedCpus: pinning.cpus, settings: facts })
  const refused = request.requireTuned
    ? (requireTuned(testbed) ?? refusedAttach(kit, request.pinning.cpus, pinning))
    : null
  if (refused !== null) throw new NotTuned(refused)
  return { ...pinned, schedule, measuring, settings, testbed, load: served?.place ?? null }
}

/** The testbed that a job with this request would have now. Throws as `startJob` does. */
export function expectedTestbed(request: MeasureRequest): Testbed {
  return fix(pinRequest(request), new AbortController().signal).testbed
}

async function revisionsOf(request: MeasureRequest): Promise<Job['revisions']> {
  const [before, after] = [directoryOfSide(request, 'baseline'), directoryOfSide(request, 'candidate')]
  const candidate = readRevision(after)
  const baseline = before === after ? candidate : readRevision(before)
  return { baseline: await baseline, candidate: await candidate }
}

/**
 * A job that has measured nothing yet. Nothing that it starts runs on the benchmark's CPUs once this process is off them. Throws an
 * InputError, or NotTuned if the request asks for a tuned machine.
 */
export async function startJob(
  request: MeasureRequest,
  signal: AbortSignal,
  pinned = pinRequest(request),
): Promise<Job> {
  // Git goes on while the rest is read.
  const revisions = revisionsOf(request)
  const fixed = fix(pinned, signal)
  return { ...fixed, revisions: await revisions, record: { ...emptyRecord(), layouts: request.layouts } }
}
