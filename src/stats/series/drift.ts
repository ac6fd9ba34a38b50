// Whether values depend on their place in the job. All one way: Theil and Sen's slope with the Mann-Kendall test
// (Kendall 1938, Biometrika 30; Sen 1968, JASA 63). Without ties and up to 60 values the test is exact. Else it is the
// normal approximation with tie and continuity correction (Kendall 1970, Rank Correlation Methods, chapter 4). To and
// fro: the lag-1 autocorrelation (Box & Jenkins 1970, Time Series Analysis, section 2.1).
import { mean, median } from 'simple-statistics'
import { normalTwoSidedP } from '../distributions/continuous.ts'
import { remembered } from '../remembered.ts'

const LARGEST_EXACT = 60

/** The probability of each number of inversions of n values in random order. */
const inversionTable = remembered((n: number): number[] => {
  if (n < 2) return [1]
  const smaller = inversionTable(n - 1)
  const table = new Array<number>((n * (n - 1)) / 2 + 1).fill(0)
  smaller.forEach((share, i) => {
    for (let added = 0; added < n; added++) table[i + added] = (table[i + added] as number) + share / n
  })
  return table
})

function exactP(s: number, n: number): number {
  const inversions = ((n * (n - 1)) / 2 - Math.abs(s)) / 2
  let tail = 0
  for (const share of inversionTable(n).slice(0, inversions + 1)) tail += share
  return Math.min(1, 2 * tail)
}

function approximateP(s: number, values: number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const spread = (n: number) => n * (n - 1) * (2 * n + 5)
  let variance = spread(values.length)
  for (const count of counts.values()) variance -= spread(count)
  if (variance === 0) return 1
  return normalTwoSidedP(Math.max(0, Math.abs(s) - 1) / Math.sqrt(variance / 18))
}

/**
 * Theil-Sen's slope of values per position in the job, and the two-sided p of no drift by Kendall's S. Positions are
 * distinct. Values of two sides must have their sides' medians subtracted first. At least two values.
 */
export function drift(values: number[], positions: number[]): { slope: number; p: number } {
  const n = values.length
  const slopes: number[] = []
  let s = 0
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const rise = (values[i] as number) - (values[j] as number)
      const distance = (positions[i] as number) - (positions[j] as number)
      slopes.push(rise / distance)
      s += Math.sign(rise) * Math.sign(distance)
    }
  }
  const isExact = n <= LARGEST_EXACT && new Set(values).size === n
  return { slope: median(slopes), p: isExact ? exactP(s, n) : approximateP(s, values) }
}

/** The lag-1 autocorrelation of values in the order they were taken; null for constant or fewer than 3 values. */
export function lagOne(values: number[]): number | null {
  if (values.length < 3 || values.every(value => value === values[0])) return null
  const centre = mean(values)
  let [products, squares] = [0, 0]
  values.forEach((value, i) => {
    squares += (value - centre) ** 2
    if (i > 0) products += (value - centre) * ((values[i - 1] as number) - centre)
  })
  return products / squares
}
