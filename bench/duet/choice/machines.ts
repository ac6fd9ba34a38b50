// Simulated machines and benchmarks for the choice between interleaved runs and a duet: what both designs measure there, and
// what one warm-up run of each version alone and beside the other shows. Standard deviations are of logarithms.
import type { MeasuredBlock } from '../../../src/compare/sides/rounds/measured-block.ts'
import type { RunBeside, Trigger } from '../../../src/job/design/judge-trial.ts'
import { normalQuantile } from '../../../src/stats/distributions/continuous.ts'

/**
 * `shared`: what slows all cores alike and changes from run to run; `core`: what one core has for itself; `cpu`: by how much the
 * CPU time of one run varies. `trigger`: why a duet is worth a try there.
 */
export type Machine = { name: string; trigger: Trigger; shared: number; core: number; cpu: number }

/** As `bench:isolation` and trials on shared virtual machines have shown them. */
export const machines: Machine[] = [
  { name: 'virtual, quiet', trigger: 'virtual', shared: 0.01, core: 0.004, cpu: 0.01 },
  { name: 'virtual, shared', trigger: 'virtual', shared: 0.06, core: 0.02, cpu: 0.04 },
  { name: 'busy', trigger: 'busy', shared: 0.25, core: 0.06, cpu: 0.1 },
]

/** `competes`: times as much CPU time as alone that a version takes beside the other; `waits`: the share of a run that one waits for the other. */
export type Benchmark = { name: string; competes: number; waits: number }

export const benchmarks: Benchmark[] = [
  { name: 'computes', competes: 1, waits: 0 },
  { name: 'shares a little', competes: 1.05, waits: 0 },
  { name: 'shares a cache', competes: 1.2, waits: 0 },
  { name: 'shares the memory bus', competes: 1.5, waits: 0 },
  { name: 'fills the memory bus', competes: 2.2, waits: 0 },
  { name: 'takes a lock', competes: 1, waits: 0.8 },
]

export const INTERLEAVED_RUNS = 20
/** Of the factor by which versions slow each other down, a run varies by this share. */
const UNEVEN = 0.3
/** A candidate that takes as long alone, and a tenth more of what both share, seems to change by this share of that factor. */
const DISTORTS = 0.2
/** A lock makes one side wait for the other by chance: its runs vary by this share of the wait. */
const LOCKED = 0.5

export const normal = (random: () => number) => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())))

/** One run in ten is disturbed three times as much as the others. */
const disturbance = (sd: number, random: () => number) => sd * normal(random) * (random() < 0.1 ? 3 : 1)

const list = (count: number, of: (i: number) => number) => Array.from({ length: count }, (_, i) => of(i))

/** Runs of one command on both sides, one after the other. */
export function interleaved({ shared, core }: Machine, random: () => number): MeasuredBlock {
  const side = () =>
    list(INTERLEAVED_RUNS, () => Math.exp(disturbance(shared, random) + disturbance(core, random)))
  return { baseline: side(), candidate: side(), inRounds: true }
}

/** Pairs of one command with itself, as many as fit into the time of the interleaved runs. */
export function duet(
  { shared, core }: Machine,
  { competes, waits }: Benchmark,
  random: () => number,
): MeasuredBlock {
  const longer = competes + waits
  const pairs = 2 * Math.floor(INTERLEAVED_RUNS / longer)
  const both = list(pairs, () => disturbance(shared, random))
  const own = () => disturbance(core, random) + UNEVEN * Math.log(competes) * normal(random)
  const lock = () => Math.exp(LOCKED * waits * (random() < 0.5 ? 1 : 0))
  const side = () => both.map(each => competes * lock() * Math.exp(each + own()))
  // The coin is tossed for two pairs, so each side has the first core in half of them.
  const flips = list(Math.ceil(pairs / 2), () => random())
  const baselineFirst = both.map((_, i) => (flips[i >> 1] as number) < 0.5 === (i % 2 === 0))
  return { baseline: side(), candidate: side(), baselineFirst }
}

/** By how much a duet misses the change of a candidate that takes as long as before, alone. */
export const distortion = ({ competes }: Benchmark): number => DISTORTS * Math.log(competes)

/** What the warm-up runs show of both versions. */
export function trial({ cpu }: Machine, { competes, waits }: Benchmark, random: () => number): RunBeside[] {
  const sides = ['baseline', 'candidate'] as const
  const late = random() < 0.5 ? 'baseline' : 'candidate'
  return sides.map(side => ({
    side,
    competes: competes * Math.exp(disturbance(cpu, random) - disturbance(cpu, random)),
    waits: 1e9 * (side === late ? waits : 0),
    took: 1e9,
  }))
}
