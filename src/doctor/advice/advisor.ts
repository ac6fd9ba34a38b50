// The basis of all advice: the findings, questions that several pieces of advice ask about them, and what is known of effects.
import type { Advice, DoctorFindings } from '../../model/index.ts'

/** `kit` is the directory of the runner hooks that comes with this program. */
export type About = { findings: DoctorFindings; kit: string }

/** Advice as it is written down; without `undo` there is nothing to undo. */
export type Advised = Omit<Advice, 'undo'> & { undo?: string | null }

/** Advice where it applies. */
export type Advisor = (about: About) => Advised | null

/** Whether the knob of this name could be set, and is not. */
export const isOff = ({ knobs }: DoctorFindings, name: string): boolean =>
  knobs.some(each => each.knob === name && each.state === 'off')

/** Whether settings of this machine can be set from here at all. */
export const isOwn = ({ machine }: DoctorFindings): boolean =>
  machine.kind !== 'virtual' && machine.container === 'none'

/** The line that lists the largest processes by a column of ps. A container sees its own only. */
export const largestProcesses = ({ machine }: DoctorFindings, column: 'pcpu' | 'rss'): string =>
  `ps -eo ${column},pid,user,args --sort=-${column} | head${machine.container === 'none' ? '' : '   # on the machine itself'}`

/** How much a change makes of the noise, by published measurements of other machines: they order advice where none was made here. */
type Effect = Advice['effect']

const published = (factor: number | null, text: string): Effect => ({ kind: 'published', factor, text })

/** No number is known. */
export const unknownEffect = (text: string): Effect => ({ kind: 'none', factor: null, text })

/** D. Alvarez Rosa, 2026, Ryzen 7 PRO 8700GE: spread of one benchmark after each step, in percent. */
const SPREADS = { untuned: 2.72, pinned: 1.06, governor: 0.79, smt: 0.26 }

function spread(before: keyof typeof SPREADS, after: keyof typeof SPREADS): Effect {
  const [from, to] = [SPREADS[before], SPREADS[after]]
  return published(from / to, `spread ${from} % → ${to} % (Alvarez Rosa 2026, Ryzen 7)`)
}

export const effects = {
  pin: spread('untuned', 'pinned'),
  governor: spread('pinned', 'governor'),
  smt: spread('governor', 'smt'),
  both: spread('pinned', 'smt'),
  turbo: published(null, 'clock 1652–3493 MHz → 2195–2200 MHz (google/benchmark#1686); no spread published'),
  services: published(4.29 / 3.08, 'error 4.29 → 3.08 (scala-dev#338; its author calls it noisy)'),
  busy: published(
    372 / 229,
    'the same work took 372 ms on a busy machine, 229 ms on an idle one (V. Stinner)',
  ),
  bareMetal: published(null, "from above 30 % to below 2 % (Bencher's own claim)"),
}

/** The effect of the runner hooks, which set all knobs at once. `governor` and `smt`: whether that knob is still to be set. */
export function kitEffect({ governor, smt }: { governor: boolean; smt: boolean }): Effect {
  if (governor && smt) return effects.both
  if (smt) return effects.smt
  return governor ? effects.governor : unknownEffect('no published number for the knobs that are left')
}
