// Whether runs are still warming up while they measure: the first quarter of each run against its second half. Each run
// has one vote: which of its two medians is larger is a coin's toss when nothing changes, for noise of any shape. A cut
// that fits each run best would prove nothing, since chance alone finds one in almost every row.

import type { Warning } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import { median } from '../../stats/describe/summary.ts'
import { isRate } from '../../units.ts'
import { changeSizeText } from '../message-words.ts'
import { type NoisyRow, SMALLEST_EFFECT } from './row-noise.ts'

const SHORTEST = 20
/** In standard errors of the votes, which are sqrt(n): ten of ten runs are enough. */
const CLEAR = 3
const SETTLED = 0.25

/** A run, the median of its second half, and whether most of its first quarter is above (1) or below (−1) that. */
type JudgedRun = { run: number[]; level: number; vote: number }

/** Odd, so that most of it is on one side of any level. */
const early = (run: number[]) => run.slice(0, 2 * Math.floor(run.length / 8) + 1)

function judged(run: number[]): JudgedRun {
  const level = median(run.slice(run.length >> 1))
  let above = 0
  for (const value of early(run)) above += Math.sign(value - level)
  return { run, level, vote: Math.sign(above) }
}

/** Some tools give their measurements sorted (mitata, tinybench): those have no order. By chance alone no run ends up so. */
const isSorted = (run: number[]) => run.every((value, i) => i === 0 || value >= (run[i - 1] as number))

const agreed = (runs: JudgedRun[]) => runs.reduce((sum, { vote }) => sum + vote, 0)
const isClear = (runs: JudgedRun[]) => Math.abs(agreed(runs)) > CLEAR * Math.sqrt(runs.length)
const isQuiet = (runs: JudgedRun[]) => Math.abs(agreed(runs)) <= Math.sqrt(runs.length)

/** How many leading measurements of the median run are off by more than a quarter of `change`. */
function slowStart(runs: JudgedRun[], change: number): number {
  const shortest = Math.min(...runs.map(({ run }) => run.length))
  const course = Array.from({ length: shortest }, (_, i) =>
    Math.log(median(runs.map(({ run, level }) => (run[i] as number) / level))),
  )
  const settled = course.findIndex(log => log / change < SETTLED)
  return settled < 0 ? shortest : settled
}

/**
 * Criterion's samples get longer one by one. A short one fits between two turns of another program on its CPU, and later ones do not:
 * beside busy programs the first five of a hundred are right, and the median, the mean and criterion's own slope of time over
 * iterations are all five to eight times too slow. So no summary of them mends it, and the disturbed ones are named.
 */
function disturbedSamples(undisturbed: number, all: number): string {
  const which = undisturbed < all ? `samples ${undisturbed + 1} to ${all} of each run` : 'the samples'
  return (
    `samples of criterion get longer unless they are flat, and only the short first ones escape what disturbs the others: ${which} are ` +
    "disturbed, and the value, as criterion's own slope, is too slow by up to that much; keep other work off its CPUs, or make " +
    'the samples shorter (--measurement-time 1), and measure again'
  )
}

/** Runs that get slower while they measure: more warming up would only measure more of the slow part. */
function slowingDown(start: string, runs: JudgedRun[], slow: number, { samplesGrow }: NoisyRow): Warning {
  const all = Math.min(...runs.map(({ run }) => run.length))
  const why = samplesGrow
    ? disturbedSamples(slow, all)
    : `it gets slower while it measures, after the first ${counted(slow, 'measurement')}: something disturbs it, or what it works on ` +
      'grows; keep other work off its CPUs, and measure again'
  return { code: 'slowing-down', message: `${start}: ${why}` }
}

function warningOf(runs: JudgedRun[], whose: string, row: NoisyRow): Warning | null {
  const change = Math.log(median(runs.map(({ run, level }) => median(early(run)) / level)))
  const direction = Math.sign(agreed(runs))
  if (change * direction < SMALLEST_EFFECT) return null
  const count = runs.filter(({ vote }) => vote === direction).length
  const slow = Math.max(1, slowStart(runs, change))
  const start =
    `the first quarter of a run is ${changeSizeText(change)} ${change > 0 ? 'above' : 'below'} its second half in ` +
    `${count} of ${runs.length} runs${whose}`
  if (change > 0 === isRate(row.unit)) return slowingDown(start, runs, slow, row)
  const message = `${start}: warm up longer before measuring, by about ${counted(slow, 'iteration')}`
  return { code: 'warm-up', message }
}

/** Runs of 20 measurements or more, none of them sorted, that start off their steady level, on one side or both; or null. */
export function warmingUp(row: NoisyRow): Warning | null {
  const { baseline, candidate } = row
  const sides = [baseline?.runs ?? [], candidate.runs].map(runs =>
    runs.filter(run => run.length >= SHORTEST && !isSorted(run)).map(judged),
  )
  if (sides.flat().some(({ level }) => level <= 0)) return null
  const [before = [], after = []] = sides
  const both = [...before, ...after]
  if (isClear(both) && ![before, after].some(isQuiet)) return warningOf(both, '', row)
  if (isClear(before)) return warningOf(before, ' of the baseline', row)
  if (isClear(after)) return warningOf(after, ' of the candidate', row)
  return isClear(both) ? warningOf(both, '', row) : null
}
