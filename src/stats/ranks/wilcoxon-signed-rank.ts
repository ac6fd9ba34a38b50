// The Wilcoxon signed-rank test, exact also with ties and zeros. Wilcoxon (1945), Biometrics Bulletin 1;
// zeros after Pratt (1959), JASA 54.
import { signedRankP } from './signed-rank-p.ts'
import { signedRanks } from './signed-ranks.ts'

/**
 * The two-sided p-value that differences are symmetrical around `shift`, given their sizes: every sign is a
 * fair coin. Takes at least one finite difference. Exact up to 200 differences, with ties or zeros up to 60,
 * beyond that the normal approximation. With n differences no p is below 2^(1 − n).
 */
export function wilcoxonSignedRank(differences: number[], shift = 0): number {
  const wrong = differences.find(value => !Number.isFinite(value))
  if (wrong !== undefined || differences.length === 0) {
    throw new RangeError(`signed ranks need at least one value, all finite, got ${wrong ?? 'none'}`)
  }
  return signedRankP(signedRanks(differences, shift))
}
