// When the change between both ends of a range is sure enough to search for its commit.
import type { Policy, Row } from '../../model/index.ts'

/** The levels of the family of rows: a row that is called here would be called in a report, also where it is within the band. */
export function isSureChange({ p, adjustedP, ratio, verdict }: Row, { alpha, familyAlpha }: Policy): boolean {
  if (ratio === null || !(ratio > 0) || !Number.isFinite(ratio) || ratio === 1) return false
  if (verdict === 'regression' || verdict === 'improvement') return true
  return p !== null && adjustedP !== null && p < alpha && adjustedP < familyAlpha
}
