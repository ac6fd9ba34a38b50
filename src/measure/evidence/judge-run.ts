// Whether a run can be trusted, from what the kernel and the machine counted, never from what it measured: a rule
// that looked at the result would select results. Every rule allows for the coarseness of its counter first.

import type { Judgement, MachineEvidence, RunEvidence, Validity, Warning } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { type EvidenceLimits, evidenceLimits } from './limits.ts'
import { TICK } from './proc-tables.ts'

type Known = { run: RunEvidence; machine: MachineEvidence; limits: EvidenceLimits }

/** What one rule found. */
type Doubt = { validity: Exclude<Validity, 'valid'>; reason: Warning }

/** A share as people read it: `2.5 %`. */
const seconds = (nanoseconds: number) => nanoseconds / 1e9

function doubt(validity: Doubt['validity'], code: string, message: string): Doubt {
  return { validity, reason: { code, message } }
}

/** Suspect or invalid by `share`, where `least` of it is certain; null below the limits. */
function graded(least: number, limits: { suspect: number; invalid: number }): Doubt['validity'] | null {
  if (least > limits.invalid) return 'invalid'
  return least > limits.suspect ? 'suspect' : null
}

/** Steal comes in whole ticks, so one of each CPU may belong to the time before. */
function steal({ machine, limits }: Known): Doubt | null {
  if (machine.steal === null) return null
  const capacity = machine.window * machine.cpus
  const validity = graded((machine.steal - TICK * machine.cpus) / capacity, limits.steal)
  const share = formatShare(machine.steal / capacity, 2)
  return validity && doubt(validity, 'steal', `the hypervisor took ${share} of the benchmark's CPUs (steal)`)
}

/**
 * How far the busy time in /proc/stat may be off the run's own: two ticks of each CPU at the ends, and three
 * standard deviations of what ticks see of a process that runs a share of the time (binomial).
 */
export function tickTolerance(ownTime: number, capacity: number, cpus: number): number {
  const share = Math.min(1, ownTime / capacity)
  const ticks = capacity / TICK
  return TICK * (2 * cpus + 3 * Math.sqrt(ticks * share * (1 - share)))
}

type Foreign = { share: number; least: number }

function foreignOf({ run, machine }: Known): Foreign | null {
  if (machine.foreignTime === null || run.wallTime <= 0) return null
  const capacity = run.wallTime * machine.cpus
  const tolerance = tickTolerance(run.userTime + run.systemTime, capacity, machine.cpus)
  return {
    share: Math.min(1, machine.foreignTime / capacity),
    least: (machine.foreignTime - tolerance) / capacity,
  }
}

function foreignLoad(known: Known): Doubt | null {
  const foreign = foreignOf(known)
  const validity = foreign && graded(foreign.least, known.limits.foreign)
  if (!foreign || !validity) return null
  return doubt(
    validity,
    'foreign-load',
    `other processes used ${formatShare(foreign.share, 2)} of the benchmark's CPUs`,
  )
}

/** A pinned run that others interrupted often, where ticks cannot tell how long; its own threads look the same. */
function involuntarySwitches(known: Known): Doubt | null {
  const { run, machine, limits } = known
  const count = run.involuntarySwitches
  if (!machine.pinned || count === null || count < 5 || foreignLoad(known) !== null) return null
  const foreign = foreignOf(known)
  const ticksCanTell = foreign !== null && run.wallTime > (4 * TICK) / limits.foreign.suspect
  const rate = count / seconds(run.wallTime)
  if (ticksCanTell || rate <= limits.involuntaryPerSecond) return null
  const often = `${Math.round(rate)} times a second`
  return doubt('suspect', 'involuntary-switches', `something else took the CPU from the run ${often}`)
}

function throttled({ machine }: Known): Doubt | null {
  if (!machine.throttled) return null
  return doubt('invalid', 'throttled', 'the CPU slowed itself down for heat')
}

/** Swapping invalidates a run that itself waited for pages. */
function swapped({ run, machine, limits }: Known): Doubt | null {
  const pages = machine.swappedPages ?? 0
  if (pages > 0 && (run.majorFaults ?? 0) > 0) {
    return doubt('invalid', 'swapped', `the run waited for pages while the machine swapped ${pages} of them`)
  }
  if (pages < limits.swappedPages) return null
  return doubt('suspect', 'swapped', `the machine swapped ${pages} pages meanwhile`)
}

function memoryStall({ machine, limits }: Known): Doubt | null {
  const share = (machine.pressure.memory?.full ?? 0) / machine.window
  if (share <= limits.memoryStall) return null
  return doubt('suspect', 'memory-stall', `everything waited for memory ${formatShare(share, 2)} of the time`)
}

/**
 * Interrupts of devices beyond what the run's own waiting explains: one that ends its request, and one to spare.
 * Softirqs say less: what a benchmark sends itself over loopback makes one for every packet.
 */
function foreignInterrupts({ run, machine, limits }: Known): Doubt | null {
  if (!machine.pinned || run.voluntarySwitches === null) return null
  const count = (machine.deviceInterrupts ?? 0) - 2 * run.voluntarySwitches
  const rate = count / machine.cpus / seconds(machine.window)
  if (rate <= limits.interruptsPerSecond) return null
  const what = `${Math.round(rate)} device interrupts a second on each of the benchmark's CPUs`
  return doubt('suspect', 'device-interrupts', `${what}, which it did not wait for`)
}

/** A run that is pinned to one CPU has nowhere to go. */
function migrated({ run, machine }: Known): Doubt | null {
  const moves = run.counters?.migrations ?? 0
  if (!machine.pinned || machine.cpus > 1 || moves === 0) return null
  return doubt('suspect', 'migrated', `the run left the CPU that it was pinned to (${moves} migrations)`)
}

function majorFaults(run: RunEvidence, { warm, majorFaults: limit }: EvidenceLimits): Doubt | null {
  const count = run.majorFaults ?? 0
  if (!warm || count * limit.nanoseconds <= limit.share * run.wallTime) return null
  return doubt('suspect', 'major-faults', `the run waited for the disk ${count} times (major faults)`)
}

const RULES = [
  steal,
  foreignLoad,
  involuntarySwitches,
  throttled,
  swapped,
  memoryStall,
  foreignInterrupts,
  migrated,
]

/** The verdict on one run with all reasons; a run of which nothing is known is valid. */
export function judgeRun(run: RunEvidence, limits: EvidenceLimits = evidenceLimits): Judgement {
  const { machine } = run
  const ofMachine = machine ? RULES.map(rule => rule({ run, machine, limits })) : []
  const doubts = [...ofMachine, majorFaults(run, limits)].filter(found => found !== null)
  const validity: Validity = doubts.some(found => found.validity === 'invalid')
    ? 'invalid'
    : doubts.length > 0
      ? 'suspect'
      : 'valid'
  return { validity, reasons: doubts.map(found => found.reason) }
}
