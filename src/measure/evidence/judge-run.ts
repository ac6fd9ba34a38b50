// Judges whether a run can be trusted, by the counts of the kernel and the machine. The measured values never count: a
// rule that looked at results would bias them by choosing among them. Every rule first allows for the coarseness of its counter.
import type { Judgement, MachineEvidence, RunEvidence, Validity, Warning } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { TICK } from './proc-tables.ts'

/**
 * The limits beyond which evidence speaks against a run. Each is about half of the disturbance that would move a result
 * by the usual no-change band of 2 %, or half of the smallest one that a clock tick can show.
 */
export const LIMITS = {
  /** Share of the benchmark's CPUs that the hypervisor took. */
  steal: { suspect: 0.01, invalid: 0.1 },
  /** Share of the pinned CPUs that other processes used. A quarter means that a job was put there. */
  foreign: { suspect: 0.02, invalid: 0.25 },
  /** The same where the run may use all CPUs: it then moves out of the way of a few others. */
  foreignUnpinned: { suspect: 0.05, invalid: 0.5 },
  /** Share of the time in which every task that was not idle waited for memory. */
  memoryStall: 0.01,
  /** Device interrupts per second and pinned CPU: at about 2 µs each, half a percent of the time. */
  interruptsPerSecond: 2500,
  /** Only used when clock ticks are too coarse to show who else ran. */
  involuntaryPerSecond: 100,
  /** Share of the time that major faults may take, and the time of one: that of a page from an SSD. */
  majorFaults: { share: 0.01, nanoseconds: 100e3 },
  /** Pages of the whole machine. Single pages of idle processes are swapped out on any machine. */
  swappedPages: 256,
}

/** Whether files are in memory before a run. A cold run reads its files, and is meant to. */
export type FileCache = 'warm' | 'cold'

type Seen = { run: RunEvidence; machine: MachineEvidence }

type Doubt = { validity: Exclude<Validity, 'valid'>; reason: Warning }

const seconds = (nanoseconds: number) => nanoseconds / 1e9

function doubt(validity: Doubt['validity'], code: string, message: string): Doubt {
  return { validity, reason: { code, message } }
}

/** Suspect or invalid, by the share `least` that is certain; null below the limits. */
function graded(least: number, limits: { suspect: number; invalid: number }): Doubt['validity'] | null {
  if (least > limits.invalid) return 'invalid'
  return least > limits.suspect ? 'suspect' : null
}

/** Steal comes in whole ticks, so one tick of each CPU may belong to the time before the run. */
function steal({ machine }: Seen): Doubt | null {
  if (machine.steal === null) return null
  const capacity = machine.window * machine.cpus
  const validity = graded((machine.steal - TICK * machine.cpus) / capacity, LIMITS.steal)
  const share = formatShare(machine.steal / capacity, 2)
  return validity && doubt(validity, 'steal', `the hypervisor took ${share} of the benchmark's CPUs (steal)`)
}

/**
 * By how much the busy time in /proc/stat may exceed the run's own: two ticks at the ends on each CPU, and three standard
 * deviations of the ticks that hit a process by chance for its share of the time (binomial).
 */
export function tickTolerance(ownTime: number, capacity: number, cpus: number): number {
  const share = Math.min(1, ownTime / capacity)
  const ticks = capacity / TICK
  return TICK * (2 * cpus + 3 * Math.sqrt(ticks * share * (1 - share)))
}

/** The time that others used of the CPUs that the run could use, and the limits for it; null where it is unknown. */
export function foreignUse(machine: MachineEvidence) {
  const { pinned, foreignTime, outsideShare, window, cpus } = machine
  if (pinned) return foreignTime === null ? null : { time: foreignTime, limits: LIMITS.foreign }
  return outsideShare === null ? null : { time: outsideShare * window * cpus, limits: LIMITS.foreignUnpinned }
}

type Foreign = { share: number; least: number; limits: (typeof LIMITS)['foreign'] }

function foreignOf({ run, machine }: Seen): Foreign | null {
  const used = foreignUse(machine)
  if (used === null || run.wallTime <= 0) return null
  const capacity = run.wallTime * machine.cpus
  const tolerance = tickTolerance(run.userTime + run.systemTime, capacity, machine.cpus)
  const { time, limits } = used
  return { share: Math.min(1, time / capacity), least: (time - tolerance) / capacity, limits }
}

