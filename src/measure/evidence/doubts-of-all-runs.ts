// Finds the doubts that only all runs of a job show together: which disturbances are common, whether the clock
// frequency moves, and load that a single short run cannot show.
import {
  codeCounts,
  doubtCodes,
  doubtName,
  type MachineEvidence,
  type RunEvidence,
  type Warning,
} from '../../model/index.ts'
import { upperMedian } from '../../stats/describe/order-statistics.ts'
import { formatShare } from '../../units.ts'
import { foreignUse, LIMITS, tickTolerance } from './judge-run.ts'
import { TICK } from './proc-tables.ts'

const ADVICE = new Map([
  ['steal', 'measure on a machine of your own, or on a dedicated host'],
  ['foreign-load', "keep other work off the benchmark's CPUs (the runner hooks isolate them)"],
  ['involuntary-switches', "keep other work off the benchmark's CPUs"],
  ['throttled', 'cool the machine better, or turn turbo off'],
  ['swapped', 'free memory or turn swap off'],
  ['memory-stall', 'free memory'],
  ['little-memory', 'free memory'],
  ['device-interrupts', "move interrupts off the benchmark's CPUs, if they are not its own"],
  ['migrated', 'let the command keep the CPUs that it is given'],
  ['major-faults', 'raise warmup-runs until files are in memory'],
])

/** Says what to do about a reason for doubt. */
export const adviceFor = (code: string): string => ADVICE.get(code) ?? 'make the machine quieter'

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** At least one invalid run, or a tenth of all runs and at least two suspect ones. The rows report fewer than that. */
function doubtfulRuns(runs: RunEvidence[]): Warning | null {
  const doubtful = runs.filter(run => (run.judgement?.validity ?? 'valid') !== 'valid')
  const invalid = doubtful.filter(run => run.judgement?.validity === 'invalid').length
  if (invalid === 0 && doubtful.length < Math.max(2, runs.length / 10)) return null
  const counts = codeCounts(doubtful.flatMap(doubtCodes))
  const named = counts.map(([code, count]) => `${doubtName(code)} in ${count}`)
  const worst = invalid === 0 ? '' : invalid === doubtful.length ? ' badly' : `, ${invalid} of them badly`
  const advice = adviceFor(counts[0]?.[0] ?? '')
  return {
    code: 'doubtful-runs',
    message: `${doubtful.length} of ${runs.length} runs ${doubtful.length === 1 ? 'was' : 'were'} disturbed${worst} (${named.join(', ')}): ${advice}`,
  }
}

const FAR = 0.03
const FEWEST_RUNS = 5

/** At least two runs, and one in ten, had another clock frequency than most. */
function movingClock(runs: RunEvidence[]): Warning | null {
  const clocks = runs.flatMap(run => run.machine?.frequency ?? [])
  if (clocks.length < FEWEST_RUNS) return null
  // A clock that a run had: the mean of the middle two could lie between two groups, far from both.
  const usual = upperMedian(clocks) as number
  const far = clocks.filter(clock => Math.abs(clock / usual - 1) > FAR)
  if (far.length < Math.max(2, clocks.length / 10)) return null
  const gigahertz = (clock: number) => (clock / 1e9).toFixed(2)
  const range = `${gigahertz(Math.min(...clocks))} to ${gigahertz(Math.max(...clocks))} GHz`
  const message =
    `the clock was not the same in ${far.length} of ${clocks.length} runs (${range}): ` +
    'set the governor to performance and turn turbo off'
  return { code: 'clock-moved', message }
}

/** Ticks show in all runs together what they cannot show in one short run. */
function sharesOfAll(runs: RunEvidence[]): Warning[] {
  const seen = runs.flatMap(run => (run.machine ? [{ run, machine: run.machine }] : []))
  const capacity = sum(seen.map(({ machine }) => machine.window * machine.cpus))
  const total = (of: (machine: MachineEvidence) => number | null) =>
    sum(seen.map(({ machine }) => of(machine) ?? 0))
  const stolen = total(machine => machine.steal)
  // The ends of n runs are off by one tick each, either way.
  const ends = TICK * Math.sqrt(sum(seen.map(({ machine }) => machine.cpus)))
  const own = sum(seen.map(({ run }) => run.userTime + run.systemTime))
  const tolerance = tickTolerance(own, Math.max(capacity, 1), 0) + 3 * ends
  const foreign = total(machine => foreignUse(machine)?.time ?? null)
  const allowed = sum(
    seen.map(({ machine }) => (foreignUse(machine)?.limits.suspect ?? 0) * machine.window * machine.cpus),
  )
  const taken = (code: 'steal' | 'foreign-load', who: string, time: number): Warning => {
    const share = formatShare(time / capacity, 2)
    return { code, message: `${who} ${share} of the benchmark's CPUs over the job: ${adviceFor(code)}` }
  }
  const warnings: Warning[] = []
  if (stolen - 3 * ends > LIMITS.steal.suspect * capacity)
    warnings.push(taken('steal', 'the hypervisor took', stolen))
  if (foreign - tolerance > allowed) warnings.push(taken('foreign-load', 'other processes used', foreign))
  return warnings
}

/** Runs whose second attempt was disturbed as well. They count all the same. */
function disturbedAgain(runs: RunEvidence[]): Warning | null {
  const again = runs.filter(run => run.repeated !== undefined && run.judgement?.validity === 'invalid').length
  if (again === 0) return null
  const message =
    again === 1
      ? '1 run was repeated and disturbed again; the repeated run counts'
      : `${again} runs were repeated and disturbed again; the repeated runs count`
  return { code: 'disturbed-again', message }
}

/** The doubts about a whole job. `runs` are the processes of all its sides, each judged by `judgeRun`. */
export function jobDoubts(runs: RunEvidence[]): Warning[] {
  const doubtful = doubtfulRuns(runs)
  const named = new Set(doubtful === null ? [] : runs.flatMap(doubtCodes))
  const others = sharesOfAll(runs).filter(({ code }) => !named.has(code))
  return [doubtful, ...others, movingClock(runs), disturbedAgain(runs)].filter(found => found !== null)
}
