// In which order runs are made. Pure: sides alternate ABBA, so that a drift of the machine meets both alike; the
// benchmarks of a template come in a random order that is another in every round, and the same for both sides.
import { createHash } from 'node:crypto'

export type Side = 'baseline' | 'candidate'

/** `benchmark` is what `{benchmark}` stands for, absent where the command is no template. */
export type Step = { side: Side; kind: 'warmup' | 'measured'; number: number; benchmark?: string }

/** The order of benchmarks follows from this and the round: every session has the same one, and can be repeated. */
const SEED = 'stable-bench 1'

/** The sides of round `round`, every second round turned round. */
function roundOrder(sides: readonly Side[], round: number): readonly Side[] {
  return round % 2 === 0 ? sides : [...sides].reverse()
}

/** `names` in the order of their digests: a shuffle that needs no state, so that a top-up can go on anywhere. */
function shuffled(names: readonly string[], round: string): string[] {
  const digest = (name: string) => createHash('sha256').update(`${SEED}\n${round}\n${name}`).digest('hex')
  return names
    .map(name => ({ name, at: digest(name) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(each => each.name)
}

/** All runs of one round: both sides of a benchmark are neighbours in time. */
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

/** The rounds `from` (inclusive) to `to` (exclusive) of measured runs: a top-up goes on where the first look ended. */
export function measuredRounds(
  sides: readonly Side[],
  from: number,
  to: number,
  benchmarks: string[] = [],
): Step[][] {
  return rounds(from, to).map(number => roundSteps('measured', sides, number, benchmarks))
}

/** Where run `number` of a side comes among the runs of all sides. */
export function positionOf(sides: readonly Side[], side: Side, number: number): number {
  return number * sides.length + roundOrder(sides, number).indexOf(side)
}
