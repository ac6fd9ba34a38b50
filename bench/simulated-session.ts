// Simulated runs as a session that the engine compares.
import type { Session } from '../src/model/index.ts'

/** Where the sides alternated: the order of their runs, null where it does not matter, and the planned looks. */
type Alternated = {
  order: number[] | null
  looks: number[]
  /** What stands for the layout of each build; absent where all runs are of one build. */
  layouts?: number[]
}

/** A session that holds these benchmarks: the measurements of each run. */
export function simulatedSession(
  benchmarks: number[][][],
  { order, looks, layouts }: Alternated = { order: null, looks: [] },
): Session {
  return {
    source: 'simulated',
    suite: null,
    tool: null,
    revision: null,
    testbed: null,
    plan: {
      command: '',
      runs: 0,
      warmupRuns: 0,
      tool: 'auto',
      cpus: null,
      numaNode: null,
      aslr: 'off',
      cache: 'warm',
      priority: 'auto',
      attached: false,
      shell: 'none',
      looks,
      ...(layouts && { layouts }),
    },
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
