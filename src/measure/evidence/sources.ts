// Finds once per job which files tell about the CPUs' heat and clock, so that reading them around a run is cheap.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onlineCpus } from './proc-tables.ts'

/** What to read around each run; the lists of paths are empty where the machine has no such files. */
export type EvidenceSources = {
  root: string
  /** The CPUs that the runs are pinned to, or all that are online. */
  cpus: number[]
  pinned: boolean
  throttle: string[]
  frequency: string[]
  temperature: string[]
}

/** Drivers of sensors in the CPU; their first one is the package or the die. */
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

/** The sources of evidence for runs on `cpus`, or on all CPUs where that is null. Throws where there is no /proc. */
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
