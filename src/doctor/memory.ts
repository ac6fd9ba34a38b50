// Memory and huge pages, and whether processes may count their own instructions.
import type { FileTree } from '../kernel-files.ts'
import type { DoctorFindings } from '../model/index.ts'

const KIBIBYTE = 1024

/** Sizes in bytes; null for what the kernel does not show. */
export function machineMemory({ read }: FileTree, facts: Record<string, string>): DoctorFindings['memory'] {
  const meminfo = read('proc/meminfo')
  const number = (name: string): number | null => {
    const found = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(meminfo)?.[1]
    return found === undefined ? null : Number(found)
  }
  const bytes = (name: string) => {
    const kibibytes = number(name)
    return kibibytes === null ? null : kibibytes * KIBIBYTE
  }
  const total = number('HugePages_Total')
  const size = bytes('Hugepagesize')
  return {
    total: bytes('MemTotal'),
    available: bytes('MemAvailable'),
    swap: bytes('SwapTotal'),
    transparent: facts['transparent-hugepages'] ?? '',
    hugePages: total === null || size === null ? null : { total, free: number('HugePages_Free') ?? 0, size },
  }
}

/** Hardware counters have a device of their own; a virtual machine often has none. */
const HARDWARE_COUNTERS = /^(cpu|cpu_core|cpu_atom|armv\d.*|.*_pmu.*)$/

/**
 * Whether an unprivileged process may count its own instructions, and why not. `container` is the fact of that name.
 */
export function counterAccess({ read, names }: FileTree, container: string): DoctorFindings['counters'] {
  const text = read('proc/sys/kernel/perf_event_paranoid')
  if (!/^-?\d+$/.test(text))
    return { paranoid: null, usable: false, reason: 'this kernel has no performance counters' }
  const paranoid = Number(text)
  const devices = names('sys/bus/event_source/devices')
  if (paranoid > 2) {
    const reason = `perf_event_paranoid is ${paranoid}: nobody counts without privileges (2 would be enough)`
    return { paranoid, usable: false, reason }
  }
  if (devices.length > 0 && !devices.some(name => HARDWARE_COUNTERS.test(name)))
    return {
      paranoid,
      usable: false,
      reason: 'the machine has no hardware counters, as most virtual machines',
    }
  if (container !== 'none')
    return {
      paranoid,
      usable: null,
      reason: `allowed by the machine; the container (${container}) may forbid perf_event_open`,
    }
  return {
    paranoid,
    usable: true,
    reason: `a process may count its own instructions and cycles (perf_event_paranoid ${paranoid})`,
  }
}
