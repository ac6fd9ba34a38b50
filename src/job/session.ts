// The session of one side of a job: the runs made so far, grouped by benchmark, with all doubts about them.

import type { Parsed } from '../formats/format.ts'
import { groupRuns } from '../formats/group-runs.ts'
import { processTiming } from '../formats/process-timing.ts'
import { jobDoubts } from '../measure/evidence/job-doubts.ts'
import { limitsFor } from '../measure/evidence/limits.ts'
import { nameOf } from '../measure/process/run-process.ts'
import { closedLoops } from '../measure/runs/closed-loop.ts'
import type { Repeat } from '../measure/runs/repeat-run.ts'
import { positionOf, type Side } from '../measure/runs/schedule.ts'
import type { ProcessFigures, Session, Warning } from '../model/index.ts'
import { joinRun } from './parse-output.ts'
import type { Job, ParsedRun } from './start.ts'

/** The runs of `side` in order; for a template a list per run, of which one that is not whole is left out. */
function wholeRuns({ request, runs }: Job, side: Side): ParsedRun[][] {
  const byNumber: ParsedRun[][] = []
  for (const run of runs) {
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

/** The processes as benchmarks, in the order in which they were listed. */
function timed({ request }: Job, runs: ParsedRun[][]): Parsed {
  const names = request.benchmarks.length === 0 ? [undefined] : request.benchmarks
  const samples = names.flatMap(name => {
    const own = runs.flatMap(parts => parts.filter(part => part.step.benchmark === name))
    return processTiming(name ?? request.suite, own.map(figuresOf), request.delta > 0).samples
  })
  return { samples: runs.length === 0 ? [] : samples, failures: [], warnings: [] }
}

function grouped(job: Job, runs: ParsedRun[][]): Parsed {
  const { parser } = job
  if (parser === null) return { samples: [], failures: [], warnings: [] }
  if (parser.format === null) return timed(job, runs)
  const reported = runs.map(parts => parts.map(part => part.parsed))
  return groupRuns(reported.map(parts => joinRun(parts, parser, 'a run')))
}

function repeatsWarning(repeats: Repeat[]): Warning[] {
  if (repeats.length === 0) return []
  const each = repeats.map(({ step, reason }) => {
    const of = step.benchmark === undefined ? '' : ` of ${step.benchmark}`
    return `${nameOf(step)}${of} of the ${step.side} (${reason})`
  })
  const count = repeats.length === 1 ? 'one run was' : `${repeats.length} runs were`
  return [{ code: 'runs-repeated', message: `${count} made a second time: ${each.join('; ')}` }]
}

function warningsOf(job: Job): Warning[] {
  const noMemory =
    job.measuring.clock === 'bash' && job.parser?.name === 'process'
      ? [{ code: 'no-perl', message: 'perl is missing: peak-memory and counters are not measured' }]
      : []
  const stopped = job.stopped === null ? [] : [{ code: 'time-limit', message: job.stopped }]
  const moved = job.confirmed?.warnings ?? []
  return [
    ...job.pinning.warnings,
    ...job.housekeeping,
    ...moved,
    ...noMemory,
    ...stopped,
    ...repeatsWarning(job.measuring.log.repeats),
  ]
}

/** The session of one side, with the runs made so far. */
export function sessionOf(job: Job, side: Side): Session {
  const { request, sides, clockFacts } = job
  const runs = wholeRuns(job, side)
  const { samples, failures, warnings } = grouped(job, runs)
  const command = request.commands[side] ?? ''
  const commandText = typeof command === 'string' ? command : command.join(' ')
  return {
    source: commandText,
    suite: request.suite,
    tool: job.parser?.name ?? null,
    revision: job.revisions[side],
    testbed: (job.confirmed ?? job).testbed,
    plan: { command: commandText, runs: runs.length, ...job.plan, ...(clockFacts && { clock: clockFacts }) },
    order: runs.map(([run]) => positionOf(sides, side, (run as ParsedRun).step.number)),
    evidence: runs.flat().flatMap(run => run.evidence),
    warnings: [
      ...(job.parser?.warning ? [job.parser.warning] : []),
      ...(side === 'candidate' ? request.notes : []),
      ...warningsOf(job),
      ...jobDoubts(
        job.runs.flatMap(run => run.evidence),
        limitsFor(request.cache),
      ),
      ...closedLoops(commandText),
      ...warnings,
    ],
    failures,
    benchmarks: samples,
  }
}
