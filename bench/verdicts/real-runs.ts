// Real A/A data: many fresh processes of the demo program's base version, measured on this machine right now.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pooledSd } from '../../src/stats/describe/spread.ts'
import type { RealRuns } from './cases.ts'
import { runMedians } from './rivals/rival.ts'

const demo = fileURLToPath(new URL('../../examples/demo', import.meta.url))

type Document = { benchmarks: { name: string; runs: number[][] }[] }

/** The measurements (nanoseconds) of `processes` fresh processes, by benchmark. */
export function measureRealRuns(processes: number): RealRuns {
  const result: RealRuns = {}
  for (let i = 0; i < processes; i++) {
    const output = execFileSync(process.execPath, ['benchmark.mjs', 'base'], { cwd: demo, encoding: 'utf8' })
    for (const { name, runs } of (JSON.parse(output) as Document).benchmarks) {
      result[name] = [...(result[name] ?? []), ...runs]
    }
  }
  return result
}

/** The sd of the log medians of the runs of each benchmark, in percent with one decimal. */
export function runSds(real: RealRuns): Record<string, number> {
  const sd = (runs: number[][]) => Math.round(1000 * pooledSd([runMedians(runs).map(Math.log)])) / 10
  return Object.fromEntries(Object.entries(real).map(([name, runs]) => [name, sd(runs)]))
}
