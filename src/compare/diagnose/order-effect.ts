// Whether a run depends on what ran just before it: the other side or its own. In ABBA order the run that follows
// the other side is the second of its pair.
import { hodgesLehmann } from '../../stats/ranks/hodges-lehmann.ts'
import { pooledRanks, quickRankSumP } from '../../stats/ranks/rank-sum.ts'
import { type Finding, type LevelSide, SMALLEST_EFFECT } from './row-noise.ts'
import { timeline, without } from './timeline.ts'
import { sizeText } from './wording.ts'

const LEVEL = 0.001

/** An effect of the order, or null; it takes two sides whose runs alternated, some behind their own side. */
export function orderEffect(sides: LevelSide[]): Finding | null {
  const placed = sides.length === 2 ? timeline(sides) : null
  if (placed === null) return null
  const behind = placed.slice(1).map((run, i) => ({ ...run, other: run.side !== placed[i]?.side }))
  const levels = (other: boolean) =>
    behind.flatMap(run => (run.other === other ? [run.level] : [])).sort((x, y) => x - y)
  const [own, other] = [levels(false), levels(true)]
  if (own.length === 0 || other.length === 0) return null
  if (quickRankSumP(pooledRanks(own, other, 0), own.length, other.length) >= LEVEL) return null
  const effect = hodgesLehmann(own, other)
  if (Math.abs(effect) < SMALLEST_EFFECT) return null
  const affected = new Set(behind.flatMap(run => (run.other ? [run.position] : [])))
  const message =
    `a run that follows one of the other side is ${sizeText(effect)} ${effect > 0 ? 'above' : 'below'} one that ` +
    'follows its own: let the command warm up before it measures'
  return {
    warning: { code: 'order-effect', message },
    rest: without(sides, position => (affected.has(position) ? effect : 0)),
  }
}
