// Finds a program with threads that got fewer CPUs than it could use, because nobody said how many it needs.
import { formatCpuList, parseCpuList, type Warning } from '../../model/index.ts'
import { upperMedian } from '../../stats/describe/order-statistics.ts'
import type { Job } from '../start.ts'

/** Fewer looks at the warm-up runs say nothing. */
const FEWEST_LOOKS = 4
/** A runtime's helpers are ready now and then. Threads that work are ready in this share of all looks. */
const SHARE = 0.25

/** How many CPUs a job could be given: one of each whole core, without the core of CPU 0. */
function coresToGive({ topology }: Job): number {
  const given = topology.cpus.filter(cpu => topology.allowed.includes(cpu.id) && cpu.core !== 0)
  return new Set(given.map(cpu => cpu.core)).size
}

/** The value of `cpus` that gives a program more of them: `auto:8`; `none` where there are no more cores to give. */
export function moreCpus(job: Job, threads: number): string {
  const cores = Math.min(threads, coresToGive(job))
  return cores > parseCpuList(job.pinning.cpus ?? '', 'cpus').length ? `auto:${cores}` : 'none'
}

/** A warning when more threads were ready to run than the CPUs that `cpus: auto` chose, for much of the warm-up runs. */
export function threadsInTurn(job: Job): Warning[] {
  const { cpus } = job.pinning
  const looks = job.record.runnable
  if (cpus === null || job.request.pinning.cpus !== 'auto' || looks.length < FEWEST_LOOKS) return []
  // In a duet each version has one of them.
  const own = parseCpuList(cpus, 'the pinned CPUs').slice(0, job.request.duet ? 1 : undefined)
  const above = looks.filter(count => count > own.length)
  if (above.length < SHARE * looks.length) return []
  // One of the counts, not a mean of two: the advice is a whole number of CPUs.
  const usual = upperMedian(above) as number
  const message =
    `the command had ${usual} threads ready to run at the same time, which took turns on CPU ${formatCpuList(own)}: ` +
    (job.request.duet ? 'set duet to false' : `give it more: set cpus to ${moreCpus(job, usual)}`)
  return [{ code: 'threads-in-turn', message }]
}
