// Keeps stable-bench itself, which reads the benchmark's output and writes the log, off the benchmark's CPUs.
import { formatCpuList, parseCpuList, type Warning } from '../../model/index.ts'
import { readTopology, type Topology } from './topology.ts'
import { tryCommand } from './wrappers.ts'

/** `cpus` are those that the process was moved to; null when it stays where it was. */
export type Housekeeping = { cpus: string | null; warnings: Warning[]; restore: () => void }

/** The allowed CPUs without those of `benchmark`, and if possible without the other threads of their cores. */
export function housekeepingCpus(benchmark: number[], { allowed, cpus }: Topology): number[] {
  const cores = new Set(cpus.filter(cpu => benchmark.includes(cpu.id)).map(cpu => cpu.core))
  const beside = allowed.filter(id => !benchmark.includes(id))
  const apart = beside.filter(id => !cores.has(cpus.find(cpu => cpu.id === id)?.core ?? id))
  return apart.length > 0 ? apart : beside
}

/**
 * Moves all threads of process `pid` off the CPUs in the list `benchmark`; `restore` moves them back. Children inherit this, so a
 * benchmark needs its own taskset. `choosePinning` and `readTopology` see fewer CPUs afterwards. Never throws: a failure is a warning.
 */
export function moveToHousekeeping(
  benchmark: string | null,
  topology: Topology = readTopology(),
  pid = process.pid,
): Housekeeping {
  const stays = (...warnings: Warning[]): Housekeeping => ({ cpus: null, warnings, restore: () => {} })
  if (benchmark === null) return stays()
  const wanted = housekeepingCpus(parseCpuList(benchmark, 'cpus'), topology)
  if (wanted.length === 0) {
    const message = `stable-bench itself runs on the benchmark's CPUs (${benchmark}): this job may use no others`
    return stays({ code: 'shared-cpus', message })
  }
  if (wanted.length === topology.allowed.length) return stays()
  const move = (cpus: number[]) => tryCommand(['taskset', '-apc', formatCpuList(cpus), String(pid)])
  const moved = move(wanted)
  if (!moved.ok) {
    const message = `stable-bench itself may run on the benchmark's CPUs (${benchmark}): ${moved.why}`
    return stays({ code: 'shared-cpus', message })
  }
  return { cpus: formatCpuList(wanted), warnings: [], restore: () => void move(topology.allowed) }
}
