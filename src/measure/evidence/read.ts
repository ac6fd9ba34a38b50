// Reads what the machine has counted so far, just before and just after each process, without any privilege.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuTree, type FileTree, fileTree } from '../../kernel-files.ts'
import type { Stall } from '../../model/index.ts'
import {
  type CpuTimes,
  cpuTimes,
  deviceSoftirqs,
  type Interrupts,
  interruptsOf,
  onlineCpus,
} from './proc-tables.ts'

/** The files to read around each process, below `root`. A list of paths is empty when the machine has no such files. */
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

function temperatureFiles({ read, names }: FileTree): string[] {
  const places = (parent: string, pattern: RegExp) =>
    names(parent).flatMap(name => (pattern.test(name) ? [`${parent}/${name}`] : []))
  const sensors = places('sys/class/hwmon', /^hwmon\d+$/)
    .filter(place => CPU_SENSORS.includes(read(`${place}/name`)))
    .filter(place => names(place).includes('temp1_input'))
    .map(place => `${place}/temp1_input`)
  if (sensors.length > 0) return sensors
  return places('sys/class/thermal', /^thermal_zone\d+$/)
    .filter(place => CPU_ZONES.test(read(`${place}/type`)))
    .map(place => `${place}/temp`)
}

/** Finds the sources for runs on `cpus`, or on all CPUs if null. Called once per job. Throws when there is no /proc. */
export function evidenceSources(cpus: number[] | null, root = '/'): EvidenceSources {
  const all = cpus ?? onlineCpus(readFileSync(join(root, 'proc/stat'), 'utf8'))
  const tree = fileTree(root)
  const ofEach = (directory: string, ...files: string[]) =>
    all.flatMap(cpu => {
      const place = `${cpuTree}/cpu${cpu}/${directory}`
      const there = tree.names(place)
      return files.filter(file => there.includes(file)).map(file => `${place}/${file}`)
    })
  return {
    root,
    cpus: all,
    pinned: cpus !== null,
    throttle: ofEach('thermal_throttle', 'core_throttle_count', 'package_throttle_count'),
    frequency: ofEach('cpufreq', 'scaling_cur_freq'),
    temperature: temperatureFiles(tree),
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

/** Without those that do not answer: missing evidence must not make a run fail. */
function numbersIn({ read }: FileTree, paths: string[]): number[] {
  const texts = paths.map(path => read(path)).filter(text => text !== '')
  return texts.map(Number).filter(value => Number.isFinite(value))
}

const sumOrNull = (values: number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
const highestOrNull = (values: number[], factor: number) =>
  values.length === 0 ? null : Math.max(...values) * factor

/** The totals of /proc/pressure/*, which are in microseconds. `cpu` has `full` since Linux 5.13. */
function stallIn(text: string): Stall | null {
  if (text === '') return null
  const total = (kind: string) => {
    const found = new RegExp(`^${kind} .*total=(\\d+)`, 'm').exec(text)
    return found ? Number(found[1]) * 1e3 : null
  }
  return { some: total('some'), full: total('full') }
}

function swappedIn(vmstat: string): number | null {
  const pages = [...vmstat.matchAll(/^pswp(?:in|out) (\d+)$/gm)].map(match => Number(match[1]))
  return sumOrNull(pages)
}

/** Reads all sources. Never throws. One call takes well under a millisecond on a machine with a few CPUs. */
export function readCounts(sources: EvidenceSources): MachineCounts {
  const { root, cpus, pinned } = sources
  const tree = fileTree(root)
  const proc = (name: string) => tree.read(`proc/${name}`)
  const at = performance.now() * 1e6
  const times = cpuTimes(proc('stat'), cpus)
  const pressure = (name: string) => stallIn(proc(`pressure/${name}`))
  return {
    at,
    cpus: cpus.length,
    pinned,
    own: times?.own ?? null,
    others: times?.others ?? null,
    interrupts: interruptsOf(proc('interrupts'), cpus),
    softirqs: deviceSoftirqs(proc('softirqs'), cpus),
    throttled: sumOrNull(numbersIn(tree, sources.throttle)),
    // The CPU that ran the benchmark has the highest frequency, because the others had nothing to do.
    frequency: highestOrNull(numbersIn(tree, sources.frequency), 1e3),
    temperature: highestOrNull(numbersIn(tree, sources.temperature), 1e-3),
    swappedPages: swappedIn(proc('vmstat')),
    pressure: { cpu: pressure('cpu'), memory: pressure('memory'), io: pressure('io') },
  }
}
