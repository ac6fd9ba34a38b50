// Confidence intervals of a shift by inverting a combined test whose rank half steps at breakpoints and whose
// t half has a constant standard error. Shared by the paired and the blocked test.
import { acceptanceEnd, type ShiftView } from './acceptance-end.ts'

/** The distinct values of a sorted list. */
export function distinct(sorted: Float64Array): number[] {
  const values: number[] = []
  for (const value of sorted) if (value !== values.at(-1)) values.push(value)
  return values
}

/** A shift strictly inside piece k, which lies between the breakpoints k − 1 and k. */
export function insidePiece(breakpoints: number[], piece: number): number {
  const right = breakpoints[piece] ?? (breakpoints[piece - 1] as number) + 1
  const left = breakpoints[piece - 1] ?? right - 1
  return (left + right) / 2
}

/** A function of the piece that is computed once a piece. */
export function oncePerPiece<T>(compute: (piece: number) => T): (piece: number) => T {
  const known: T[] = []
  return piece => {
    known[piece] ??= compute(piece)
    return known[piece]
  }
}

/** The same view from above to below: all shifts change their sign. */
function mirrored(view: ShiftView): ShiftView {
  const last = view.breakpoints.length
  return {
    ...view,
    breakpoints: view.breakpoints.map(shift => -shift).reverse(),
    centre: -view.centre,
    mean: -view.mean,
    rankP: piece => view.rankP(last - piece),
    quickRankP: piece => view.quickRankP(last - piece),
  }
}

/** Moves an end to zero where the interval and the test of no shift would contradict each other. */
function withZero(low: number, high: number, centre: number, accepted: boolean): [number, number] {
  if (accepted) return [Math.min(low, 0), Math.max(high, 0)]
  if (low >= 0 || high <= 0) return [low, high]
  return centre > 0 ? [0, high] : [low, 0]
}

/** The upper end of what is accepted at a target p; the lower one is that of the mirrored view. */
export type EndOf = (view: ShiftView, target: number) => number

/**
 * The interval [low, high] for each confidence level: the connected piece of the shifts with a combined p
 * above 1 − level around the view's centre, unless another `endOf` is given. `p` is the test of no shift, and
 * zero is on its side: strictly inside only if p > 1 − level, strictly outside only if p <= 1 − level.
 */
export function shiftIntervals(
  view: ShiftView,
  p: number,
  levels: number[],
  endOf: EndOf = acceptanceEnd,
): [number, number][] {
  const downwards = mirrored(view)
  return levels.map(level => {
    const target = 1 - level
    const [low, high] = [-endOf(downwards, target), endOf(view, target)]
    return withZero(low, high, view.centre, p > target)
  })
}
