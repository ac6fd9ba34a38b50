// When the change between both ends of a range is sure enough to search for its commit.
import type { Policy, Row } from '../../model/index.ts'

/** A change that a report would call, or would call real but within the band. */
export function isSureChange(
  { p, adjustedP, ratio, verdict }: Row,
  { alpha, familyAlpha }: Pick<Policy, 'alpha' | 'familyAlpha'>,
): boolean {
  if (ratio === null || !(ratio > 0) || !Number.isFinite(ratio) || ratio === 1) return false
  if (verdict === 'regression' || verdict === 'improvement') return true
  return verdict === 'no-change' && p !== null && adjustedP !== null && p < alpha && adjustedP < familyAlpha
}
