// The programs that were linked here and that the sides of a job run: the place of their code is a matter of chance.
import { resolve } from 'node:path'
import { isElf } from '../../measure/process/file-content.ts'
import { ownBinaries, ownPrograms } from '../../measure/runs/own-binary.ts'
import { otherSide, type Side } from '../../measure/runs/schedule.ts'
import { fillTemplate, type SideCommand } from '../../measure/runs/side-command.ts'
import { commandOf } from '../../measure/runs/start-command.ts'
import { ownOf } from '../request/request.ts'
import type { Job } from '../start.ts'

/** What is measured of a side: the command, or the service that it puts under load. */
export function measuredCommand({ measuring, request }: Job, side: Side): SideCommand {
  const command = commandOf(measuring, side)
  const { service } = ownOf(request, side)
  return service === null ? command : { ...command, argv: [service.command] }
}

/** The same as its first build is started. */
function firstBuild(job: Job, side: Side): Pick<SideCommand, 'argv' | 'cwd'> {
  const { argv, cwd } = measuredCommand(job, side)
  const layout = job.record.layouts[0] ?? null
  return { argv: fillTemplate(argv, { benchmark: null, n: null, layout, port: null }), cwd }
}

function loadingPrograms({ measuring, request }: Job): string[] {
  const { candidate } = measuring.commands
  const { service } = ownOf(request, 'candidate')
  return candidate === undefined || service === null ? [] : ownBinaries(candidate)
}

type Programs = { named: string[]; seen: string[]; gone: string[] }

function programsOf(job: Job, side: Side): Programs {
  const first = firstBuild(job, side)
  const { kept, gone } = ownPrograms(job.record.programs[side], first.cwd)
  return { named: ownBinaries(first), seen: kept, gone }
}

/** The files of the programs of a side; of one that the job does not measure there are none. */
function filesOf(job: Job, side: Side): string[] {
  const command = job.measuring.commands[side]
  if (command === undefined) return []
  const { named, seen } = programsOf(job, side)
  return [...named, ...seen].map(path => resolve(command.cwd, path))
}

/** The names of the programs of the candidate that were there only while a run went on, as those of go test are. */
export const gonePrograms = (job: Job): string[] => programsOf(job, 'candidate').gone

/** Whether a side runs machine code that was linked here. The file that both sides run is at one place for both. */
export function runsOwnBinary(job: Job, side: Side): boolean {
  const others = filesOf(job, otherSide(side))
  return programsOf(job, side).gone.length > 0 || filesOf(job, side).some(file => !others.includes(file))
}

/** A program on both sides, relative to the directory of each. */
export type Pair = { baseline: string; candidate: string }

/** The path of a program without the hash that Cargo gives it, which differs between checkouts. */
const withoutHash = (path: string) => path.replace(/-[0-9a-f]{16}$/, '')

/** The programs of both sides: named, started, or built by setup. Null where all of them are the same files for both. */
export function pairsOf(job: Job): Pair[] | null {
  const [own, other] = [programsOf(job, 'baseline'), programsOf(job, 'candidate')]
  const cwd = (side: Side) => job.measuring.commands[side]?.cwd ?? '.'
  const loading = loadingPrograms(job)
  const built = (job.request.artifacts ?? []).filter(
    path => !loading.includes(path) && isElf(resolve(cwd('candidate'), path)),
  )
  // One that has its own name on the other side is not the one in its place.
  const inPlace = (i: number) => other.named.slice(i, i + 1).find(path => !own.named.includes(path))
  const all = [
    ...own.named.map((baseline, i) => ({
      baseline,
      candidate: other.named.includes(baseline) ? baseline : inPlace(i),
    })),
    ...own.seen.map(baseline => ({
      baseline,
      candidate: other.seen.find(path => withoutHash(path) === withoutHash(baseline)),
    })),
    ...built.map(path => ({ baseline: path, candidate: path })),
  ].filter((pair): pair is Pair => pair.candidate !== undefined)
  const isFirst = ({ candidate }: Pair, i: number) =>
    all.findIndex(each => each.candidate === candidate) === i
  const differ = ({ baseline, candidate }: Pair) =>
    resolve(cwd('baseline'), baseline) !== resolve(cwd('candidate'), candidate)
  const pairs = all.filter(isFirst).filter(differ)
  return all.length > 0 && pairs.length === 0 ? null : pairs
}
