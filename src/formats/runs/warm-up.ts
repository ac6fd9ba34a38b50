// Leaves the warm-up out of the iterations of a benchmark: the tools that print every iteration in order.
import type { WarmUp } from '../../model/index.ts'
import { steadyStart } from '../../stats/series/steady-start.ts'
import { canonicalUnit, isRate, isTime } from '../../units.ts'
import type { Parsed, ParsedSample } from '../format.ts'

/** The steady part of each process, and how many measurements of it came before; null where it has none. */
function cut(sample: ParsedSample): ParsedSample {
  const starts = sample.runs.map(run =>
    steadyStart(sample.better === 'lower' ? run : run.map(value => 1 / value)),
  )
  if (starts.every(start => start === 0)) return sample
  return {
    ...sample,
    runs: sample.runs.map((run, i) => run.slice(starts[i] ?? 0)),
    warmUp: { unit: 'measurements', leftOut: starts },
  }
}

const isOfSpeed = ({ unit }: ParsedSample) => isTime(canonicalUnit(unit).unit) || isRate(unit)

/**
 * The same without the first measurements of each process whose level is not steady yet. Only of the primary metric of a benchmark,
 * and only of times and rates: memory has no warm-up.
 */
export function withoutWarmUp({ samples, ...parsed }: Parsed): Parsed {
  const primary = new Map<string, ParsedSample>()
  for (const sample of samples) {
    const key = JSON.stringify([sample.name, sample.place])
    if (!primary.has(key)) primary.set(key, sample)
  }
  const first = new Set(primary.values())
  return {
    ...parsed,
    samples: samples.map(sample => (first.has(sample) && isOfSpeed(sample) ? cut(sample) : sample)),
  }
}

const added = (amounts: (number | null)[]): number | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0)

/** What was left out of the processes of one run together; absent where nothing was. */
export function ofOneRun(warmUp: WarmUp | undefined): { warmUp?: WarmUp } {
  return warmUp ? { warmUp: { ...warmUp, leftOut: [added(warmUp.leftOut)] } } : {}
}

/** What was left out of `runs` runs and of those that follow them; absent where nothing was. */
export function ofAllRuns(
  { runs, warmUp: before }: ParsedSample,
  { runs: more, warmUp: after }: ParsedSample,
): { warmUp?: WarmUp } {
  const unit = (before ?? after)?.unit
  if (unit === undefined) return {}
  const leftOut = [before?.leftOut ?? runs.map(() => 0), after?.leftOut ?? more.map(() => 0)].flat()
  return { warmUp: { unit, leftOut } }
}
