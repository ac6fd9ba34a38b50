// Makes the runs of a job, round by round, each parsed as it comes.

import { moveToHousekeeping } from '../measure/pin/housekeeping.ts'
import { calibrateClock } from '../measure/process/calibrate-clock.ts'
import { leftBehindWarnings } from '../measure/process/left-behind.ts'
import { fitsAnotherRound } from '../measure/process/time-limit.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import { measureRuns, type Run, type SideCommand } from '../measure/runs/measure-runs.ts'
import { measuredRounds, type Side, type Step, warmupRounds } from '../measure/runs/schedule.ts'
import { confirmTestbed } from '../testbed/confirm-testbed.ts'
import { asMeasured, assertBothPrintResults, chooseParser, joinRun, parseRun } from './parse-output.ts'
import type { Job, ParsedRun } from './start.ts'

export type RunDone = { step: Step; wallTime: number; done: number; total: number }

/** When to stop, and who wants to know how it goes. */
export type World = { signal: AbortSignal; onJob: (job: Job) => void; onRun: (done: RunDone) => void }

/** How many runs of each side are there: the rounds that were finished. */
const roundsMade = ({ runs, sides, request }: Job) =>
  Math.floor(runs.length / (sides.length * Math.max(1, request.benchmarks.length)))

async function beginMeasuring(job: Job): Promise<void> {
  const { measuring, sides } = job
  job.timeLimit.begun = performance.now()
  const { cwd } = measuring.commands[sides[0] as Side] as SideCommand
  job.clockFacts = await calibrateClock(measuring, cwd, job.plan.shell)
}

async function measureRound(job: Job, round: Step[], onRun: (run: Run) => void): Promise<void> {
  const { request, measuring, timeLimit } = job
  const begun = performance.now()
  const parts: ParsedRun[] = []
  for await (const run of measureRuns(round, measuring)) {
    job.parser ??= chooseParser(run, request)
    const first = job.sides[0] as Side
    assertBothPrintResults(run, { chosen: job.parser, first }, request)
    // What a run printed is parsed at once; holding on to it would cost memory for nothing.
    const { outputs: _, stderr: __, ...rest } = { ...run, parsed: parseRun(run, job.parser) }
    parts.push(rest)
    if (run.step.kind === 'measured') job.runs.push(rest)
    onRun(run)
  }
  for (const side of job.sides) {
    const own = parts.filter(part => part.step.side === side).map(part => part.parsed)
    const { parser } = job
    if (parser) asMeasured(side, () => joinRun(own, parser, `the benchmarks of the ${side}`))
  }
  timeLimit.longest = Math.max(timeLimit.longest, performance.now() - begun)
}

/** Fewer runs than this cannot show a regression. */
const FEWEST_RUNS = 5

/** Ends measuring where the next round would take too long. Throws a MeasureError when there are too few runs. */
function stopBefore(job: Job, planned: number): void {
  const made = roundsMade(job)
  const limit = job.timeLimit.limit / 1000
  job.stopped = `stopped after ${made} of ${planned} runs per side: one more would have exceeded the total-timeout of ${limit} s`
  if (made >= Math.min(FEWEST_RUNS, planned)) return
  throw new MeasureError(
    `total-timeout: ${limit} s are enough for ${made} ${made === 1 ? 'run' : 'runs'} per side, ${FEWEST_RUNS} are the least; ` +
      'raise total-timeout, lower warmup-runs or make the benchmark shorter',
    'candidate',
  )
}

async function measureRounds(
  job: Job,
  { rounds, planned }: { rounds: Step[][]; planned: number },
  onRun: (done: RunDone) => void,
): Promise<void> {
  const total = rounds.flat().length
  let done = 0
  for (const round of rounds) {
    if (!fitsAnotherRound(job.timeLimit, performance.now())) return stopBefore(job, planned)
    await measureRound(job, round, ({ step, evidence }) => {
      const wallTime = evidence.reduce((sum, each) => sum + each.wallTime, 0)
      onRun({ step, wallTime, done: ++done, total })
    })
  }
}

/**
 * Makes runs up to `to` (exclusive) of each side, behind the warm-up runs when there are none yet, and adds them to
 * `job.runs` one by one: whatever is thrown, the runs that are there are good. Ends early, with `job.stopped` set,
 * where the total time limit leaves no room for another round.
 */
export async function measureTo(job: Job, to: number, onRun: (done: RunDone) => void): Promise<void> {
  const { request, sides } = job
  const from = roundsMade(job)
  if (from === 0) await beginMeasuring(job)
  const warmups = from === 0 ? warmupRounds(sides, request.warmupRuns, request.benchmarks) : []
  const rounds = [...warmups, ...measuredRounds(sides, from, to, request.benchmarks)]
  const keeping = moveToHousekeeping(job.pinning.cpus, job.topology)
  job.housekeeping = keeping.warnings
  try {
    await measureRounds(job, { rounds, planned: to }, onRun)
  } finally {
    keeping.restore()
    job.housekeeping = [...keeping.warnings, ...leftBehindWarnings(job.measuring.left ?? [])]
    job.confirmed = confirmTestbed(job.testbed)
  }
}
