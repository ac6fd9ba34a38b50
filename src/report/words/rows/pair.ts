// Both values of a row as they stand beside its change.
import type { Row } from '../../../model/index.ts'
import { formatPair } from '../numbers.ts'

type Estimated = Pick<Row, 'baseline' | 'candidate' | 'unit' | 'ratio'>

/** `748` and `790 µs`: the unit once where both values have the same. */
export function shortPair(row: Estimated): [string, string] {
  const [before, after] = rowPair(row)
  const unit = / .*$/.exec(after.replace(/^≈ /, ''))?.[0] ?? ''
  return [unit !== '' && before.endsWith(unit) ? before.slice(0, -unit.length) : before, after]
}

/**
 * The medians of both sides. The change is estimated from runs that followed each other, and may go the other way than the
 * medians where these hardly differ: then the candidate's value is what the change makes of the baseline's, behind `≈`.
 */
export function rowPair({ baseline, candidate, unit, ratio }: Estimated): [string, string] {
  if (baseline === null || candidate === null || ratio === null) return formatPair(baseline, candidate, unit)
  if ((candidate - baseline) * (ratio - 1) >= 0) return formatPair(baseline, candidate, unit)
  const [from, to] = formatPair(baseline, baseline * ratio, unit)
  return [from, `≈ ${to}`]
}
