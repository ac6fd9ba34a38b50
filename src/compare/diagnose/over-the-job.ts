// Whether time or order shows in the runs of a job. Their level may drift all one way (Mann-Kendall and Theil-Sen). Or
// it drifts to and fro, so that neighbours resemble each other (lag-1; its null variance is about 1/n: Box & Jenkins
// 1970, section 2.1.6). Or a run depends on which side ran just before it.
import { median } from '../../stats/describe/summary.ts'
import { stratifiedHodgesLehmann } from '../../stats/ranks/hodges-lehmann.ts'
import { quickStratifiedRankP, stratifiedRanks } from '../../stats/ranks/stratified-ranks.ts'
import { drift, lagOne } from '../../stats/series/drift.ts'
import { changeSizeText } from '../message-words.ts'
import { type Diagnosis, type LevelSide, SMALLEST_EFFECT } from './row-noise.ts'

/** A run at its place in the job; `level` is its log from the median of its side. */
type PlacedRun = { side: LevelSide; position: number; level: number }

/** All runs by position; null where positions are unknown or those of two jobs, which share no time. */
function timeline(sides: LevelSide[]): PlacedRun[] | null {
  const placed: PlacedRun[] = []
  for (const side of sides) {
    if (side.order?.length !== side.levels.length) return null
    const centre = median(side.levels)
    side.levels.forEach((log, i) => {
      placed.push({ side, position: side.order?.[i] as number, level: log - centre })
    })
  }
  placed.sort((one, other) => one.position - other.position)
  const shared = placed.some((run, i) => i > 0 && run.position === placed[i - 1]?.position)
  return shared ? null : placed
}

/** The sides with `effect` of each run's position taken out; the sides have positions. */
function without(sides: LevelSide[], effect: (position: number) => number): LevelSide[] {
  return sides.map(side => ({
    ...side,
    levels: side.levels.map((log, i) => log - effect(side.order?.[i] as number)),
  }))
}

const LEVEL = 0.001
const STANDARD_ERRORS = 3

function oneWay(placed: PlacedRun[], sides: LevelSide[]): Diagnosis | null {
  const positions = placed.map(run => run.position)
  const levels = placed.map(run => run.level)
  const { slope, p } = drift(levels, positions)
  const first = positions[0] as number
  const change = slope * ((positions.at(-1) as number) - first)
  if (p >= LEVEL || Math.abs(change) < SMALLEST_EFFECT) return null
  const message =
    `the runs ${slope > 0 ? 'rise' : 'fall'} by ${changeSizeText(change)} over the job: ` +
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

function toAndFro(placed: PlacedRun[]): Diagnosis | null {
  const levels = placed.map(run => run.level)
  const correlation = lagOne(levels)
  // Without any drift the expected correlation is −1/n.
  const expected = -1 / levels.length
  if (correlation === null || correlation - expected < STANDARD_ERRORS / Math.sqrt(levels.length)) return null
  const moved = movement(levels)
  if (moved < SMALLEST_EFFECT) return null
  const message =
    `the level of the runs wanders by ${changeSizeText(moved)} over the job (neighbours correlate, ` +
    `r = ${correlation.toFixed(2)}): look for other work on the machine`
  return { warning: { code: 'drift', message }, rest: null }
}

/** A drift over the runs of both sides, or null; it takes the positions of all runs in one job. */
export function drifting(sides: LevelSide[]): Diagnosis | null {
  const placed = timeline(sides)
  return placed === null ? null : (oneWay(placed, sides) ?? toAndFro(placed))
}

/** An effect of the order, or null; it takes two sides whose runs alternated, some behind their own side. */
export function orderEffect(sides: LevelSide[]): Diagnosis | null {
  const placed = sides.length === 2 ? timeline(sides) : null
  if (placed === null) return null
  const behind = placed.slice(1).map((run, i) => ({ ...run, other: run.side !== placed[i]?.side }))
  const levels = (other: boolean) => behind.flatMap(run => (run.other === other ? [run.level] : []))
  const block = { a: levels(false), b: levels(true) }
  if (block.a.length === 0 || block.b.length === 0) return null
  if (quickStratifiedRankP(stratifiedRanks([block])(0)) >= LEVEL) return null
  const effect = stratifiedHodgesLehmann([block])
  if (Math.abs(effect) < SMALLEST_EFFECT) return null
  const affected = new Set(behind.flatMap(run => (run.other ? [run.position] : [])))
  const message =
    `runs after the other side are ${changeSizeText(effect)} ${effect > 0 ? 'above' : 'below'} runs after their own ` +
    'side: let the command warm up before it measures'
  return {
    warning: { code: 'order-effect', message },
    rest: without(sides, position => (affected.has(position) ? effect : 0)),
  }
}
