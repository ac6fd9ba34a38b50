// Whether the level of the runs moves over the job: all one way (Mann-Kendall and Theil-Sen), or to and fro, so
// that neighbours resemble each other (lag-1; its null variance is about 1/n: Box & Jenkins 1970, section 2.1.6).

import { median } from '../../stats/describe/summary.ts'
import { drift, lagOne } from '../../stats/series/drift.ts'
import { type Finding, type LevelSide, SMALLEST_EFFECT } from './row-noise.ts'
import { type Placed, timeline, without } from './timeline.ts'
import { sizeText } from './wording.ts'

const LEVEL = 0.001
const STANDARD_ERRORS = 3

function oneWay(placed: Placed[], sides: LevelSide[]): Finding | null {
  const positions = placed.map(run => run.position)
  const { slope, p } = drift(
    placed.map(run => run.level),
    positions,
  )
  const first = positions[0] as number
  const change = slope * ((positions.at(-1) as number) - first)
  if (p >= LEVEL || Math.abs(change) < SMALLEST_EFFECT) return null
  const message =
    `the runs ${slope > 0 ? 'rise' : 'fall'} by ${sizeText(change)} over the job: ` +
    'let the machine reach a steady state first, with more warmup-runs'
  return {
    warning: { code: 'drift', message },
    rest: without(sides, position => slope * (position - first)),
  }
}

/** How far the medians of the job's four quarters lie apart. */
function movement(levels: number[]): number {
  const quarters = [0, 1, 2, 3].map(i =>
    median(levels.slice((i * levels.length) / 4, ((i + 1) * levels.length) / 4)),
  )
  return Math.max(...quarters) - Math.min(...quarters)
}

function toAndFro(placed: Placed[]): Finding | null {
  const levels = placed.map(run => run.level)
  const correlation = lagOne(levels)
  // Without any drift the expected correlation is −1/n.
  const expected = -1 / levels.length
  if (correlation === null || correlation - expected < STANDARD_ERRORS / Math.sqrt(levels.length)) return null
  const moved = movement(levels)
  if (moved < SMALLEST_EFFECT) return null
  const message =
    `the level of the runs wanders by ${sizeText(moved)} over the job (neighbours correlate, ` +
    `r = ${correlation.toFixed(2)}): look for other work on the machine`
  return { warning: { code: 'drift', message }, rest: null }
}

/** A drift over the runs of both sides, or null; it takes the positions of all runs in one job. */
export function drifting(sides: LevelSide[]): Finding | null {
  const placed = timeline(sides)
  return placed === null ? null : (oneWay(placed, sides) ?? toAndFro(placed))
}
