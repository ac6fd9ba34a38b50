// The runs of a schedule one after the other, whatever rounds they are in.
import { measuredRounds, type PlannedRun, type Side, warmupRounds } from '../../src/measure/runs/schedule.ts'

export const plannedWarmups = (sides: readonly Side[], count: number): PlannedRun[] =>
  warmupRounds({ sides, seed: 1 }, count).flat()

export const plannedMeasured = (
  sides: readonly Side[],
  from: number,
  to: number,
  benchmarks?: Record<Side, string[]>,
  seed = 1,
): PlannedRun[] => measuredRounds({ sides, seed }, from, to, benchmarks).flat()
