// In which order runs are made. Sides alternate ABBA, so that a drift of the machine meets both alike. The benchmarks of
// a template come in a random order that differs from round to round and is the same for both sides.
import { createHash } from 'node:crypto'

export type Side = 'baseline' | 'candidate'

/** `benchmark` is what `{benchmark}` stands for; absent when the command is no template. */
export type Step = { side: Side; kind: 'warmup' | 'measured'; number: number; benchmark?: string }

/** A run as messages name it: `warm-up run 1`. */
export function nameOf({ kind, number }: Step): string {
  return `${kind === 'warmup' ? 'warm-up run' : 'run'} ${number + 1}`
}

/** A run with its benchmark and side: `run 1 of sort of the candidate`. */
export function fullNameOf(step: Step): string {
  const benchmark = step.benchmark === undefined ? '' : ` of ${step.benchmark}`
  return `${nameOf(step)}${benchmark} of the ${step.side}`
}

/** The order of benchmarks follows from this and the round, so every session has the same one. */
const SEED = 'stable-bench 1'

/** The sides of round `round`, reversed in every second round. */
function roundOrder(sides: readonly Side[], round: number): readonly Side[] {
  return round % 2 === 0 ? sides : [...sides].reverse()
}

/** `names` in the order of their digests: a shuffle without state, so that a second look can go on anywhere. */
function shuffled(names: readonly string[], round: string): string[] {
  const digest = (name: string) => createHash('sha256').update(`${SEED}\n${round}\n${name}`).digest('hex')
  return names
    .map(name => ({ name, at: digest(name) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(each => each.name)
}

/** All runs of one round. The two sides of a benchmark follow each other. */
function roundSteps(
  kind: Step['kind'],
  sides: readonly Side[],
  number: number,
  benchmarks: string[],
): Step[] {
  const order = roundOrder(sides, number)
  if (benchmarks.length === 0) return order.map(side => ({ side, kind, number }))
  return shuffled(benchmarks, `${kind} ${number}`).flatMap(benchmark =>
    order.map(side => ({ side, kind, number, benchmark })),
  )
}

const rounds = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

/** The rounds of warm-up runs of all sides; `number` counts from 0 within a side. */
export function warmupRounds(sides: readonly Side[], count: number, benchmarks: string[] = []): Step[][] {
  return rounds(0, count).map(number => roundSteps('warmup', sides, number, benchmarks))
}

/** The rounds `from` (inclusive) to `to` (exclusive) of measured runs. A second look goes on where the first ended. */
export function measuredRounds(
  sides: readonly Side[],
  from: number,
  to: number,
  benchmarks: string[] = [],
): Step[][] {
  return rounds(from, to).map(number => roundSteps('measured', sides, number, benchmarks))
}

/** The position of run `number` of a side among the runs of all sides. */
export function positionOf(sides: readonly Side[], side: Side, number: number): number {
  return number * sides.length + roundOrder(sides, number).indexOf(side)
}
