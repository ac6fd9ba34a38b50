// Makes the cases of a cell: raw measurements of every run of both sides, the same for us and for the rivals.
import { positionOf, type Side } from '../../src/measure/runs/schedule.ts'
import { runSummary } from '../../src/stats/describe/summary.ts'
import { type Cell, RUNS } from './cells.ts'
import { jobRuns } from './noise.ts'
import { type Random, randomStream } from './random.ts'

/** Measurements in nanoseconds: an inner list per run, in run order. */
export type Runs = number[][]

/** The runs of the demo program on this machine, by benchmark. */
export type RealRuns = Record<string, Runs>

/** `sessions` holds the baseline: one session when interleaved, else the stored ones, the latest first. */
export type Case = { sessions: Runs[]; candidate: Runs }

/** `count` elements in random order, none twice (Fisher and Yates). */
function drawn<T>(all: T[], count: number, random: Random): T[] {
  const left = [...all]
  return Array.from({ length: count }, (_, i) => {
    const chosen = i + random.integer(left.length - i)
    const value = left[chosen] as T
    left[chosen] = left[i] as T
    left[i] = value
    return value
  })
}

/** One job's runs in the order in which they were made: simulated, or drawn from real runs of one benchmark. */
export function runsOfJob(cell: Cell, count: number, random: Random, real: RealRuns): Runs {
  if (cell.noise !== null) return jobRuns(cell.noise, count, random)
  const benchmarks = Object.keys(real)
  return drawn(real[benchmarks[random.integer(benchmarks.length)] as string] as Runs, count, random)
}

/** The positions of each side's runs in a job, in the order in which stable-bench measures them (ABBA). */
export function positionsOf(runs: number): Record<Side, number[]> {
  const of = (side: Side) =>
    Array.from({ length: runs }, (_, i) => positionOf(['baseline', 'candidate'], side, i))
  return { baseline: of('baseline'), candidate: of('candidate') }
}

/** Deals a job's runs out to both sides. */
export function interleave(runs: Runs): { baseline: Runs; candidate: Runs } {
  const { baseline, candidate } = positionsOf(runs.length / 2)
  const at = (position: number) => runs[position] as number[]
  return { baseline: baseline.map(at), candidate: candidate.map(at) }
}

/** One case of a cell before any change is injected; `runs` a side. */
export function makeCase(cell: Cell, runs: number, random: Random, real: RealRuns): Case {
  if (cell.design === 'interleaved') {
    const { baseline, candidate } = interleave(runsOfJob(cell, 2 * runs, random, real))
    return { sessions: [baseline], candidate }
  }
  const candidate = runsOfJob(cell, runs, random, real)
  return {
    sessions: Array.from({ length: cell.stored }, () => runsOfJob(cell, runs, random, real)),
    candidate,
  }
}

/** Case number `index` of a cell; benchmark tells the benchmarks of one comparison apart. */
export function caseOf(cell: Cell, index: number, seed: number, real: RealRuns, benchmark = 0): Case {
  const runs = cell.design === 'stored' ? RUNS.first : RUNS.second
  return makeCase(cell, runs, randomStream(seed, `${cell.key} ${benchmark}`, index), real)
}

/** The case with each run's median for its measurements: what a test reads, found once for all changes and looks. */
export function summarised({ sessions, candidate }: Case): Case {
  const medians = (runs: Runs) => runs.map(values => [runSummary(values, 'median')])
  return { sessions: sessions.map(medians), candidate: medians(candidate) }
}

/** The same runs after a true change by `shift` (a fraction). */
export function changed(runs: Runs, shift: number): Runs {
  return shift === 0 ? runs : runs.map(values => values.map(value => value * (1 + shift)))
}
