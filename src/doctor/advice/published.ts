// The effects of changes on the noise, from published measurements of other machines. The order of advice follows from
// these numbers only where the noise test on this machine gives none.
import type { Advice } from '../../model/index.ts'

type Effect = Advice['effect']

/** D. Alvarez Rosa, 2026, Ryzen 7 PRO 8700GE: spread of one benchmark after each step. */
const STEPS = { untuned: 2.72, pinned: 1.06, governor: 0.79, smt: 0.26 }
const SOURCE = 'Alvarez Rosa 2026, Ryzen 7'

const published = (factor: number | null, text: string): Effect => ({ kind: 'published', factor, text })

/** No number is known. */
export const unknownEffect = (text: string): Effect => ({ kind: 'none', factor: null, text })

export const effects = {
  pin: published(STEPS.untuned / STEPS.pinned, `spread ${STEPS.untuned} % → ${STEPS.pinned} % (${SOURCE})`),
  governor: published(
    STEPS.pinned / STEPS.governor,
    `spread ${STEPS.pinned} % → ${STEPS.governor} % (${SOURCE})`,
  ),
  smt: published(STEPS.governor / STEPS.smt, `spread ${STEPS.governor} % → ${STEPS.smt} % (${SOURCE})`),
  both: published(STEPS.pinned / STEPS.smt, `spread ${STEPS.pinned} % → ${STEPS.smt} % (${SOURCE})`),
  turbo: published(null, 'clock 1652–3493 MHz → 2195–2200 MHz (google/benchmark#1686); no spread published'),
  services: published(4.29 / 3.08, 'error 4.29 → 3.08 (scala-dev#338; its author calls it noisy)'),
  busy: published(
    372 / 229,
    'the same work took 372 ms on a busy machine, 229 ms on an idle one (V. Stinner)',
  ),
  bareMetal: published(null, "from above 30 % to below 2 % (Bencher's own claim)"),
} satisfies Record<string, Effect>

/**
 * The effect of the runner hooks, which set all knobs at once. `governor` and `smt`: whether that knob is still to be
 * set.
 */
export function kitEffect({ governor, smt }: { governor: boolean; smt: boolean }): Effect {
  if (governor && smt) return effects.both
  if (smt) return effects.smt
  return governor ? effects.governor : unknownEffect('no published number for the knobs that are left')
}
