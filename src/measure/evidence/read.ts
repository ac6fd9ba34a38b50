// One look at what the machine has counted so far: read just before and just after each run, without any privilege.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Stall } from '../../model/index.ts'
import { type CpuTimes, cpuTimes, deviceSoftirqs, type Interrupts, interruptsOf } from './proc-tables.ts'
import type { EvidenceSources } from './sources.ts'

/** Counts since boot at one moment, and the state of clock and heat; times in nanoseconds, null what is not there. */
export type Reading = {
  at: number
  cpus: number
  pinned: boolean
  own: CpuTimes | null
  others: CpuTimes | null
  interrupts: Interrupts | null
  softirqs: number | null
  throttled: number | null
  frequency: number | null
  temperature: number | null
  swappedPages: number | null
  pressure: { cpu: Stall | null; memory: Stall | null; io: Stall | null }
}

/** Null where the file is missing, or its device does not answer: evidence is never worth failing a run for. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function numbersIn(paths: string[]): number[] {
  return paths.map(path => Number(textOf(path) ?? Number.NaN)).filter(value => Number.isFinite(value))
}

const sumOrNull = (values: number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
const highestOrNull = (values: number[], factor: number) =>
  values.length === 0 ? null : Math.max(...values) * factor

/** The totals of /proc/pressure/*, which are in microseconds; `full` came to cpu with Linux 5.13. */
function stallIn(text: string | null): Stall | null {
  if (text === null) return null
  const total = (kind: string) => {
    const found = new RegExp(`^${kind} .*total=(\\d+)`, 'm').exec(text)
    return found ? Number(found[1]) * 1e3 : null
  }
  return { some: total('some'), full: total('full') }
}

function swappedIn(vmstat: string | null): number | null {
  const pages = [...(vmstat ?? '').matchAll(/^pswp(?:in|out) (\d+)$/gm)].map(match => Number(match[1]))
  return sumOrNull(pages)
}

/** Reads all sources. Throws nothing; one call costs well under a millisecond on a machine of a few CPUs. */
export function readEvidence(sources: EvidenceSources): Reading {
  const { root, cpus, pinned } = sources
  const proc = (name: string) => textOf(join(root, 'proc', name))
  const at = performance.now() * 1e6
  const times = cpuTimes(proc('stat') ?? '', cpus)
  const interrupts = proc('interrupts')
  const softirqs = proc('softirqs')
  const pressure = (name: string) => stallIn(proc(`pressure/${name}`))
  return {
    at,
    cpus: cpus.length,
    pinned,
    own: times?.own ?? null,
    others: times?.others ?? null,
    interrupts: interrupts === null ? null : interruptsOf(interrupts, cpus),
    softirqs: softirqs === null ? null : deviceSoftirqs(softirqs, cpus),
    throttled: sumOrNull(numbersIn(sources.throttle)),
    // The CPU that ran the benchmark is the fastest: the others had nothing to do.
    frequency: highestOrNull(numbersIn(sources.frequency), 1e3),
    temperature: highestOrNull(numbersIn(sources.temperature), 1e-3),
    swappedPages: swappedIn(proc('vmstat')),
    pressure: { cpu: pressure('cpu'), memory: pressure('memory'), io: pressure('io') },
  }
}
