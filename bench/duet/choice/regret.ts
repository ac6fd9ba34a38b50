// What the choice of a design gains and costs, for any limits: the change that interleaved runs, a duet and the chosen
// design show on simulated machines.
import { COMPETES, type Limits, type Trigger, whyInTurns } from '../../../src/job/design/judge-trial.ts'
import { seededUniform } from '../../../src/stats/distributions/seeded-uniform.ts'
import { ours, smallestFound } from '../smallest-found.ts'
import {
  type Benchmark,
  benchmarks,
  distortion,
  duet,
  interleaved,
  type Machine,
  machines,
  trial,
} from './machines.ts'

const FOUND = 0.8
const STEPS = 14
const TRIALS = 1000
/** From half as much CPU time on, a duet is not trusted, whatever a simulation says. */
const LIMITS = [1.05, 1.1, 1.15, 1.2, 1.3, 1.4, 1.5]

/** The changes that 80 % of the comparisons of each design find. What a duet distorts is added to its own. */
export type Cell = { machine: Machine; benchmark: Benchmark; interleaved: number; duet: number }

function foundBy(count: number, found: () => number): number {
  const effects = Array.from({ length: count }, found).sort((a, b) => a - b)
  return effects[Math.ceil(FOUND * count) - 1] as number
}

/** Every benchmark on every machine, with so many comparisons of each design. */
export function simulatedCells(seed: number, comparisons: number): Cell[] {
  const random = seededUniform(seed)
  return machines.flatMap(machine =>
    benchmarks.map(benchmark => ({
      machine,
      benchmark,
      interleaved: foundBy(comparisons, () => smallestFound(ours, interleaved(machine, random), STEPS)),
      duet:
        foundBy(comparisons, () => smallestFound(ours, duet(machine, benchmark, random), STEPS)) +
        distortion(benchmark),
    })),
  )
}

/** How often warm-up runs choose a duet. */
export function duetShare({ machine, benchmark }: Cell, limits: Limits, random: () => number): number {
  let chosen = 0
  for (let i = 0; i < TRIALS; i++)
    if (whyInTurns(trial(machine, benchmark, random), machine.trigger, limits) === null) chosen++
  return chosen / TRIALS
}

/** How many times as large a change has to be as with the better design for each cell, as a mean of logarithms. */
export function regret(cells: Cell[], limits: Limits, random: () => number): number {
  const lost = cells.map(cell => {
    const share = duetShare(cell, limits, random)
    const best = Math.min(cell.duet, cell.interleaved)
    return share * Math.log(cell.duet / best) + (1 - share) * Math.log(cell.interleaved / best)
  })
  return lost.reduce((sum, each) => sum + each, 0) / cells.length
}

/** The limit with the least regret among the machines that make a duet worth a try for this reason. */
export function bestLimit(cells: Cell[], trigger: Trigger, seed: number): number {
  const own = cells.filter(({ machine }) => machine.trigger === trigger)
  const at = (limit: number) => regret(own, { ...COMPETES, [trigger]: limit }, seededUniform(seed))
  return LIMITS.reduce((best, limit) => (at(limit) < at(best) ? limit : best))
}
