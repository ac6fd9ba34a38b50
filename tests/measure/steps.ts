// The steps of a schedule one after the other, whatever rounds they are in.
import { measuredRounds, type Step, warmupRounds } from '../../src/measure/runs/schedule.ts'

export const warmupSteps = (...plan: Parameters<typeof warmupRounds>): Step[] => warmupRounds(...plan).flat()

export const measuredSteps = (...plan: Parameters<typeof measuredRounds>): Step[] =>
  measuredRounds(...plan).flat()
