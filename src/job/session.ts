// The session of one side of a job: its runs so far, grouped by benchmark, with all doubts about them.
import type { Parsed, ParsedFailure } from '../formats/format.ts'
import { processTiming } from '../formats/process-timing.ts'
import { groupRuns } from '../formats/runs/group-runs.ts'
import { grouped } from '../grouped.ts'
import { closedLoops } from '../measure/runs/closed-loop.ts'
import { otherSide, positionOf, type Side } from '../measure/runs/schedule.ts'
import type { Failure, ProcessFigures, RunEvidence, Session } from '../model/index.ts'
import { rateNotReached, saturatedGenerator } from '../services/doubts.ts'
import { runsOwnBinary } from './builds/own-programs.ts'
import { warningsOf } from './doubts/job-warnings.ts'
import { joinRun } from './parse-output.ts'
import type { ParsedRun } from './record.ts'
import { commandText, ownOf } from './request/request.ts'
import type { Job } from './start.ts'

/** The complete runs of `side` in order. Each is a list with one entry per benchmark of a template. */
function completeRuns({ record }: Job, side: Side): ParsedRun[][] {
  const own = record.runs.filter(({ planned }) => planned.side === side)
  const planned = (number: number) => Math.max(1, record.rounds[number]?.[side].length ?? 0)
  return [...grouped(own, run => run.planned.number)].flatMap(([number, parts]) =>
    parts.length === planned(number) ? [parts] : [],
  )
}

const evidenceOf = (runs: ParsedRun[][]): RunEvidence[] => runs.flat().flatMap(run => run.evidence)

function figuresOf({ evidence, perOperation }: ParsedRun): ProcessFigures {
  const [only] = evidence
  if (perOperation) return perOperation
  if (!only) throw new Error('a run without a process')
  return { ...only, ...only.counters }
}

/** The measurements of one benchmark of a template; of all processes where the command is no template. */
function ofProcesses(
  { request, record }: Job,
  side: Side,
  { name, own }: { name: string | undefined; own: ParsedRun[] },
): Parsed {
  const isTimed = record.parsers[side]?.format === null
  if (!isTimed) return groupRuns(own.map(({ parsed }) => parsed))
  return processTiming(name ?? request.suite, own.map(figuresOf), ownOf(request, side).delta > 0)
}

/** The benchmarks, in the order of the input of that name. They may differ in their numbers of runs. */
function benchmarksOf(job: Job, side: Side, runs: ParsedRun[][]): Parsed {
  const parser = job.record.parsers[side]
  if (parser === null || runs.length === 0) return { samples: [], failures: [], warnings: [] }
  const listed = job.request.benchmarks[side]
  const parts = (listed.length === 0 ? [undefined] : listed).map(name =>
    ofProcesses(job, side, {
      name,
      own: runs.flat().filter(({ planned }) => planned.benchmark === name),
    }),
  )
  return joinRun(parts, parser, 'a run')
}

/** The planned looks where there are several. Where the time was up, the last one is at the runs that were made. */
function looksOf({ request, record }: Job, made: number): { looks?: number[] } {
  const looks = record.stopped === null ? request.looks : [...request.looks.filter(runs => runs < made), made]
  return looks.length < 2 ? {} : { looks }
}

/**
 * The seconds that a run of each of `benchmarks` took, by which the next jobs deal them out: in a shard of one commit, as two sides
 * share the time of a job.
 */
function costsOf({ request, schedule }: Job, benchmarks: string[], runs: ParsedRun[]): { costs?: number[] } {
  if (!request.shard || schedule.sides.length > 1 || runs.length === 0) return {}
  const costs = benchmarks.map(name => {
    const own = runs.filter(({ planned }) => planned.benchmark === name)
    return own.reduce((sum, { took }) => sum + took, 0) / 1000 / own.length
  })
  return { costs: costs.map(seconds => Number(seconds.toPrecision(3))) }
}

/** The failure as the session shows it. Where everyone may read the session, text of a tool stays in the log. */
function publishedFailure(
  { reason, quotes, ...names }: ParsedFailure,
  { published }: Job['request'],
): Failure {
  return { ...names, reason: quotes && published !== null ? 'it failed; the log says why' : reason }
}

/** The session of one side, with the runs made so far. */
export function sessionOf(job: Job, side: Side): Session {
  const { request, settings, record } = job
  const { clock } = record
  const parser = record.parsers[side]
  const { delta: _, ...shared } = settings
  const { tool, delta } = ownOf(request, side)
  const runs = completeRuns(job, side)
  const benchmarks = request.benchmarks[side]
  const { samples, failures, warnings } = benchmarksOf(job, side, runs)
  const ownCommand = commandText(request, side)
  const { command, source } = request.published ?? { command: ownCommand, source: ownCommand }
  return {
    source,
    suite: request.suite,
    tool: parser?.name ?? null,
    revision: job.revisions[side],
    testbed: (record.confirmed ?? job).testbed,
    plan: {
      command,
      runs: runs.length,
      ...looksOf(job, runs.length),
      ...shared,
      tool,
      ...(delta === 0 ? {} : { delta }),
      ...(record.layouts.length > 0 && { layouts: record.layouts }),
      ...(runsOwnBinary(job, side) && { ownBinary: true }),
      ...(benchmarks.length > 0 && { benchmarks }),
      ...(request.shard && { shard: request.shard }),
      ...(clock && { clock }),
    },
    order: runs.map(([run]) => positionOf(job.schedule, side, (run as ParsedRun).planned.number)),
    evidence: evidenceOf(runs),
    warnings: [
      ...(parser?.warning ? [parser.warning] : []),
      ...(side === 'candidate' ? request.notes : []),
      ...warningsOf(job),
      ...closedLoops(ownCommand),
      ...rateNotReached({ benchmarks: samples }, ownCommand),
      ...saturatedGenerator(evidenceOf(runs), {
        loadCpus: settings.service?.loadCpus ?? null,
        ...(job.schedule.duet && { beside: evidenceOf(completeRuns(job, otherSide(side))) }),
      }),
      ...warnings,
    ],
    failures: failures.map(failure => publishedFailure(failure, request)),
    benchmarks: samples,
    ...(parser?.unreadOutput && { unreadOutput: parser.unreadOutput }),
    ...costsOf(job, benchmarks, runs.flat()),
    ...(side === 'baseline' && request.placements && { placements: request.placements }),
    ...(request.unmeasured && { unmeasured: request.unmeasured }),
  }
}
