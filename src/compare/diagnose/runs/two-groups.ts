// Whether the runs of a side fall into two groups. In an exponential tail, the gap between the k-th value from the end
// and the next one is exponential with mean scale / k (Rényi 1953, Acta Math. Hung. 4). So k times the gap can be
// compared with one threshold for every k. The threshold is set by simulation.
import { median } from '../../../stats/describe/summary.ts'
import { changeSizeText } from '../../message-words.ts'
import type { Diagnosis, LevelSide } from '../row-noise.ts'
import { CLOCK_STEPS, runSpread, type Suspected, together, withGroups } from './run-spread.ts'

/** In standard deviations. Higher with fewer runs, and for one side alone, since its split was chosen to fit. */
const threshold = (runs: number, alone: boolean) => (10 + 60 / runs) * (alone ? 1.2 : 1)

/** A side in two groups: how far apart their medians are, and the value between them. */
type Grouped = { side: LevelSide; distance: number; split: number; sizes: string }

function grouped(suspect: Suspected, least: number, leastGap: number): Grouped[] {
  const { side, groups } = suspect
  if (groups === null || groups.gap <= leastGap) return []
  if (Math.min(groups.below, groups.above) * groups.gap <= least) return []
  const [low, high] = together(suspect) as [number[], number[]]
  return [
    {
      side,
      distance: median(high) - median(low),
      split: groups.split,
      sizes: `${groups.below} low and ${groups.above} high`,
    },
  ]
}

function messageOf(found: Grouped[], sides: LevelSide[]): string {
  const [first] = found as [Grouped]
  const oneOfTwo = sides.length === 2 && found.length === 1
  const advice = oneOfTwo
    ? 'not seen on the other side, so try another memory layout in every run (aslr: on)'
    : 'look for two states of the machine, such as clock frequencies'
  if (found.length === 1) {
    const apart = `${changeSizeText(first.distance)} apart (${first.sizes})`
    return `the ${first.side.name}'s runs form two groups ${apart}: ${advice}`
  }
  const each = found.map(one => `${one.side.name} ${changeSizeText(one.distance)} apart with ${one.sizes}`)
  return `the runs of both sides form two groups (${each.join('; ')}): ${advice}`
}

/** The finding for sides in two groups, or null. Its rest has the upper groups moved onto the lower ones. */
export function twoGroups(sides: LevelSide[]): Diagnosis | null {
  const suspects = sides.map(withGroups)
  const spread = suspects.some(each => each.groups !== null) ? runSpread(suspects) : null
  if (spread === null) return null
  const runs = sides.reduce((sum, { levels }) => sum + levels.length, 0)
  const least = threshold(runs, sides.length === 1) * spread.sd
  const found = suspects.flatMap(each => grouped(each, least, CLOCK_STEPS * spread.tick))
  if (found.length === 0) return null
  const rest = sides.map(side => {
    const groups = found.find(each => each.side === side)
    if (!groups) return side
    return { ...side, levels: side.levels.map(log => (log > groups.split ? log - groups.distance : log)) }
  })
  return { warning: { code: 'bimodal-runs', message: messageOf(found, sides) }, rest }
}
