// What a session's plan says of how its runs are made: from what was asked for, and what could be had here.
import type { PlannedSettings } from '../../model/index.ts'
import type { Pinning, PinningRequest } from '../pin/pinning.ts'
import type { Shell } from './command-line.ts'

type Asked = {
  warmupRuns: number
  tool: string
  cache: 'warm' | 'cold'
  delta: number
  benchmarks: string[]
  coolDownSeconds: number
  pinning: PinningRequest
}

/** What the plans of both sides of a job have in common. */
export function plannedSettings(
  { warmupRuns, tool, cache, delta, benchmarks, coolDownSeconds, pinning: { lockMemory } }: Asked,
  { cpus, numaNode, aslr, priority, attached }: Pinning,
  shell: Shell,
): PlannedSettings & { shell: Shell } {
  return {
    warmupRuns,
    tool,
    cpus,
    numaNode,
    aslr,
    cache,
    priority,
    attached,
    shell,
    ...(lockMemory ? { lockMemory } : {}),
    ...(delta === 0 ? {} : { delta }),
    ...(benchmarks.length === 0 ? {} : { benchmarks }),
    ...(coolDownSeconds === 0 ? {} : { coolDownSeconds }),
  }
}
