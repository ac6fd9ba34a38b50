// Builds of the same code that the linker laid out differently. Where loops and branches lie moves a benchmark by
// percents, in every run alike (Mytkowicz et al. 2009, ASPLOS). So each run of a side has a build of its own, and both
// runs of a round have the same layout: then the runs vary by all that a change may move.
import { createHash } from 'node:crypto'
import type { PlannedRun } from './schedule.ts'

export const LAYOUT = '{layout}'

/** With fewer builds a side nothing is decided: three with two levels alarm in 2 % of cases, four find nothing. */
export const FEWEST_LAYOUTS = 5

const MOST = 2 ** 31 - 1

/** What stands for `{layout}` in each of `count` builds: different numbers from 1 on, which follow from `seed`. */
export function layoutSeeds(seed: number, count: number): number[] {
  const found = new Set<number>()
  for (let i = 0; found.size < count; i++) {
    const digest = createHash('sha256').update(`layout ${seed} ${i}`).digest()
    found.add(1 + (digest.readUInt32BE() % MOST))
  }
  return [...found]
}

/** The layout of a run; null where the command has none. Warm-up runs leave all builds but the first unused. */
export function layoutOf(layouts: number[], { kind, number }: Pick<PlannedRun, 'kind' | 'number'>) {
  return layouts[kind === 'warmup' ? 0 : number % layouts.length] ?? null
}

/** Bytes by which the stack of a run moves with its layout, as the kernel aligns it (x86-64, arm64). */
const STACK_STEP = 16
const STACK_STEPS = 256

/** How far the environment of a run with this layout is longer than that of the others. */
export const stackShift = (layout: number): number => (layout % STACK_STEPS) * STACK_STEP
