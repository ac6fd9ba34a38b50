// Finds the benchmarks to measure on after a look. Where each has a process of its own, decided ones are left out.
import type { Policy, Row } from '../model/index.ts'
import type { MeasureRequest } from './request/request.ts'
import type { Job } from './start.ts'

/** The names of the rows, and those that the baseline has for them. */
function namesOf(rows: Row[], { renamed }: Policy): Set<string> {
  const names = new Set(rows.map(({ benchmark }) => benchmark))
  const before = renamed.filter(({ to }) => names.has(to)).map(({ from }) => from)
  return new Set([...names, ...before])
}

/** The benchmarks of each side, as the request names them, that have an open row; none where the command is no template. */
export function openBenchmarks(job: Job, open: Row[], policy: Policy): MeasureRequest['benchmarks'] {
  const names = namesOf(open, policy)
  const printed = job.record.runs.flatMap(({ planned, parsed }) =>
    parsed.samples.some(({ name }) => names.has(name)) ? [planned.benchmark] : [],
  )
  const isOpen = (name: string) => names.has(name) || printed.includes(name)
  const { baseline, candidate } = job.request.benchmarks
  return { baseline: baseline.filter(isOpen), candidate: candidate.filter(isOpen) }
}
