// Times that cannot be: where the compiler removed the work of a benchmark, its tool divides the time of an empty loop
// by the iterations. Such a number is no measurement, so nothing is judged by it.
import type { Sample } from './documents/sample.ts'

/** A quarter of a clock cycle at 5 GHz, in ns. An iteration that does anything takes longer. */
const SHORTEST = 0.05

/** The metrics that are the time of one operation. Differences and parts of a request may be as small as they like. */
const OF_AN_OPERATION = new Set([
  'time',
  'real-time',
  'cpu-time',
  'sampled-time',
  'single-shot-time',
  'latency',
])

/** A time per byte or per element may be shorter than a cycle: a processor works on many of them at once. */
const PER_OPERATION = /^ns(?:\/(?:op|operation|iter|iteration|call|invocation|loop|run|exec)s?)?$/i

/** A sample, or a series of a trend, which has its name as `benchmark`. */
type Entry = Pick<Sample, 'metric' | 'unit' | 'better' | 'printed'> & { name?: string; benchmark?: string }

/** How many threads the tool divides the time by: `BenchmarkX-64` of Go, `BM_X/threads:64` of Google Benchmark. */
function threadsIn({ printed = '', name = '', benchmark = name }: Entry): number {
  const said = /-(\d{1,4})$/.exec(printed)?.[1] ?? /\/threads:(\d{1,4})(?:\/|$)/.exec(benchmark)?.[1]
  return Math.max(1, Number(said ?? 1))
}

const isOfAnOperation = ({ better, metric, unit }: Entry): boolean =>
  better === 'lower' && OF_AN_OPERATION.has(metric) && PER_OPERATION.test(unit)

/** Whether a level (of runs, in the entry's unit) is too short for an iteration that did anything. Zero is another case. */
export const isOptimisedAway = (entry: Entry, level: number): boolean =>
  level > 0 && level < SHORTEST && isOfAnOperation(entry) && level * threadsIn(entry) < SHORTEST

/** Whether `level` is no time of an operation: a night of it says nothing of the code. */
export const isNoTime = (entry: Entry, level: number): boolean =>
  isOptimisedAway(entry, level) || (level === 0 && isOfAnOperation(entry))

/** What is said of such a level. */
export const optimisedAwayText = ({ unit }: Pick<Entry, 'unit'>, level: number): string =>
  `the work was optimised away: ${Number(level.toPrecision(3))} ${unit} is less than a clock cycle`

/** What to do about it. */
export const useTheResult = 'let the benchmark use what it computes (black_box, DoNotOptimize, Blackhole)'
