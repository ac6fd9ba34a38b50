// How many leading measurements of every run are warm-up: one cut for all runs of both sides, so that the rule
// treats baseline and candidate alike.
import { median, medianAbsoluteDeviation } from 'simple-statistics'
import { NORMAL_MAD } from './robust-scale.ts'

const CUTS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30]
const KEPT = 20
const SHORTEST = 6
/** Three standard errors of a median, whose sd is 1.2533 times that of a mean. */
const STANDARD_ERRORS = 3.76
const RELATIVE_TOLERANCE = 0.002

/** The smallest cut after which a window of the run has the level of its last half; null when there is none. */
function cutOfRun(run: number[]): number | null {
  if (run.length < SHORTEST) return 0
  const last = run.slice(Math.floor(run.length / 2))
  const level = median(last)
  const width = Math.max(3, Math.floor(run.length / 10))
  const noise = (STANDARD_ERRORS * NORMAL_MAD * medianAbsoluteDeviation(last)) / Math.sqrt(width)
  const tolerance = Math.max(noise, RELATIVE_TOLERANCE * Math.abs(level))
  const isSteady = (cut: number) =>
    cut + width <= run.length && Math.abs(median(run.slice(cut, cut + width)) - level) <= tolerance
  return CUTS.find(isSteady) ?? null
}

/**
 * The number of measurements to cut from the start of every run of both sides (raw scale, execution order). At
 * least 20 measurements of the shortest run are kept. `steady` is false when a run needs more than that or never
 * settles; runs with fewer than 6 measurements are not judged.
 */
export function warmUpCut(runs: number[][]): { cut: number; steady: boolean } {
  const cuts = runs.map(cutOfRun)
  const wanted = Math.max(0, ...cuts.map(cut => cut ?? 0))
  const shortest = runs.reduce((least, run) => Math.min(least, run.length), Number.POSITIVE_INFINITY)
  const allowed = Math.max(0, shortest - KEPT)
  return { cut: Math.min(wanted, allowed), steady: wanted <= allowed && !cuts.includes(null) }
}
