// Whether the versions of a duet slow each other down. Before the duet, each version runs a few times alone, which shows it. CPU
// time counts: work takes more of it when memory or a cache is shared, but not when other programs take the CPU.
import type { Side } from '../../measure/runs/schedule.ts'
import type { Warning } from '../../model/index.ts'
import { ascending, upperMedian, valueAfter } from '../../stats/describe/order-statistics.ts'
import { cpuOf } from '../design/judge-trial.ts'
import type { JobRecord } from '../record.ts'
import type { Job } from '../start.ts'

/** Runs of each side alone, after the warm-up runs. */
export const SOLO_RUNS = 3
/** A smaller slowdown is no reason to measure in another way. */
const WORTH_SAYING = 1.1

const cpuTimes = (runs: JobRecord['solo'], side: Side) =>
  ascending(runs.flatMap(({ planned, evidence }) => (planned.side === side ? [cpuOf(evidence)] : [])))

/** How much longer a side takes beside the other; null where that is within the spread of its runs. */
function slowdownOf({ record }: Pick<Job, 'record'>, side: Side): number | null {
  const [solo, duet] = [cpuTimes(record.solo, side), cpuTimes(record.runs, side)]
  const [slowest, usual] = [solo.at(-1), upperMedian(solo)]
  const [quick, median] = [valueAfter(0.25, duet), upperMedian(duet)]
  if (slowest === undefined || usual === undefined || quick === undefined || median === undefined) return null
  // By chance, three runs are all faster than three quarters of the others in one of 64 cases.
  return quick > slowest && median / usual >= WORTH_SAYING ? median / usual : null
}

/** A warning where a version takes longer beside the other than alone: a difference in what they share is distorted. */
export function duetSlowdown(job: Pick<Job, 'record' | 'schedule' | 'request'>): Warning[] {
  if (!job.schedule.duet || job.request.benchmarks.candidate.length > 0) return []
  const found = job.schedule.sides.flatMap(side => {
    const factor = slowdownOf(job, side)
    return factor === null ? [] : [{ side, factor }]
  })
  if (found.length === 0) return []
  const each = found.map(({ side, factor }) => `${factor.toFixed(2)} times as much for the ${side}`)
  const message =
    `a run takes more CPU time beside the other version than alone (${each.join(', ')}): they compete for memory or a shared ` +
    'cache, so they may differ by more or less than alone; set duet to false'
  return [{ code: 'duet-slowdown', message }]
}
