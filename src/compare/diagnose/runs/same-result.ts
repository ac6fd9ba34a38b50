// Whether the runs of one side gave one result again and again: a cache or a file of an earlier run stands in for the benchmark.
import type { Warning } from '../../../model/index.ts'
import { quartileDistance } from '../../../stats/describe/order-statistics.ts'
import { median } from '../../../stats/describe/summary.ts'
import { isClocked } from '../../../units.ts'
import { largestStep } from '../../estimate/clock-step.ts'
import { type NoisyRow, namedSides } from '../row-noise.ts'

const FEWEST = 5
/** A last digit this much smaller than the noise of the other side would have shown such noise. */
const FINE = 0.1
/** A clock whose step is no round number gives the other side the same few numbers, too: 41.67 ns, or a sixtieth of a second. */
const DISTINCT = 0.75

/** Times and rates that are one number to the last digit in all runs of a side, while the other varies by far more; or null. */
export function sameResult(row: NoisyRow): Warning | null {
  if (!isClocked(row.unit)) return null
  const sides = namedSides(row)
  const same = sides.find(({ values }) => values.length >= FEWEST && new Set(values).size === 1)
  const other = sides.find(side => side !== same)
  const value = same?.values[0] ?? 0
  if (!same || !other || other.values.length < FEWEST || value <= 0) return null
  if (new Set(other.values).size < DISTINCT * other.values.length) return null
  const noise = (value * quartileDistance(other.values)) / median(other.values)
  if (!(largestStep([value]) <= FINE * noise)) return null
  const message =
    `every run of the ${same.name} gave exactly the same number, while those of the ${other.name} vary: see that each run ` +
    'measures anew, and does not show an earlier result again'
  return { code: 'same-result', message }
}
