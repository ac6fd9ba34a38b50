// The rows of the ablation, from the knobs that this machine has: without anything, pinned, knob by knob, everything.
import { defaultLine } from './kit.ts'

export type Row = {
  name: string
  /** Flags of `stable-bench run`. */
  flags: string[]
  /** The configuration of the runner hooks; null: not tuned, `installed`: the one of this machine. */
  tuning: string | 'installed' | null
  knobs: string[]
}

/** A line of the table, and the knobs of the kit that it takes. */
export const steps = [
  { name: 'governor', knobs: ['governor', 'energy-preference'] },
  { name: 'SMT off', knobs: ['smt'] },
  { name: 'turbo off', knobs: ['turbo', 'max-frequency'] },
  { name: 'interrupts', knobs: ['irqbalance', 'irq-affinity'] },
  { name: 'services', knobs: ['services', 'daemons'] },
]

/** One cannot be tried when none of its knobs is there; the reason is that of the first. */
export type Support = { rows: Row[]; untried: { name: string; reason: string }[] }

const unpinned: Row = {
  name: 'nothing',
  flags: ['--cpus', 'none', '--aslr', 'on'],
  tuning: null,
  knobs: [],
}

const everything: Row = { name: 'the whole kit', flags: [], tuning: 'installed', knobs: [] }

function configurationOf(knobs: string[], cpus: string): string {
  // The pin and the priority stay those of the untuned rows.
  return [`cpus = ${cpus}`, 'priority = 0', 'on-failure = degraded', ...knobs.map(defaultLine)].join('\n')
}

/**
 * Each knob alone on top of the pin, or with `ladder` on top of those above it. `missing` says why a knob is not
 * there, `noTuning` why none can be tried.
 */
export function ablationRows(
  cpus: string,
  {
    ladder,
    missing,
    noTuning,
  }: { ladder: boolean; missing: Record<string, string | null>; noTuning: string | null },
): Support {
  const flags = ['--cpus', cpus]
  const rows: Row[] = [unpinned, { name: 'pinned', flags, tuning: null, knobs: [] }]
  const untried: Support['untried'] = []
  const taken: string[] = []
  for (const { name, knobs } of steps) {
    const there = knobs.filter(knob => missing[knob] === null)
    const reason = there.length === 0 ? missing[knobs[0] as string] : noTuning
    if (reason) {
      untried.push({ name, reason })
      continue
    }
    const chosen = ladder ? [...taken, ...there] : there
    taken.push(...there)
    rows.push({
      name: `${ladder ? '+ ' : 'pinned, '}${name}`,
      flags,
      tuning: configurationOf(chosen, cpus),
      knobs: chosen,
    })
  }
  if (noTuning) untried.push({ name: everything.name, reason: noTuning })
  else rows.push(everything)
  return { rows, untried }
}
