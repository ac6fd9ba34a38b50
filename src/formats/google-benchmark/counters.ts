// Counters of Google Benchmark: the numbers beside the times. Nothing says whether more of a user's own counter is
// better. So only the counters that the library itself computes are read. The others are left out with a warning.
import type { Better, Sample, Warning } from '../../model/index.ts'
import { warningOf } from '../format.ts'
import { NO_DIRECTION } from '../output-problems.ts'

/** The fields of every row. They are no counters. */
export const OTHER_FIELDS = new Set(
  (
    'name family_index per_family_instance_index run_name run_type repetitions repetition_index threads iterations ' +
    'real_time cpu_time time_unit label error_occurred error_message skipped skip_message'
  ).split(' '),
)

const KNOWN = new Map<string, { metric: string; unit: string; better: Better }>([
  ['bytes_per_second', { metric: 'bytes-per-second', unit: 'B/s', better: 'higher' }],
  ['items_per_second', { metric: 'items-per-second', unit: 'items/s', better: 'higher' }],
  ['allocs_per_iter', { metric: 'allocations', unit: 'allocs/op', better: 'lower' }],
])

/**
 * The counters of a MemoryManager. Before 1.9.2 they are printed from freed memory (google/benchmark pull request
 * 1941).
 */
const UNRELIABLE = new Set(['max_bytes_used', 'total_allocated_bytes', 'net_heap_growth'])

/** Why counters are left out, by the code of the warning. */
const REASONS = {
  'counter-direction-unknown': NO_DIRECTION,
  'counter-not-finite': 'not a finite number',
  'counter-unreliable': 'printed from freed memory before Google Benchmark 1.9.2',
}

type Reason = keyof typeof REASONS

/** The names of the counters that are left out, by reason. */
export type LeftOut = Map<Reason, Set<string>>

/** A sample per known counter of a benchmark; adds the others to `leftOut`. */
export function counterSamples(name: string, counters: Map<string, number[]>, leftOut: LeftOut): Sample[] {
  const leaveOut = (reason: Reason, what: string): Sample[] => {
    leftOut.set(reason, (leftOut.get(reason) ?? new Set()).add(what))
    return []
  }
  return [...counters].flatMap(([key, values]): Sample[] => {
    const known = KNOWN.get(key)
    if (UNRELIABLE.has(key)) return leaveOut('counter-unreliable', key)
    if (!known) return leaveOut('counter-direction-unknown', key)
    if (!values.every(Number.isFinite)) return leaveOut('counter-not-finite', `${key} of ${name}`)
    return [{ name, ...known, runs: [values] }]
  })
}

/** One warning per reason, naming the counters left out for it. */
export const leftOutWarnings = (leftOut: LeftOut): Warning[] =>
  [...leftOut].flatMap(([code, names]) => {
    const remedy = '; to compare them, print them as stable-bench/samples@1'
    const said = `Google Benchmark counters left out, ${REASONS[code]}:`
    return warningOf(code, said, names, code === 'counter-direction-unknown' ? remedy : '')
  })
