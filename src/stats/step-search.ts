// Several steps, one after the other: the largest first, each tested against noise, and then with it as a break among
// the others, until the next is not significant (binary segmentation, Vostrikova 1981; Fryzlewicz 2014, Ann. Stat. 42).
import { centredBetween, levelNoise } from './level-noise.ts'
import { type PermutationEffort, stepP } from './step-permutation.ts'
import { stepScan } from './step-scan.ts'
import { tentativeBreaks } from './tentative-breaks.ts'

export type SearchSettings = PermutationEffort & {
  /** The level of each test. */
  alpha: number
  /** The fewest values on either side of a step. */
  minSide: number
  /** Standard errors added to the autocorrelation. */
  margin: number
  /** The search ends after so many steps: what still steps then has no level. */
  maxSteps: number
}

export type FoundStep = { at: number; p: number }

/**
 * The significant steps in the order they were found, and the p of the test that ended the search (null when there
 * was nothing left to test). `breaks` are known places of steps, ascending; each is the first index after it.
 */
export function stepSearch(
  values: Float64Array,
  breaks: number[],
  settings: SearchSettings,
  random: () => number,
): { steps: FoundStep[]; lastP: number | null } {
  const steps: FoundStep[] = []
  let known = breaks
  while (steps.length < settings.maxSteps) {
    const centred = centredBetween(values, known)
    const scan = stepScan(values.length, known, settings.minSide)
    const largest = scan(centred)
    if (!largest) break
    const fitted = [...known, largest.at].sort((x, y) => x - y)
    const { autocorrelation } = levelNoise(
      values,
      tentativeBreaks(values, fitted, settings.minSide),
      settings.margin,
    )
    const p = stepP(largest.share, { centred, autocorrelation, scan, random }, settings)
    if (p > settings.alpha) return { steps, lastP: p }
    steps.push({ at: largest.at, p })
    known = fitted
  }
  return { steps, lastP: null }
}
