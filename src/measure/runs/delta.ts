// The difference of two processes that do n and 2n times the same work: start-up and every other fixed cost cancel out.
import type { ProcessFigures, RunEvidence } from '../../model/index.ts'
import { MeasureError } from './errors.ts'
import { ofSide, type PlannedRun } from './schedule.ts'

/** The counts of a run's two processes. Every second run starts with n, so that the order favours neither. */
export function countsOf(delta: number, { number }: PlannedRun): number[] {
  if (delta === 0) return []
  return number % 2 === 0 ? [delta, 2 * delta] : [2 * delta, delta]
}

/**
 * The figures of one operation, from the processes with n and with 2n. A negative difference is the clock's grain and counts as zero;
 * `peakMemory` is that of the process with 2n. Throws a MeasureError when twice the work took no longer.
 */
export function perOperation(
  small: RunEvidence,
  large: RunEvidence,
  n: number,
  planned: PlannedRun,
): ProcessFigures {
  const wallTime = (large.wallTime - small.wallTime) / n
  if (wallTime <= 0) {
    const [less, more] = [small, large].map(run => `${(run.wallTime / 1e6).toPrecision(4)} ms`)
    throw new MeasureError(
      `delta: run ${planned.number + 1}${ofSide(planned)} took ${less} with {n}=${n} and ${more} with {n}=${2 * n}: ` +
        'twice the work must take longer; choose a larger delta, or check that the command does {n} times the work',
      planned.side,
    )
  }
  const each = (a: number | null | undefined, b: number | null | undefined) =>
    a == null || b == null ? null : Math.max(0, b - a) / n
  return {
    wallTime,
    userTime: each(small.userTime, large.userTime) ?? 0,
    systemTime: each(small.systemTime, large.systemTime) ?? 0,
    peakMemory: large.peakMemory,
    instructions: each(small.counters?.instructions, large.counters?.instructions),
    cycles: each(small.counters?.cycles, large.counters?.cycles),
    branchMisses: each(small.counters?.branchMisses, large.counters?.branchMisses),
    cacheMisses: each(small.counters?.cacheMisses, large.counters?.cacheMisses),
  }
}
