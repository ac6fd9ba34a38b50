// Which machine this is, for the reader of the results.
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, release } from 'node:os'

export type Machine = { cpu: string; processors: number; kernel: string; virtual: boolean; node: string }

export const readMachine = (): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  processors: availableParallelism(),
  kernel: release(),
  virtual: /^flags\s*:.*\bhypervisor\b/m.test(readFileSync('/proc/cpuinfo', 'utf8')),
  node: process.version,
})
