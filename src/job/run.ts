// Makes the runs of a job, round by round, and parses each at once.
import { moveToHousekeeping } from '../measure/pin/housekeeping.ts'
import { calibrateClock } from '../measure/process/calibrate-clock.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import { measureRuns } from '../measure/runs/measure-runs.ts'
import { measuredRounds, type Side, type Step, warmupRounds } from '../measure/runs/schedule.ts'
import type { SideCommand } from '../measure/runs/side-command.ts'
import { confirmTestbed } from '../testbed/testbed.ts'
import { asMeasured, assertBothPrintResults, chooseParser, joinRun, parseRun } from './parse-output.ts'
import type { ParsedRun } from './record.ts'
import type { Job } from './start.ts'

/** One run that has ended: nanoseconds of its processes, and how many of the planned runs are done. */
export type RunDone = { step: Step; wallTime: number; done: number; total: number }

export type OnRun = (done: RunDone) => void

/** How many rounds are complete: so many runs each side has. */
const roundsMade = ({ record, sides, request }: Job) =>
  Math.floor(record.runs.length / (sides.length * Math.max(1, request.benchmarks.length)))

async function beginMeasuring({ record, measuring, sides, settings }: Job): Promise<void> {
  record.begun = performance.now()
  const { cwd } = measuring.commands[sides[0] as Side] as SideCommand
  record.clock = await calibrateClock(measuring, cwd, settings.shell)
}

async function measureRound(
  { request, sides, measuring, record }: Job,
  round: Step[],
  onRun: (step: Step, wallTime: number) => void,
): Promise<void> {
  const begun = performance.now()
  const parts: ParsedRun[] = []
  for await (const run of measureRuns(round, measuring, record)) {
    record.parser ??= chooseParser(run, request)
    assertBothPrintResults(run, { chosen: record.parser, first: sides[0] as Side }, request)
    // The output itself is not kept: that would only cost memory.
    const { outputs: _, stderr: __, ...rest } = { ...run, parsed: parseRun(run, record.parser) }
    parts.push(rest)
    if (run.step.kind === 'measured') record.runs.push(rest)
    const wallTime = run.evidence.reduce((sum, each) => sum + each.wallTime, 0)
    onRun(run.step, wallTime)
  }
  for (const side of sides) {
    const own = parts.filter(part => part.step.side === side).map(part => part.parsed)
    const { parser } = record
    if (parser) asMeasured(side, () => joinRun(own, parser, `the benchmarks of the ${side}`))
  }
  record.longestRound = Math.max(record.longestRound, performance.now() - begun)
}

/** Fewer runs than this cannot show a regression. */
const FEWEST_RUNS = 5

/** Whether one more round would end in time if it takes no longer than the longest so far. */
function fitsAnotherRound({ request, record }: Job): boolean {
  const { begun, longestRound } = record
  const limit = request.totalTimeoutMs
  return limit === 0 || performance.now() - begun + longestRound <= limit
}

/** Records why measuring stops early. Throws a MeasureError when there are too few runs. */
function stopBefore(job: Job, planned: number): void {
  const made = roundsMade(job)
  const limit = job.request.totalTimeoutMs / 1000
  job.record.stopped = `stopped after ${made} of ${planned} runs per side: one more would have exceeded the total-timeout of ${limit} s`
  if (made >= Math.min(FEWEST_RUNS, planned)) return
  throw new MeasureError(
    `total-timeout: only ${made} ${made === 1 ? 'run' : 'runs'} per side fit into ${limit} s, and at least ${FEWEST_RUNS} are needed; ` +
      'raise total-timeout, lower warmup-runs or make the benchmark shorter',
    'candidate',
  )
}

/**
 * Makes runs of each side up to number `to` (exclusive), after the warm-up runs when there are none yet. Adds them to
 * the job's record one by one: whatever is thrown, the runs in it are good. Stops early, and records why, when the
 * total time limit leaves no room for another round. Throws as `measureRuns` and the parser do.
 */
export async function measureTo(job: Job, to: number, onRun: OnRun): Promise<void> {
  const { request, sides, record } = job
  const from = roundsMade(job)
  const warmups = from === 0 ? warmupRounds(sides, request.warmupRuns, request.benchmarks) : []
  const rounds = [...warmups, ...measuredRounds(sides, from, to, request.benchmarks)]
  const total = rounds.flat().length
  let done = 0
  const keeping = moveToHousekeeping(job.pinning.cpus, job.topology)
  record.housekeeping = keeping.warnings
  try {
    if (from === 0) await beginMeasuring(job)
    for (const round of rounds) {
      if (!fitsAnotherRound(job)) return stopBefore(job, to)
      await measureRound(job, round, (step, wallTime) => onRun({ step, wallTime, done: ++done, total }))
    }
  } finally {
    keeping.restore()
    record.confirmed = confirmTestbed(job.testbed)
  }
}
