// The steps of a schedule one after the other, whatever rounds they are in.
import { measuredRounds, type Side, type Step, warmupRounds } from '../../src/measure/runs/schedule.ts'

export const warmupSteps = (sides: readonly Side[], count: number): Step[] =>
  warmupRounds({ sides, seed: 1 }, count).flat()

export const measuredSteps = (
  sides: readonly Side[],
  from: number,
  to: number,
  benchmarks?: Record<Side, string[]>,
  seed = 1,
): Step[] => measuredRounds({ sides, seed }, from, to, benchmarks).flat()
