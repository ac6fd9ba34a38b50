// Makes the runs of a job, round by round, and parses each at once.
import { moveToHousekeeping } from '../measure/pin/housekeeping.ts'
import { calibrateClock } from '../measure/process/calibrate-clock.ts'
import { OutOfTime } from '../measure/runs/errors.ts'
import { layoutOf } from '../measure/runs/layouts.ts'
import { measureRuns } from '../measure/runs/measure-runs.ts'
import {
  type BenchmarkNames,
  measuredRounds,
  type PlannedRun,
  type Side,
  warmupRounds,
} from '../measure/runs/schedule.ts'
import { commandOf } from '../measure/runs/start-command.ts'
import { ENOUGH_RUNS, type Failure } from '../model/index.ts'
import { counted } from '../phrases.ts'
import { confirmTestbed } from '../testbed/testbed.ts'
import { makeBuilds } from './builds/make-builds.ts'
import { assertSameNames } from './builds/same-names.ts'
import { type Parser, parsersAfter } from './choose-parser.ts'
import { SOLO_RUNS } from './doubts/duet-slowdown.ts'
import { firstRound } from './own-imports.ts'
import { asMeasured, assertRan, joinRun, parseRun } from './parse-output.ts'
import type { ParsedRun } from './record.ts'
import type { Job } from './start.ts'

/**
 * A run that has ended: the time of its processes in nanoseconds, what failed, and how many runs are done of so many until the next
 * look, or of `most` until the last.
 */
export type RunDone = {
  planned: PlannedRun
  wallTime: number
  failures: Failure[]
  done: number
  total: number
  most?: number
}

/** Who is told of each run, and of what happens between the runs, a line each. */
export type ProgressListeners = { onRun: (done: RunDone) => void; onLine: (line: string) => void }

const outOfTime = (what: string) => {
  const message = `${what}; raise max-time, lower warmup-runs or make the benchmark shorter`
  return new OutOfTime(message, 'candidate', message, 'max-time')
}

/** Tries the clock of the job, once. This process has to be out of the way. */
export async function tryClock({ record, measuring, schedule, settings }: Job): Promise<void> {
  const { cwd } = commandOf(measuring, schedule.sides[0] as Side)
  record.clock ??= await calibrateClock(measuring, cwd, settings.shell)
}

async function measureRound(
  { request, schedule, measuring, record }: Job,
  round: PlannedRun[],
  onRun: (run: Pick<RunDone, 'planned' | 'wallTime' | 'failures'>) => void,
): Promise<void> {
  const begun = performance.now()
  const { layouts } = record
  const parts: ParsedRun[] = []
  let last = begun
  for await (const run of measureRuns(round, { ...measuring, layouts }, record)) {
    assertRan(run, request)
    record.parsers = parsersAfter(run, record.parsers, request)
    const parser = record.parsers[run.planned.side] as Parser
    const parsed = parseRun(run, parser, layoutOf(layouts, run.planned))
    // The output itself is not kept: that would only cost memory.
    const { outputs: _, stdout: __, stderr: ___, course: ____, ...read } = { ...run, parsed }
    const now = performance.now()
    const rest = { ...read, took: now - last }
    last = now
    parts.push(rest)
    if (run.planned.kind === 'measured') record.runs.push(rest)
    const wallTime = run.evidence.reduce((sum, each) => sum + each.wallTime, 0)
    if (schedule.duet && run.planned.number >= request.warmupRuns && run.planned.kind === 'warmup')
      record[run.planned.beside ? 'beside' : 'solo'].push({ planned: run.planned, evidence: run.evidence })
    onRun({ planned: run.planned, wallTime, failures: rest.parsed.failures })
  }
  for (const side of schedule.sides) {
    const own = parts.filter(part => part.planned.side === side).map(part => part.parsed)
    const parser = record.parsers[side]
    if (parser)
      asMeasured(side, () =>
        joinRun(own, parser, `the benchmarks${schedule.sides.length > 1 ? ` of the ${side}` : ''}`),
      )
  }
  record.longestRound = Math.max(record.longestRound, performance.now() - begun)
}

/** Whether one more round would end in time if it takes no longer than the longest so far. */
function fitsAnotherRound({ request, record }: Job): boolean {
  const { begun, longestRound } = record
  const limit = request.maxTimeMs
  return limit === 0 || performance.now() - begun + longestRound <= limit
}

