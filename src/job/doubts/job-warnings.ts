// The doubts about a job as a whole: how the machine was prepared, and how measuring went.
import { jobDoubts } from '../../measure/evidence/doubts-of-all-runs.ts'
import type { LeftBehind } from '../../measure/process/bracketed.ts'
import type { Repeat } from '../../measure/runs/repeat-run.ts'
import { fullRunName } from '../../measure/runs/schedule.ts'
import type { Warning } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import type { Job } from '../start.ts'
import { duetSlowdown } from './duet-slowdown.ts'
import { fewLayouts } from './few-layouts.ts'
import { sharedPrograms } from './shared-programs.ts'
import { threadsInTurn } from './threads-in-turn.ts'

const MOST_NAMED = 3

/** One warning for all runs that were made once more. */
export function runsRepeated(repeats: Repeat[]): Warning[] {
  if (repeats.length === 0) return []
  const each = repeats.map(({ planned, reason }) => `${fullRunName(planned)} (${reason})`)
  const count = repeats.length === 1 ? 'one run was' : `${repeats.length} runs were`
  return [{ code: 'runs-repeated', message: `${count} repeated: ${firstOf(each, MOST_NAMED, '; ')}` }]
}

/** One warning for everything that the runs of a job left running; none when they left nothing. */
export function leftBehind(left: LeftBehind[]): Warning[] {
  const [first] = left
  if (first === undefined) return []
  const sum = (of: (each: LeftBehind) => number) => left.reduce((total, each) => total + of(each), 0)
  const alive = sum(each => each.alive)
  const where = left.length === 1 ? 'one process' : `${left.length} processes`
  const end = alive === 0 ? 'they were ended' : `${alive} could not be ended and disturb what follows`
  // Without its arguments: this may become a public comment.
  const [program] = first.command.split(' ')
  const message =
    `runs left processes behind: ${sum(each => each.processes)} in ${where} of the command, the first was ` +
    `'${program}'; ${end}: let the command wait for what it starts, and stop a server that it needs`
  return [{ code: 'left-behind', message }]
}

function noMemory({ measuring, record }: Job): Warning[] {
  const isTimed = Object.values(record.parsers).some(parser => parser?.name === 'process')
  if (measuring.clock !== 'bash' || !isTimed) return []
  return [{ code: 'no-perl', message: 'perl is missing: peak-memory and counters are not measured' }]
}

/** All doubts that concern both sides of a job. */
export function warningsOf(job: Job): Warning[] {
  const { record, pinning } = job
  const evidence = record.runs.flatMap(run => run.evidence)
  return [
    ...pinning.warnings,
    ...(job.load?.warnings ?? []),
    ...record.housekeeping,
    ...leftBehind(record.left),
    ...(record.confirmed?.warnings ?? []),
    ...noMemory(job),
    ...threadsInTurn(job),
    ...fewLayouts(job),
    ...sharedPrograms(job),
    ...duetSlowdown(job),
    ...(record.stopped === null ? [] : [{ code: 'time-limit', message: record.stopped }]),
    ...runsRepeated(record.repeats),
    ...jobDoubts(evidence),
  ]
}
