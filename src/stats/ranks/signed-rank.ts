// The signed-rank test of log ratios of rounds. Where a coin decides which run of a round is first, chance alone gives
// each ratio its sign while nothing changed, so the distribution is exact however the machine drifts. Wilcoxon (1945),
// Biometrics Bulletin 1; Tukey (1949) for its form as a count of means of two.
import { remembered } from '../remembered.ts'

/** Element w is the two-sided probability of a sum of positive ranks at most w, or as far on the other side. */
const tailsOf = remembered((n: number): Float64Array => {
  const most = (n * (n + 1)) / 2
  const shares = new Float64Array(most + 1)
  shares[0] = 1
  for (let rank = 1; rank <= n; rank++) {
    const reached = (rank * (rank + 1)) / 2
    for (let sum = reached; sum >= 0; sum--) {
      const before = sum >= rank ? (shares[sum - rank] as number) : 0
      shares[sum] = ((shares[sum] as number) + before) / 2
    }
  }
  let tail = 0
  return shares.map(share => {
    tail += share
    return Math.min(1, 2 * tail)
  })
})

/**
 * The two-sided p of the numbers of means of two of n values (each also with itself) above and below zero. Exact where none
 * of them is zero; else the distribution without ties, which is slightly too wide.
 */
export function signedRankP(above: number, below: number, n: number): number {
  const most = (n * (n + 1)) / 2
  return tailsOf(n)[Math.ceil((most - Math.abs(above - below)) / 2)] as number
}
