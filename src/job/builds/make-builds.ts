// Makes the builds of the layouts that the next runs need, outside of every clock.
import { rmSync } from 'node:fs'
import { areOwnBuilds, buildDigests, buildPaths } from '../../measure/checkout/layout-builds.ts'
import { isFile } from '../../measure/process/file-content.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import { FEWEST_LAYOUTS, LAYOUT } from '../../measure/runs/layouts.ts'
import { runQuietly } from '../../measure/runs/quiet-command.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import { commandOf } from '../../measure/runs/start-command.ts'
import { ownOf } from '../request/request.ts'
import type { Job } from '../start.ts'
import { measuredCommand } from './own-programs.ts'

/** Makes the builds of one side one after the other: they may share what lies beside them. */
async function relink(job: Job, side: Side, layouts: number[]): Promise<void> {
  const { request, schedule, measuring } = job
  const command = ownOf(request, side).relink
  if (command === '') return
  const { cwd } = commandOf(measuring, side)
  const ofSideText = schedule.sides.length > 1 ? ` of the ${side}` : ''
  for (const layout of layouts)
    await runQuietly(command.replaceAll(LAYOUT, String(layout)), {
      cwd,
      side,
      env: request.env,
      timeoutMs: request.relinkTimeoutMs,
      signal: measuring.signal,
      input: 'relink',
      limit: 'setup-timeout',
      when: `for layout ${layout}${ofSideText}`,
    })
}

/** One side for each directory and command: two commands in one directory may share their builds. */
function sidesToBuild({ request, schedule, measuring }: Job): Side[] {
  const places = schedule.sides.map(
    side => `${measuring.commands[side]?.cwd}\n${ownOf(request, side).relink}`,
  )
  return schedule.sides.filter((_, i) => places.indexOf(places[i] as string) === i)
}

const linkingLine = (builds: number, sides: number) =>
  `linking ${builds} ${builds === 1 ? 'layout' : 'layouts'}${sides > 1 ? ' of each side' : ''}`

/**
 * Leaves out the layouts, of the `made` ones, of which a side had such a build already. Throws a MeasureError where too few are
 * left.
 */
function leaveOutCopies({ request, schedule, record }: Job, made: number): void {
  const own = record.digests.map((each, i) => areOwnBuilds(each, schedule.sides[i] as Side))
  const isKept = (_: unknown, i: number) => own.every(isOwn => isOwn[i])
  const kept = record.layouts.slice(0, made).filter(isKept)
  record.builds = kept.length
  record.digests = record.digests.map(each => each.filter(isKept))
  record.layouts = [...kept, ...record.layouts.slice(made)]
  const [asked, left] = [request.layouts.length, record.layouts.length]
  // A pair of a duet takes no build for the second time.
  const least = request.duet ? Math.max(...request.looks) : FEWEST_LAYOUTS
  if (left >= Math.min(least, asked)) return
  throw new MeasureError(
    `layouts: ${asked - left + kept.length} builds are only ${kept.length} different files, and ${least} are needed at least: the linker ` +
      'has too little to put elsewhere; give it functions (-ffunction-sections), or more object files',
    'candidate',
  )
}

async function link(job: Job, wanted: number[], say: (line: string) => void): Promise<void> {
  const { request, schedule, record } = job
  const sides = sidesToBuild(job)
  if (request.relink !== '') say(linkingLine(wanted.length, sides.length))
  const paths = schedule.sides.flatMap(side => buildPaths(measuredCommand(job, side), wanted))
  const own = request.relink === '' ? [] : [...new Set(paths)].filter(path => !isFile(path))
  record.linked.push(...own)
  await Promise.all(sides.map(side => relink(job, side, wanted)))
}

/**
 * Makes the builds for `runs` runs a side that are not there yet, one for each. Throws a MeasureError where one cannot be made, or
 * too few differ, and Interrupted.
 */
export async function makeBuilds(job: Job, runs: number, say: (line: string) => void): Promise<void> {
  const { request, schedule, record } = job
  const needed = () => Math.min(Math.max(runs, 1), record.layouts.length)
  const begun = performance.now()
  while (record.builds < needed()) {
    const made = needed()
    const layouts = record.layouts.slice(record.builds, made)
    await link(job, layouts, say)
    record.digests = schedule.sides.map((side, i) => {
      const builds = { side, layouts, relink: ownOf(request, side).relink }
      return [...(record.digests[i] ?? []), ...buildDigests(measuredCommand(job, side), builds)]
    })
    leaveOutCopies(job, made)
  }
  // The time limit is about runs.
  record.begun += performance.now() - begun
}

/** Removes the builds that this job made: they have other names in every job, and would pile up. */
export function removeBuilds({ record }: Pick<Job, 'record'>): void {
  for (const path of record.linked) rmSync(path, { force: true })
}
