// In which order runs are made. Pure: sides alternate ABBA, so that a drift of the machine meets both alike.

export type Side = 'baseline' | 'candidate'

export type Step = { side: Side; kind: 'warmup' | 'measured'; number: number }

/** The sides of round `round`, every second round turned round. */
function roundOrder(sides: readonly Side[], round: number): readonly Side[] {
  return round % 2 === 0 ? sides : [...sides].reverse()
}

const rounds = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

/** Warm-up runs of all sides, in rounds; `number` counts from 0 within a side. */
export function warmupSteps(sides: readonly Side[], count: number): Step[] {
  return rounds(0, count).flatMap(number =>
    roundOrder(sides, number).map(side => ({ side, kind: 'warmup' as const, number })),
  )
}

/** Measured runs `from` (inclusive) to `to` (exclusive) of all sides: a top-up goes on where the first look ended. */
export function measuredSteps(sides: readonly Side[], from: number, to: number): Step[] {
  return rounds(from, to).flatMap(number =>
    roundOrder(sides, number).map(side => ({ side, kind: 'measured' as const, number })),
  )
}
