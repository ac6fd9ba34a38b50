// The smallest change that the test of stable-bench finds in one comparison.
import { blockedEstimate } from '../../src/compare/estimate/blocked.ts'
import type { MeasuredBlock } from '../../src/compare/sides/rounds/measured-block.ts'

export const ALPHA = 0.01
const LARGEST = 20

/** The p-value of a candidate that takes `1 + effect` times as long as it did. */
export type PofEffect = (measured: MeasuredBlock, effect: number) => number

export const slower = (block: MeasuredBlock, effect: number): MeasuredBlock => ({
  ...block,
  candidate: block.candidate.map(value => value * (1 + effect)),
})

const nature = { unit: 'ns', band: 0.02, levels: { shown: 0.99, equivalence: 0.9 } }
export const ours: PofEffect = (block, effect) => blockedEstimate([slower(block, effect)], nature).p ?? 1

/** The smallest effect that is significant in this one comparison, by `steps` halves; infinite for none. */
export function smallestFound(pOf: PofEffect, measured: MeasuredBlock, steps = 30): number {
  let [unseen, seen] = [0, LARGEST]
  if (pOf(measured, seen) > ALPHA) return Number.POSITIVE_INFINITY
  for (let i = 0; i < steps; i++) {
    const middle = (unseen + seen) / 2
    if (pOf(measured, middle) <= ALPHA) seen = middle
    else unseen = middle
  }
  return seen
}
