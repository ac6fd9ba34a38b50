// Single runs far from all others of their side. They are named and never removed: leaving outliers out doubles the
// false alarms.

import type { Warning } from '../../../model/index.ts'
import { listText } from '../../../phrases.ts'
import { median } from '../../../stats/describe/summary.ts'
import { logChangeText } from '../../message-words.ts'
import type { LevelSide, SideName } from '../row-noise.ts'
import { CLOCK_STEPS, runSpread, type Suspected, together, withStrays } from './run-spread.ts'

/** The distance to the nearest other run, in standard deviations of the others. Set by simulation. */
const FAR = 7
const NAMED = 3

/** `distance` is from the median of its side. */
type Stray = { side: SideName; run: number; distance: number }

function straysOf(suspect: Suspected, sd: number, tick: number): Stray[] {
  const others = together(suspect).flat()
  const centre = median(suspect.side.levels)
  const [lowest, highest] = [Math.min(...others), Math.max(...others)]
  return suspect.strays.flatMap(run => {
    const level = suspect.side.levels[run] as number
    const gap = level > centre ? level - highest : lowest - level
    const isFar = gap > Math.max(FAR * sd, CLOCK_STEPS * tick)
    return isFar ? [{ side: suspect.side.name, run, distance: level - centre }] : []
  })
}

/** How far a run is, for the message. */
type Wording = (stray: Stray) => string

function messageOf(strays: Stray[], wording: Wording): string {
  const farthest = strays.toSorted((x, y) => Math.abs(y.distance) - Math.abs(x.distance))
  const named = farthest
    .slice(0, NAMED)
    .map(stray => `run ${stray.run + 1} of the ${stray.side} (${wording(stray)})`)
  const more = strays.length > NAMED ? [`${strays.length - NAMED} more`] : []
  const advice = strays.every(({ run }) => run === 0)
    ? 'first runs need more warmup-runs'
    : 'nothing is removed'
  const far =
    strays.length === 1 ? 'is far from all others of its side' : 'are far from all others of their side'
  return `${listText([...named, ...more])} ${far}: ${advice}`
}

/** The runs far from all others of their side, or null. */
export function strayRuns(
  sides: LevelSide[],
  wording: Wording = ({ distance }) => logChangeText(distance),
): Warning | null {
  const suspects = sides.map(withStrays)
  const spread = suspects.some(each => each.strays.length > 0) ? runSpread(suspects) : null
  if (spread === null) return null
  const strays = suspects.flatMap(each => straysOf(each, spread.sd, spread.tick))
  return strays.length === 0 ? null : { code: 'outlier-runs', message: messageOf(strays, wording) }
}

/**
 * The same for counts of which some are zero, as shares of their median (where that is zero, of the median of the others).
 * The warning gives the count of a run far out, since zero has no percentage.
 */
export function strayCounts(sides: { name: SideName; values: number[] }[]): Warning | null {
  const all = sides.flatMap(({ values }) => values)
  const unit = median(all) || median(all.filter(value => value > 0))
  const shares = sides.map(({ name, values }) => ({
    name,
    levels: values.map(value => value / unit),
    order: null,
  }))
  const short = (value: number) => String(Number(value.toPrecision(3)))
  return strayRuns(shares, ({ side, run }) => {
    const values = sides.find(({ name }) => name === side)?.values ?? []
    return `${short(values[run] as number)}, their median ${short(median(values))}`
  })
}
