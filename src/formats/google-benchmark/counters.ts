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

/** The names of the counters that are left out, by reason. */
export type LeftOut = Map<string, Set<string>>

/** A sample per known counter of a benchmark; adds the others to `leftOut`. */
export function counterSamples(name: string, counters: Map<string, number[]>, leftOut: LeftOut): Sample[] {
  const samples: Sample[] = []
  for (const [key, values] of counters) {
    const known = KNOWN.get(key)
    if (UNRELIABLE.has(key)) leaveOut(leftOut, 'counter-unreliable', key)
    else if (!known) leaveOut(leftOut, 'counter-direction-unknown', key)
    else if (!values.every(Number.isFinite)) leaveOut(leftOut, 'counter-not-finite', `${key} of ${name}`)
    else samples.push({ name, ...known, runs: [values] })
  }
  return samples
}

function leaveOut(leftOut: LeftOut, code: string, what: string): void {
  leftOut.set(code, (leftOut.get(code) ?? new Set()).add(what))
}

const REASONS: Record<string, string> = {
  'counter-direction-unknown': NO_DIRECTION,
  'counter-not-finite': 'not a finite number',
  'counter-unreliable': 'printed from freed memory before Google Benchmark 1.9.2',
}

const FIXES: Record<string, string> = {
  'counter-direction-unknown': '; to compare them, print them as stable-bench/samples@1',
}

/** One warning per reason, naming the counters left out for it. */
export function leftOutWarnings(leftOut: LeftOut): Warning[] {
  return [...leftOut].flatMap(([code, names]) =>
    warningOf(code, `Google Benchmark counters left out, ${REASONS[code]}:`, names, FIXES[code]),
  )
}
