// Whether there is enough to go by: runs, and measurements in each run where those are what makes runs differ.
import { ENOUGH_RUNS, type Warning } from '../../../model/index.ts'
import { pooledSd } from '../../../stats/describe/spread.ts'
import { median } from '../../../stats/describe/summary.ts'
import { formatShare, isTime } from '../../../units.ts'
import { type NoisyRow, namedSides, SMALLEST_EFFECT } from '../row-noise.ts'

/** The variance of the median of n normal values, for a variance of 1: n = 2, 3, 4 (David & Nagaraja 2003). */
const MEDIAN_VARIANCE = [0.5, 0.4487, 0.2982]

/** A side with two to four runs; one run alone is a hindrance that the verdict names. */
export function fewRuns(row: NoisyRow): Warning | null {
  const least = Math.min(...namedSides(row).map(side => side.runs.length))
  if (least < 2 || least >= ENOUGH_RUNS) return null
  const message = `${least} runs of a side say little about how runs vary: measure at least ${ENOUGH_RUNS}, better 10`
  return { code: 'few-runs', message }
}

/**
 * Times with two to four measurements in each run whose scatter makes up most of the variance between runs. A single
 * one is the run itself, as where the process is timed, and needs no advice.
 */
export function fewMeasurements(row: NoisyRow): Warning | null {
  const sides = namedSides(row)
  const runs = sides.flatMap(side => side.runs)
  const count = median(runs.map(run => run.length))
  const factor = MEDIAN_VARIANCE[count - 2]
  if (!isTime(row.unit) || factor === undefined || sides.every(side => side.runs.length < 2)) return null
  if (runs.flat().some(value => value <= 0)) return null
  const between = pooledSd(sides.map(side => side.values.map(Math.log)))
  const within = pooledSd(runs.map(run => run.map(Math.log)))
  const share = (factor * within ** 2) / between ** 2
  if (between < SMALLEST_EFFECT / 2 || share < 0.5) return null
  const message =
    `${count} measurements per run, whose scatter makes ${formatShare(Math.min(1, share), 2)} of the ` +
    'variance between runs: measure more often in each run'
  return { code: 'few-measurements', message }
}
