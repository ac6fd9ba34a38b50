// Finds the kind of this machine, the runners that work on it, its memory, and whether processes may count.
import type { FileTree } from '../kernel-files.ts'
import type { DoctorFindings } from '../model/index.ts'

type Machine = DoctorFindings['machine']

/** The directories of the runners on this machine. The command line of each runner shows its program. */
export function runnerDirectories({ read, names }: FileTree): string[] {
  const lines = names('proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => read(`proc/${pid}/cmdline`).split('\0')[0] ?? '')
  const found = lines.flatMap(
    line => /^(\/.*)\/bin(?:\.[\d.]+)?\/Runner\.(?:Listener|Worker)$/.exec(line)?.[1] ?? [],
  )
  return [...new Set(found)]
}

function runnerOf(tree: FileTree, env: NodeJS.ProcessEnv): string {
  if (env.RUNNER_ENVIRONMENT === 'github-hosted') return 'a hosted runner of GitHub'
  if (env.GITHUB_ACTIONS === 'true') return `the self-hosted runner ${env.RUNNER_NAME ?? ''}`.trim()
  const [directory] = runnerDirectories(tree)
  if (directory !== undefined) return `a runner of GitHub Actions in ${directory}`
  return env.CI ? 'a CI system' : ''
}

function kindOf({ virtual, hypervisor, hardware }: Record<string, string>): Pick<Machine, 'kind' | 'reason'> {
  const named = (...names: (string | undefined)[]) => {
    const known = names.filter(Boolean).join(', ')
    return known === '' ? '' : ` (${known})`
  }
  if (virtual === 'yes')
    return { kind: 'virtual', reason: `its processor reports a hypervisor${named(hypervisor, hardware)}` }
  if (virtual === 'no') return { kind: 'bare-metal', reason: `no hypervisor is reported${named(hardware)}` }
  return { kind: 'unknown', reason: 'neither processor nor firmware say whether it is virtual' }
}

/** `facts` are those of the testbed. */
export function machineOf(tree: FileTree, facts: Record<string, string>, env: NodeJS.ProcessEnv): Machine {
  const load = Number.parseFloat(tree.read('proc/loadavg'))
  return {
    ...kindOf(facts),
    container: facts.container ?? 'none',
    runner: runnerOf(tree, env),
    load: Number.isFinite(load) ? load : null,
  }
}

const KIBIBYTE = 1024

/** Sizes in bytes; null for what the kernel does not show. */
export function machineMemory({ read }: FileTree, facts: Record<string, string>): DoctorFindings['memory'] {
  const meminfo = read('proc/meminfo')
  const number = (name: string, unit = 1): number | null => {
    const found = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(meminfo)?.[1]
    return found === undefined ? null : Number(found) * unit
  }
  const total = number('HugePages_Total')
  const size = number('Hugepagesize', KIBIBYTE)
  return {
    total: number('MemTotal', KIBIBYTE),
    available: number('MemAvailable', KIBIBYTE),
    swap: number('SwapTotal', KIBIBYTE),
    transparent: facts['transparent-hugepages'] ?? '',
    hugePages: total === null || size === null ? null : { total, free: number('HugePages_Free') ?? 0, size },
  }
}

/** Hardware counters have a device of their own; a virtual machine often has none. */
const HARDWARE_COUNTERS = /^(cpu|cpu_core|cpu_atom|armv\d.*|.*_pmu.*)$/

/** Whether an unprivileged process may count its own instructions, and why not. `container` is the fact of that name. */
export function counterAccess({ read, names }: FileTree, container: string): DoctorFindings['counters'] {
  const text = read('proc/sys/kernel/perf_event_paranoid')
  const paranoid = /^-?\d+$/.test(text) ? Number(text) : null
  const found = (usable: boolean | null, reason: string) => ({ paranoid, usable, reason })
  if (paranoid === null) return found(false, 'this kernel has no performance counters')
  if (paranoid > 2)
    return found(
      false,
      `perf_event_paranoid is ${paranoid}: nobody counts without privileges (2 would be enough)`,
    )
  const devices = names('sys/bus/event_source/devices')
  if (devices.length > 0 && !devices.some(name => HARDWARE_COUNTERS.test(name)))
    return found(false, 'the machine has no hardware counters, as most virtual machines')
  if (container !== 'none')
    return found(null, `allowed by the machine; the container (${container}) may forbid perf_event_open`)
  return found(true, `a process may count its own instructions and cycles (perf_event_paranoid ${paranoid})`)
}
