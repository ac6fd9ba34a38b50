// The session of one side of a job: its runs so far, grouped by benchmark, with all doubts about them.
import type { Parsed } from '../formats/format.ts'
import { groupRuns } from '../formats/group-runs.ts'
import { processTiming } from '../formats/process-timing.ts'
import { closedLoops } from '../measure/runs/closed-loop.ts'
import { positionOf, type Side } from '../measure/runs/schedule.ts'
import type { ProcessFigures, Session } from '../model/index.ts'
import { joinRun } from './parse-output.ts'
import type { ParsedRun } from './record.ts'
import type { Job } from './start.ts'
import { warningsOf } from './warnings.ts'

/** The complete runs of `side` in order. Each is a list with one entry per benchmark of a template. */
function completeRuns({ request, record }: Job, side: Side): ParsedRun[][] {
  const byNumber: ParsedRun[][] = []
  for (const run of record.runs) {
    if (run.step.side !== side) continue
    const parts = byNumber[run.step.number] ?? []
    byNumber[run.step.number] = [...parts, run]
  }
  return byNumber.filter(parts => parts.length === Math.max(1, request.benchmarks.length))
}

function figuresOf({ evidence, perOperation }: ParsedRun): ProcessFigures {
  const [only] = evidence
  if (perOperation) return perOperation
  if (!only) throw new Error('a run without a process')
  return { ...only, ...only.counters }
}

/** The processes as benchmarks, in the order of the input `benchmarks`. */
function timed({ request }: Job, runs: ParsedRun[][]): Parsed {
  const names = request.benchmarks.length === 0 ? [undefined] : request.benchmarks
  const samples = names.flatMap(name => {
    const own = runs.flatMap(parts => parts.filter(part => part.step.benchmark === name))
    return processTiming(name ?? request.suite, own.map(figuresOf), request.delta > 0).samples
  })
  return { samples: runs.length === 0 ? [] : samples, failures: [], warnings: [] }
}

function grouped(job: Job, runs: ParsedRun[][]): Parsed {
  const { parser } = job.record
  if (parser === null) return { samples: [], failures: [], warnings: [] }
  if (parser.format === null) return timed(job, runs)
  const reported = runs.map(parts => parts.map(part => part.parsed))
  return groupRuns(reported.map(parts => joinRun(parts, parser, 'a run')))
}

/** The session of one side, with the runs made so far. */
export function sessionOf(job: Job, side: Side): Session {
  const { request, sides, settings, record } = job
  const { clock, parser } = record
  const runs = completeRuns(job, side)
  const { samples, failures, warnings } = grouped(job, runs)
  const command = request.commands[side] ?? ''
  const commandText = typeof command === 'string' ? command : command.join(' ')
  return {
    source: commandText,
    suite: request.suite,
    tool: parser?.name ?? null,
    revision: job.revisions[side],
    testbed: (record.confirmed ?? job).testbed,
    plan: { command: commandText, runs: runs.length, ...settings, ...(clock && { clock }) },
    order: runs.map(([run]) => positionOf(sides, side, (run as ParsedRun).step.number)),
    evidence: runs.flat().flatMap(run => run.evidence),
    warnings: [
      ...(parser?.warning ? [parser.warning] : []),
      ...(side === 'candidate' ? request.notes : []),
      ...warningsOf(job),
      ...closedLoops(commandText),
      ...warnings,
    ],
    failures,
    benchmarks: samples,
  }
}
