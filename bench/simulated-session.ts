// Simulated runs as a session that the engine compares.
import type { Session } from '../src/model/index.ts'

/** A session that holds these benchmarks (the measurements of each run) and, where the sides alternated, the order of their runs. */
export function simulatedSession(benchmarks: number[][][], order: number[] | null = null): Session {
  return {
    source: 'simulated',
    suite: null,
    tool: null,
    revision: null,
    testbed: null,
    plan: null,
    order,
    evidence: [],
    warnings: [],
    failures: [],
    benchmarks: benchmarks.map((runs, i) => ({
      name: `benchmark ${i}`,
      metric: 'time',
      unit: 'ns',
      better: 'lower',
      runs,
    })),
  }
}