/** The first run may take twice as long as the others, which find files and code in caches. */
const COLD = 2

/** Throws OutOfTime where a run of the first round shows that the `enough` runs that are needed cannot fit into the time limit. */
function assertInTime(
  { request, record }: Job,
  run: Pick<RunDone, 'wallTime' | 'done'>,
  enough: number,
): void {
  const limit = request.maxTimeMs
  const took = run.wallTime / 1e6
  const spent = performance.now() - record.begun
  if (limit === 0 || spent + ((enough - run.done) * took) / COLD <= limit) return
  const seconds = (time: number) => `${Number((time / 1000).toPrecision(2))} s`
  throw outOfTime(
    `max-time: a run takes ${seconds(took)}, ${seconds(spent)} are spent, and the ${enough} that are needed at least do not fit into ` +
      seconds(limit),
  )
}

/** Records why measuring stops early. Throws OutOfTime when there are too few runs. */
function stopBefore(job: Job, planned: number): void {
  const made = job.record.rounds.length
  const limit = job.request.maxTimeMs / 1000
  job.record.stopped = `stopped after ${made} of ${planned} runs per side: one more would have exceeded max-time, ${limit} s`
  if (made >= Math.min(ENOUGH_RUNS, planned)) return
  throw outOfTime(
    `max-time: only ${counted(made, 'run')} per side fit into ${limit} s, and at least ${ENOUGH_RUNS} are needed`,
  )
}

/** Rounds, whose runs are counted from `after` on; `enough` are needed in all. */
type Rounds = { rounds: PlannedRun[][]; after?: number; total: number; most: number; enough: number }

/**
 * Makes `rounds`, the measured ones of `names`, while this process keeps out of the way. Stops before one that the time limit
 * leaves no room for, and says of `planned` runs why.
 */
export async function makeRounds(
  job: Job,
  { rounds, after = 0, total, most, enough }: Rounds,
  { planned, names, onRun }: { planned: number; names: BenchmarkNames; onRun: ProgressListeners['onRun'] },
): Promise<void> {
  const { record } = job
  const keeping = moveToHousekeeping(job.pinning.cpus, job.topology)
  record.housekeeping = keeping.warnings
  let done = after
  try {
    record.begun ||= performance.now()
    await tryClock(job)
    for (const round of rounds) {
      if (!fitsAnotherRound(job)) return stopBefore(job, planned)
      const isFirst = record.warmups + record.rounds.length === 0
      if (round[0]?.kind === 'measured') record.rounds.push(names)
      else record.warmups++
      const tell: Parameters<typeof measureRound>[2] = run => {
        onRun({ ...run, done: ++done, total, most })
        if (isFirst) assertInTime(job, { ...run, done }, enough)
      }
      if (isFirst) await firstRound(job, round, watched => measureRound(watched, round, tell))
      else await measureRound(job, round, tell)
    }
  } finally {
    keeping.restore()
    record.confirmed = confirmTestbed(job.testbed)
  }
}

/**
 * The warm-up rounds of a job, with those before a duet, and the one in which it was chosen. Services slow each other down anyway.
 */
const warmupsOf = ({ request, schedule, record, load }: Job): number =>
  request.warmupRuns + (schedule.duet && load === null ? SOLO_RUNS + (record.beside.length > 0 ? 1 : 0) : 0)

/**
 * Makes runs of each side up to number `to` (exclusive), of a template only of `names`, after the warm-up runs that were not made
 * yet. They are in the record one by one, good even after an error. Stops early, and records why, when the time limit leaves no
 * room for another round. Throws as `measureRuns` and the parser do, and where builds have other names.
 */
export async function measureTo(
  job: Job,
  to: number,
  { onRun, onLine }: ProgressListeners,
  names = job.request.benchmarks,
): Promise<void> {
  const { request, schedule, record } = job
  const from = record.rounds.length
  const warmups = warmupRounds(schedule, warmupsOf(job), request.benchmarks).slice(record.warmups)
  const rounds = [...warmups, ...measuredRounds(schedule, from, to, names)]
  const total = rounds.flat().length
  const most = total + measuredRounds(schedule, to, Math.max(...request.looks), names).flat().length
  const enough = rounds.slice(0, warmups.length + Math.min(ENOUGH_RUNS, to)).flat().length
  await makeBuilds(job, to, onLine)
  await makeRounds(job, { rounds, total, most, enough }, { planned: to, names, onRun })
  assertSameNames(job)
}
