// Reads what the machine has counted so far, just before and just after each process, without any privilege.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Stall } from '../../model/index.ts'
import {
  type CpuTimes,
  cpuTimes,
  deviceSoftirqs,
  type Interrupts,
  interruptsOf,
  onlineCpus,
} from './proc-tables.ts'

/** The files to read around each process. A list of paths is empty when the machine has no such files. */
export type EvidenceSources = {
  root: string
  /** The CPUs that the runs are pinned to, or all that are online. */
  cpus: number[]
  pinned: boolean
  throttle: string[]
  frequency: string[]
  temperature: string[]
}

/** Drivers of sensors in the CPU. The first sensor of each is that of the package or the die. */
const CPU_SENSORS = ['coretemp', 'k10temp', 'zenpower', 'k8temp', 'cpu_thermal', 'cputemp', 'soc_thermal']
const CPU_ZONES = /^(x86_pkg_temp|cpu|soc)/i

const directories = (path: string, pattern: RegExp) =>
  existsSync(path) ? readdirSync(path).filter(name => pattern.test(name)) : []

function nameIn(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}

function temperatureFiles(root: string): string[] {
  const hwmon = join(root, 'sys/class/hwmon')
  const sensors = directories(hwmon, /^hwmon\d+$/)
    .filter(name => CPU_SENSORS.includes(nameIn(join(hwmon, name, 'name'))))
    .map(name => join(hwmon, name, 'temp1_input'))
    .filter(existsSync)
  if (sensors.length > 0) return sensors
  const thermal = join(root, 'sys/class/thermal')
  return directories(thermal, /^thermal_zone\d+$/)
    .filter(name => CPU_ZONES.test(nameIn(join(thermal, name, 'type'))))
    .map(name => join(thermal, name, 'temp'))
}

/** Finds the sources for runs on `cpus`, or on all CPUs if null. Called once per job. Throws when there is no /proc. */
export function evidenceSources(cpus: number[] | null, root = '/'): EvidenceSources {
  const all = cpus ?? onlineCpus(readFileSync(join(root, 'proc/stat'), 'utf8'))
  const ofEach = (...paths: string[]) =>
    all
      .flatMap(cpu => paths.map(path => join(root, `sys/devices/system/cpu/cpu${cpu}`, path)))
      .filter(existsSync)
  return {
    root,
    cpus: all,
    pinned: cpus !== null,
    throttle: ofEach('thermal_throttle/core_throttle_count', 'thermal_throttle/package_throttle_count'),
    frequency: ofEach('cpufreq/scaling_cur_freq'),
    temperature: temperatureFiles(root),
  }
}

/** Counts since boot at one moment, clock frequency and temperature. Times in nanoseconds; null: not available. */
export type MachineCounts = {
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

/** Null when the file is missing or its device does not answer. Missing evidence must not make a run fail. */
export function textOf(path: string): string | null {
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

/** The totals of /proc/pressure/*, which are in microseconds. `cpu` has `full` since Linux 5.13. */
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

/** Reads all sources. Never throws. One call takes well under a millisecond on a machine with a few CPUs. */
export function readCounts(sources: EvidenceSources): MachineCounts {
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
    // The CPU that ran the benchmark has the highest frequency, because the others had nothing to do.
    frequency: highestOrNull(numbersIn(sources.frequency), 1e3),
    temperature: highestOrNull(numbersIn(sources.temperature), 1e-3),
    swappedPages: swappedIn(proc('vmstat')),
    pressure: { cpu: pressure('cpu'), memory: pressure('memory'), io: pressure('io') },
  }
}
