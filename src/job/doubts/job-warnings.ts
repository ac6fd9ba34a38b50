// The doubts about a job as a whole: how the machine was prepared, and how measuring went.
import { jobDoubts } from '../../measure/evidence/doubts-of-all-runs.ts'
import type { LeftBehind } from '../../measure/process/bracketed.ts'
import { foreignPrograms } from '../../measure/runs/own-binary.ts'
import type { Repeat } from '../../measure/runs/repeat-run.ts'
import { fullRunName, type Side } from '../../measure/runs/schedule.ts'
import type { Warning } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { directoryOfSide } from '../prepare-measuring.ts'
import type { Job } from '../start.ts'
import { duetSlowdown } from './duet-slowdown.ts'
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

/** From this many builds a side on, changes of a few percent are found where placement moves a benchmark by 2 %. */
const ENOUGH_BUILDS = 10

function fewLayouts({ request, record: { layouts } }: Job): Warning[] {
  if (layouts.length < 2 || layouts.length >= ENOUGH_BUILDS) return []
  const asked = request.layouts.length
  const advice =
    layouts.length < asked
      ? `the others of ${asked} are the same files again; give the linker more to put elsewhere`
      : 'give more layouts, 20 if the link is cheap'
  const message = `with ${layouts.length} builds a side, only changes of 10 % and more are found where the place of the code matters: ${advice}`
  return [{ code: 'few-layouts', message }]
}

/**
 * A program that setup wrote outside of both checkouts, and that both sides ran in their warm-up runs, whatever started it: if it is
 * built from the code, they ran the same code. A command that names such a program is refused before.
 */
function sharedPrograms({ request, record }: Job): Warning[] {
  if (request.cwds === undefined) return []
  const of = (side: Side) => foreignPrograms(record.programs[side], directoryOfSide(request, side))
  const ofCandidate = of('candidate')
  const shared = of('baseline').filter(path => ofCandidate.includes(path))
  if (shared.length === 0) return []
  const message =
    `both sides ran ${firstOf(shared, MOST_NAMED)}, written during this job outside of both checkouts. What is built from the code has to be ` +
    'below the directory of each side: both may have run the same build.'
  return [{ code: 'shared-program', message }]
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
