// Whether runs are still warming up while they measure: the first quarter against the second half of each run. One
// vote a run, since which of two medians is larger is a coin's toss when nothing changes, whatever the shape of the
// noise. The cut is read off the runs' median course: off single runs, chance alone finds one in almost every row.
import type { Warning } from '../../model.ts'
import { median } from '../../stats/median.ts'
import { warmUpCut } from '../../stats/warm-up-cut.ts'
import { type NoisyRow, SMALLEST_EFFECT } from './row-noise.ts'
import { sizeText } from './wording.ts'

const SHORTEST = 20
/** In standard errors of the votes, which are sqrt(n): ten of ten runs are enough. */
const CLEAR = 3

/** A run, the median of its second half, and whether most of its first quarter is above (1) or below (−1) that. */
type Judged = { run: number[]; level: number; vote: number }

/** Odd, so that most of it is on one side of any level. */
const early = (run: number[]) => run.slice(0, 2 * Math.floor(run.length / 8) + 1)

function judged(run: number[]): Judged {
  const level = median(run.slice(run.length >> 1))
  let above = 0
  for (const value of early(run)) above += Math.sign(value - level)
  return { run, level, vote: Math.sign(above) }
}

const agreed = (runs: Judged[]) => runs.reduce((sum, { vote }) => sum + vote, 0)
const isClear = (runs: Judged[]) => Math.abs(agreed(runs)) > CLEAR * Math.sqrt(runs.length)

/** Measurement by measurement, the median over the runs of its ratio to their levels. */
function course(runs: Judged[]): number[] {
  const shortest = Math.min(...runs.map(({ run }) => run.length))
  return Array.from({ length: shortest }, (_, i) =>
    median(runs.map(({ run, level }) => (run[i] as number) / level)),
  )
}

function warningOf(runs: Judged[], whose: string): Warning | null {
  const change = Math.log(median(runs.map(({ run, level }) => median(early(run)) / level)))
  const direction = Math.sign(agreed(runs))
  if (change * direction < SMALLEST_EFFECT) return null
  const ratios = course(runs)
  const { cut, steady } = warmUpCut([ratios])
  const count = runs.filter(({ vote }) => vote === direction).length
  const advice =
    steady && cut > 0
      ? `warm up for about ${cut} iterations more before measuring`
      : `measure more iterations per run, ${ratios.length} do not show a steady state`
  const message =
    `the first quarter of a run is ${sizeText(change)} ${change > 0 ? 'above' : 'below'} its second half in ` +
    `${count} of ${runs.length} runs${whose}: ${advice}`
  return { code: 'warm-up', message }
}

/** Runs of at least 20 measurements that start off their own steady level, on both sides or on one; or null. */
export function warmingUp({ baseline, candidate }: NoisyRow): Warning | null {
  const sides = [baseline?.runs ?? [], candidate.runs].map(runs =>
    runs.filter(run => run.length >= SHORTEST).map(judged),
  )
  if (sides.flat().some(({ level }) => level <= 0)) return null
  const [before = [], after = []] = sides
  const both = [...before, ...after]
  if (isClear(both)) return warningOf(both, '')
  if (isClear(before)) return warningOf(before, ' of the baseline')
  return isClear(after) ? warningOf(after, ' of the candidate') : null
}
