// Makes the cases of a cell: raw measurements of every run of both sides, the same for us and for the rivals.
import { positionOf, type Side } from '../../src/measure/runs/schedule.ts'
import { runSummary } from '../../src/stats/describe/summary.ts'
import { type Cell, MOST_RUNS, RUNS } from './cells.ts'
import { jobRuns } from './noise.ts'
import { type Random, randomStream } from './random.ts'

/** Measurements in nanoseconds: an inner list per run, in run order. */
export type Runs = number[][]

/** The runs of the demo program on this machine, by benchmark. */
export type RealRuns = Record<string, Runs>

/** The position of each side's runs among all runs of a job. */
export type Positions = Record<Side, number[]>

/**
 * `sessions` holds the baseline: one session when interleaved, else the stored ones, the latest first. `positions` are
 * those of the runs that alternated, null where the baseline was stored.
 */
export type Case = { sessions: Runs[]; candidate: Runs; positions: Positions | null }

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

/** The positions of each side's runs in a job, in the order in which stable-bench measures them with this seed. */
export function positionsOf(runs: number, seed: number): Positions {
  const order = { sides: ['baseline', 'candidate'] as const, seed }
  const of = (side: Side) => Array.from({ length: runs }, (_, i) => positionOf(order, side, i))
  return { baseline: of('baseline'), candidate: of('candidate') }
}

/** Deals a job's runs out to both sides. */
export function interleave(
  runs: Runs,
  { baseline, candidate }: Positions,
): { baseline: Runs; candidate: Runs } {
  const at = (position: number) => runs[position] as number[]
  return { baseline: baseline.map(at), candidate: candidate.map(at) }
}

/** Sides with different numbers of runs. Interleaved ones are the documents of two harnesses, and in no order. */
function unequalCase({ noise, stored, unequal }: Cell, random: Random): Case {
  if (noise === null || !unequal) throw new Error('unequal sides are simulated')
  const { baseline, candidate, candidateSd = noise.runSd } = unequal
  return {
    candidate: jobRuns({ ...noise, runSd: candidateSd }, candidate, random),
    sessions: Array.from({ length: Math.max(1, stored) }, () => jobRuns(noise, baseline, random)),
    positions: null,
  }
}

/**
 * Case number `index` of a cell before any change is injected; `benchmark` tells the benchmarks of one comparison
 * apart, whose runs are made in the same order.
 */
export function caseOf(cell: Cell, index: number, seed: number, real: RealRuns, benchmark = 0): Case {
  const random = randomStream(seed, `${cell.key} ${benchmark}`, index)
  if (cell.unequal) return unequalCase(cell, random)
  if (cell.design === 'interleaved') {
    const order = randomStream(seed, `${cell.key} order`, index).integer(2 ** 31)
    const positions = positionsOf(MOST_RUNS, order)
    const { baseline, candidate } = interleave(runsOfJob(cell, 2 * MOST_RUNS, random, real), positions)
    return { sessions: [baseline], candidate, positions }
  }
  const candidate = runsOfJob(cell, RUNS.one, random, real)
  const sessions = Array.from({ length: cell.stored }, () => runsOfJob(cell, RUNS.one, random, real))
  return { sessions, candidate, positions: null }
}

/** The case with each run's median in place of its measurements. A test reads medians only: they are computed once. */
export function summarised({ sessions, candidate, positions }: Case): Case {
  const medians = (runs: Runs) => runs.map(values => [runSummary(values, 'median')])
  return { sessions: sessions.map(medians), candidate: medians(candidate), positions }
}

/** The same runs after a true change by `shift` (a fraction). */
export function changed(runs: Runs, shift: number): Runs {
  return shift === 0 ? runs : runs.map(values => values.map(value => value * (1 + shift)))
}
