// Decides the order of the runs. Both sides of a round follow each other, so that a drift of the machine meets both
// alike. A coin decides which goes first: any fixed order has a period, and load of the same period would hit one side
// only. The benchmarks of a template come in a random order that differs from round to round and is the same for both
// sides. In a duet both sides run at the same time, and the first has the first core. The coin is tossed for two rounds
// at a time, and the second of them is the other way round. So each side has either core equally often.
import { createHash } from 'node:crypto'

export type Side = 'baseline' | 'candidate'

/**
 * `benchmark` is what `{benchmark}` stands for; absent when the command is no template. `alone` where there is no other
 * side.
 */
export type Step = {
  side: Side
  kind: 'warmup' | 'measured'
  number: number
  benchmark?: string
  alone?: true
}

/** A run as messages name it: `warm-up run 1`. */
export function nameOf({ kind, number }: Step): string {
  return `${kind === 'warmup' ? 'warm-up run' : 'run'} ${number + 1}`
}

/** ` of the candidate`; empty where there is no other side. */
export const ofSide = ({ side, alone }: Step) => (alone ? '' : ` of the ${side}`)

/** A run with its benchmark and side: `run 1 of sort of the candidate`. */
export function fullNameOf(step: Step): string {
  const benchmark = step.benchmark === undefined ? '' : ` of ${step.benchmark}`
  return `${nameOf(step)}${benchmark}${ofSide(step)}`
}

/** The sides of a job, and the number from which it follows which of them goes first in each round. */
export type Schedule = { sides: readonly Side[]; seed: number; duet?: boolean }

/** The order of benchmarks follows from this and the round, so every session has the same one. */
const SEED = 'stable-bench 1'

type Round = { kind: Step['kind']; number: number }

const roundName = ({ kind, number }: Round) => `${kind} ${number}`

/** Chance without state, so that the next look can go on anywhere. */
const sha256 = (...parts: (string | number)[]) => createHash('sha256').update(parts.join('\n'))

/** The sides of a round, in the order that a coin gives. */
function roundOrder({ sides, seed, duet = false }: Schedule, { kind, number }: Round): readonly Side[] {
  const tossed = roundName({ kind, number: duet ? number - (number % 2) : number })
  const isHeads = (sha256(seed, tossed).digest()[0] as number) % 2 === 0
  const isSwapped = duet && number % 2 === 1
  return isHeads === isSwapped ? [...sides].reverse() : sides
}

/** `names` in an order that follows from them and from `round` alone. */
export function shuffled(names: readonly string[], round: string): string[] {
  const digest = (name: string) => sha256(SEED, round, name).digest('hex')
  return names
    .map(name => ({ name, at: digest(name) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(each => each.name)
}

/** The benchmarks of each side; none for a command that is no template. */
type Names = Record<Side, string[]>

const noNames: Names = { baseline: [], candidate: [] }

/** All runs of one round. The two sides of a benchmark follow each other. */
function roundSteps(kind: Step['kind'], schedule: Schedule, number: number, names: Names): Step[] {
  const alone = schedule.sides.length === 1 ? { alone: true as const } : {}
  const sides = roundOrder(schedule, { kind, number })
  const all = [...new Set(schedule.sides.flatMap(side => names[side]))]
  if (all.length === 0) return sides.map(side => ({ side, kind, number, ...alone }))
  return shuffled(all, roundName({ kind, number })).flatMap(benchmark =>
    sides
      .filter(side => names[side].includes(benchmark))
      .map(side => ({ side, kind, number, benchmark, ...alone })),
  )
}

const rounds = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

/** The rounds of warm-up runs of all sides; `number` counts from 0 within a side. */
export function warmupRounds(schedule: Schedule, count: number, names: Names = noNames): Step[][] {
  return rounds(0, count).map(number => roundSteps('warmup', schedule, number, names))
}

/**
 * The rounds `from` (inclusive) to `to` (exclusive) of measured runs. The next look goes on where the one before ended.
 */
export function measuredRounds(
  schedule: Schedule,
  from: number,
  to: number,
  names: Names = noNames,
): Step[][] {
  return rounds(from, to).map(number => roundSteps('measured', schedule, number, names))
}

/**
 * The steps that are made at the same time: in a duet the measured runs of both sides of a benchmark, else each alone.
 */
export function togetherOf(steps: Step[], isDuet: boolean): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const [first, ...others] = groups.at(-1) ?? []
    const isPartner =
      isDuet &&
      first !== undefined &&
      others.length === 0 &&
      step.kind === 'measured' &&
      first.side !== step.side
    if (isPartner && first.number === step.number && first.benchmark === step.benchmark)
      groups.at(-1)?.push(step)
    else groups.push([step])
  }
  return groups
}

/** The position of run `number` of a side among the runs of all sides. */
export function positionOf(schedule: Schedule, side: Side, number: number): number {
  const sides = roundOrder(schedule, { kind: 'measured', number })
  return number * sides.length + sides.indexOf(side)
}
