// Diagnoses of the noise of a row, each with the one thing to try next. They are advice only: no verdict depends on them,
// and no run is left out. Each diagnosis is calibrated by simulation to at most about 1 % false ones on clean rows.
import type { Warning } from '../../model/index.ts'
import { fixedTime } from './fixed-time.ts'
import { drifting, orderEffect } from './over-the-job.ts'
import { type LevelSide, type NoisyRow, namedSides } from './row-noise.ts'
import { disturbedRuns } from './runs/disturbed-runs.ts'
import { sameResult } from './runs/same-result.ts'
import { strayCounts, strayRuns } from './runs/stray-runs.ts'
import { fewMeasurements, fewRuns } from './runs/too-few.ts'
import { twoGroups } from './runs/two-groups.ts'
import { coarseClock, shortRuns } from './too-short.ts'
import { warmingUp } from './warming-up.ts'

/** The fewest runs of both sides together: with fewer, chance can look like any of these. */
const FEWEST_RUNS = 8

const allSame = (values: number[]) => values.every(value => value === values[0])

function levelSides(row: NoisyRow): LevelSide[] {
  return namedSides(row).map(({ name, values, order }) => ({ name, levels: values.map(Math.log), order }))
}

/** The diagnoses across runs, in order: each gets the sides without the effects that earlier ones explained. */
function acrossRuns(row: NoisyRow): Warning[] {
  const warnings: Warning[] = []
  let sides: LevelSide[] | null = levelSides(row)
  // Builds whose code lies elsewhere may well differ: that is what they are for.
  const { isOfBuilds = false } = row
  for (const diagnose of isOfBuilds ? [drifting, orderEffect] : [drifting, orderEffect, twoGroups]) {
    const finding = diagnose(sides)
    if (finding === null) continue
    warnings.push(finding.warning)
    sides = finding.rest
    if (sides === null) return warnings
  }
  const strays = isOfBuilds ? null : strayRuns(sides)
  return strays === null ? warnings : [...warnings, strays]
}

/** The diagnosis for counts with zeros, which have no logarithm. All others need one. */
function acrossCounts(row: NoisyRow): Warning[] {
  const strays = strayCounts(namedSides(row))
  return strays === null ? [] : [strays]
}

/**
 * The doubts about one row's noise, each with a stable code (drift, order-effect, bimodal-runs, outlier-runs,
 * disturbed-runs, warm-up, slowing-down, coarse-clock, short-runs, fixed-time, same-result, few-measurements, few-runs), in that
 * order. Values are raw and at least 0. A row in which nothing varies within a side has no doubts. A row with fewer than eight
 * runs is not judged across runs. A row with zeros is judged across runs only for runs far out.
 */
export function diagnoseRow(row: NoisyRow): Warning[] {
  const values = namedSides(row).map(side => side.values)
  if (values.every(allSame)) return []
  const runs = values.flat()
  const judged = runs.every(value => value > 0) ? acrossRuns : acrossCounts
  const across = runs.length >= FEWEST_RUNS ? judged(row) : []
  const diagnoses = [disturbedRuns, warmingUp, coarseClock, shortRuns, fixedTime, sameResult]
  const others = [...diagnoses, fewMeasurements, fewRuns].map(diagnose => diagnose(row))
  return [...across, ...others.filter(warning => warning !== null)]
}
