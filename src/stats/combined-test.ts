// The test behind every verdict: Welch's t and the exact Mann-Whitney on the same run values, in one p-value.
// Welch has the power when runs are clean, the ranks keep it when single runs are far out.
import { cauchyCombination } from './cauchy-combination.ts'
import { mannWhitney } from './mann-whitney.ts'
import { welch } from './welch.ts'

/** The two-sided p-value that b − a differs from `shift`; one number per run, at least two runs a side. */
export function combinedTest(a: number[], b: number[], shift = 0): number {
  return cauchyCombination([welch(a, b, shift).p, mannWhitney(a, b, shift)])
}
