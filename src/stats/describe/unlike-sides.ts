// Whether the sides vary too differently for ranks, which take a difference of spread for a difference of level.
import type { Block } from '../ranks/stratified-ranks.ts'
import { robustScale } from './spread.ts'

/**
 * Simulated at 1 % with a side that does not vary at all, 10 rounds alarm in 2.0 % of cases and 20 in 3.8 %, and without the
 * ranks of both sides in 0.9 %. A smaller limit is met by chance more often, which costs power (`npm run bench:rounds`).
 */
const UNLIKE = 6

/**
 * Whether one side varies so many times as much as the other, by the robust sd, so that a stray run counts for little. That
 * side alone says then how sure a difference is, so the ratios of the rounds have as many degrees of freedom as Welch's test.
 */
export function varyUnlike(blocks: Block[]): boolean {
  const [a, b] = [robustScale(blocks.map(block => block.a)), robustScale(blocks.map(block => block.b))]
  return Math.max(a, b) > UNLIKE * Math.min(a, b)
}
