// Decides the order of the runs. Both sides of a round follow each other, so that a drift of the machine meets both
// alike. A coin decides which goes first: any fixed order has a period, and load of the same period would hit one side
// only. The third round is the other way round than the first (stats/distributions/round-coins.ts). The benchmarks of a
// template come in a random order that differs from round to round and is the same for both
// sides. In a duet both sides run at the same time, and the first has the first core. The coin is tossed for two rounds
// at a time, and the second of them is the other way round. So each side has either core equally often.
import { createHash } from 'node:crypto'
import { roundCoin } from '../../stats/distributions/round-coins.ts'

export type Side = 'baseline' | 'candidate'

export const otherSide = (side: Side): Side => (side === 'baseline' ? 'candidate' : 'baseline')

/**
 * One run, before it is made. `benchmark` is what `{benchmark}` stands for; absent when the command is no template.
 * `alone` where there is no other side; `beside` for a warm-up run that is made at the same time as the other side's.
 */
export type PlannedRun = {
  side: Side
  kind: 'warmup' | 'measured'
  number: number
  benchmark?: string
  alone?: true
  beside?: true
}

/** A run as messages name it: `warm-up run 1`. */
export function runName({ kind, number }: PlannedRun): string {
  return `${kind === 'warmup' ? 'warm-up run' : 'run'} ${number + 1}`
}

/** ` of the candidate`; empty where there is no other side. */
export const ofSide = ({ side, alone }: PlannedRun) => (alone ? '' : ` of the ${side}`)

/** A run with its benchmark and side: `run 1 of sort of the candidate`. */
export function fullRunName(planned: PlannedRun): string {
  const benchmark = planned.benchmark === undefined ? '' : ` of ${planned.benchmark}`
  return `${runName(planned)}${benchmark}${ofSide(planned)}`
}

/** The sides of a job, and the number from which it follows which of them goes first in each round. */
export type Schedule = { sides: readonly Side[]; seed: number; duet?: boolean }

/** The order of benchmarks follows from this and the round, so every session has the same one. */
const SEED = 'stable-bench 1'

type Round = { kind: PlannedRun['kind']; number: number }

const roundName = ({ kind, number }: Round) => `${kind} ${number}`

/** Chance without state, so that the next look can go on anywhere. */
const sha256 = (...parts: (string | number)[]) => createHash('sha256').update(parts.join('\n'))

/** The sides of a round, in the order that a coin gives. */
function roundOrder({ sides, seed, duet = false }: Schedule, { kind, number }: Round): readonly Side[] {
  const toss = (round: number) =>
    (sha256(seed, roundName({ kind, number: round })).digest()[0] as number) % 2 === 0
  const isSwapped = duet && number % 2 === 1
  const isHeads = duet ? toss(number - (number % 2)) : roundCoin(toss, number)
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
export type BenchmarkNames = Record<Side, string[]>

const noNames: BenchmarkNames = { baseline: [], candidate: [] }

/** All runs of one round. The two sides of a benchmark follow each other. */
function plannedRound(
  kind: PlannedRun['kind'],
  schedule: Schedule,
  number: number,
  names: BenchmarkNames,
): PlannedRun[] {
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

/** The rounds of warm-up runs of all sides; `number` counts from 0 within a side. */
export const warmupRounds = (schedule: Schedule, count: number, names = noNames): PlannedRun[][] =>
  Array.from({ length: count }, (_, number) => plannedRound('warmup', schedule, number, names))

/** The rounds `from` (inclusive) to `to` (exclusive) of measured runs: the next look goes on where the one before ended. */
export const measuredRounds = (
  schedule: Schedule,
  from: number,
  to: number,
  names = noNames,
): PlannedRun[][] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) =>
    plannedRound('measured', schedule, from + i, names),
  )

/**
 * The runs made at the same time: in a duet those of both sides of a benchmark, measured or tried beside each other; else each
 * alone.
 */
export function togetherOf(plannedRuns: PlannedRun[], isDuet: boolean): PlannedRun[][] {
  const groups: PlannedRun[][] = []
  for (const planned of plannedRuns) {
    const [first, ...others] = groups.at(-1) ?? []
    const isPartner =
      isDuet &&
      first !== undefined &&
      others.length === 0 &&
      (planned.kind === 'measured' || planned.beside === true) &&
      first.side !== planned.side
    if (isPartner && first.number === planned.number && first.benchmark === planned.benchmark)
      groups.at(-1)?.push(planned)
    else groups.push([planned])
  }
  return groups
}

/** The position of run `number` of a side among the runs of all sides. */
export function positionOf(schedule: Schedule, side: Side, number: number): number {
  const sides = roundOrder(schedule, { kind: 'measured', number })
  return number * sides.length + sides.indexOf(side)
}
