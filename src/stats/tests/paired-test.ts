// The test of runs that were made in pairs: Student's t and the exact Wilcoxon signed-rank test on the same
// pair differences, in one p-value, as blocked-test.ts does for runs without pairs. What both runs of a pair
// share (a machine that slows down over the job) cancels in their difference.

import { wilcoxonSignedRank } from '../ranks/wilcoxon-signed-rank.ts'
import { cauchyCombination } from './cauchy-combination.ts'
import { oneSampleT } from './one-sample-t.ts'

/**
 * The two-sided p-value that `differences` (b − a, one a pair, at least two pairs) are not centred on
 * `shift`.
 */
export function pairedTest(differences: number[], shift = 0): number {
  return cauchyCombination([oneSampleT(differences, shift).p, wilcoxonSignedRank(differences, shift)])
}