function foreignLoad(seen: Seen): Doubt | null {
  const foreign = foreignOf(seen)
  const validity = foreign && graded(foreign.least, foreign.limits)
  if (!foreign || !validity) return null
  const where = seen.machine.pinned ? "the benchmark's CPUs" : 'all CPUs'
  return doubt(validity, 'foreign-load', `other processes used ${formatShare(foreign.share, 2)} of ${where}`)
}

/** A pinned run that others interrupted often, when ticks cannot tell for how long. Its own threads look the same. */
function involuntarySwitches(seen: Seen): Doubt | null {
  const { run, machine } = seen
  const count = run.involuntarySwitches
  if (!machine.pinned || count === null || count < 5 || foreignLoad(seen) !== null) return null
  const foreign = foreignOf(seen)
  const ticksCanTell = foreign !== null && run.wallTime > (4 * TICK) / LIMITS.foreign.suspect
  const rate = count / seconds(run.wallTime)
  if (ticksCanTell || rate <= LIMITS.involuntaryPerSecond) return null
  const often = `${Math.round(rate)} times a second`
  return doubt('suspect', 'involuntary-switches', `something else took the CPU from the run ${often}`)
}

function throttled({ machine }: Seen): Doubt | null {
  if (!machine.throttled) return null
  return doubt('invalid', 'throttled', 'the CPU slowed itself down for heat')
}

/** Swapping makes a run invalid if the run itself waited for pages. */
function swapped({ run, machine }: Seen): Doubt | null {
  const pages = machine.swappedPages ?? 0
  if (pages > 0 && (run.majorFaults ?? 0) > 0)
    return doubt('invalid', 'swapped', `the run waited for pages while the machine swapped ${pages} of them`)
  if (pages < LIMITS.swappedPages) return null
  return doubt('suspect', 'swapped', `the machine swapped ${pages} pages meanwhile`)
}

function memoryStall({ machine }: Seen): Doubt | null {
  const share = (machine.pressure.memory?.full ?? 0) / machine.window
  if (share <= LIMITS.memoryStall) return null
  return doubt('suspect', 'memory-stall', `everything waited for memory ${formatShare(share, 2)} of the time`)
}

/**
 * More device interrupts than the run's own waiting explains: one per wait that ends its request, and one to spare.
 * Softirqs say less: a benchmark that talks to itself over loopback causes one for every packet.
 */
function foreignInterrupts({ run, machine }: Seen): Doubt | null {
  if (!machine.pinned || run.voluntarySwitches === null) return null
  const count = (machine.deviceInterrupts ?? 0) - 2 * run.voluntarySwitches
  const rate = count / machine.cpus / seconds(machine.window)
  if (rate <= LIMITS.interruptsPerSecond) return null
  const what = `${Math.round(rate)} device interrupts a second on each of the benchmark's CPUs`
  return doubt('suspect', 'device-interrupts', `${what}, which it did not wait for`)
}

/** A run that is pinned to one CPU cannot migrate. */
function migrated({ run, machine }: Seen): Doubt | null {
  const moves = run.counters?.migrations ?? 0
  if (!machine.pinned || machine.cpus > 1 || moves === 0) return null
  return doubt('suspect', 'migrated', `the run left the CPU that it was pinned to (${moves} migrations)`)
}

function majorFaults(run: RunEvidence, cache: FileCache): Doubt | null {
  const count = run.majorFaults ?? 0
  const { share, nanoseconds } = LIMITS.majorFaults
  if (cache === 'cold' || count * nanoseconds <= share * run.wallTime) return null
  return doubt('suspect', 'major-faults', `the run waited for the disk ${count} times (major faults)`)
}

const OTHERS = [foreignLoad, involuntarySwitches]

const RULES = [steal, throttled, swapped, memoryStall, foreignInterrupts, migrated]

/**
 * The verdict on one run. Without evidence it is valid. `isShared`: the other side's run had these CPUs at the same time, so that
 * their use by others says nothing.
 */
export function judgeRun(run: RunEvidence, cache: FileCache, isShared = false): Judgement {
  const { machine } = run
  const rules = isShared ? RULES : [...RULES, ...OTHERS]
  const ofMachine = machine ? rules.map(rule => rule({ run, machine })) : []
  const doubts = [...ofMachine, majorFaults(run, cache)].filter(found => found !== null)
  const validity: Validity = doubts.some(found => found.validity === 'invalid')
    ? 'invalid'
    : doubts.length > 0
      ? 'suspect'
      : 'valid'
  return { validity, reasons: doubts.map(found => found.reason) }
}
