// Makes the builds of the layouts that the next runs need, outside of every clock.
import { rmSync } from 'node:fs'
import { assertBuilds, buildPaths, isFile } from '../../measure/checkout/layout-builds.ts'
import { LAYOUT } from '../../measure/runs/layouts.ts'
import { runQuietly } from '../../measure/runs/quiet-command.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import type { SideCommand } from '../../measure/runs/side-command.ts'
import { ownOf } from '../request/request.ts'
import type { Job } from '../start.ts'
import { measuredOf } from './own-programs.ts'

/** Makes the builds of one side one after the other: they may share what lies beside them. */
async function relink(job: Job, side: Side, layouts: number[]): Promise<void> {
  const { request, schedule, measuring } = job
  const command = ownOf(request, side).relink
  if (command === '') return
  const { cwd } = measuring.commands[side] as SideCommand
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
 * Makes the builds for `runs` runs a side that are not there yet, both sides beside each other. Throws a MeasureError where one cannot be
 * made, or where `assertBuilds` does, and Interrupted when the job is stopped.
 */
export async function makeBuilds(job: Job, runs: number, say: (line: string) => void): Promise<void> {
  const { request, schedule, record } = job
  const { layouts } = request
  const needed = layouts.slice(0, Math.max(runs, 1))
  const wanted = needed.slice(record.builds)
  if (wanted.length === 0) return
  const begun = performance.now()
  const sides = sidesToBuild(job)
  if (request.relink !== '') say(linkingLine(wanted.length, sides.length))
  const paths = schedule.sides.flatMap(side => buildPaths(measuredOf(job, side), wanted))
  const own = request.relink === '' ? [] : [...new Set(paths)].filter(path => !isFile(path))
  record.linked.push(...own)
  await Promise.all(sides.map(side => relink(job, side, wanted)))
  for (const side of schedule.sides)
    assertBuilds(measuredOf(job, side), {
      side,
      layouts: needed,
      relink: ownOf(request, side).relink,
    })
  record.builds = needed.length
  // The time limit is about runs.
  record.begun += performance.now() - begun
}

/** Removes the builds that this job made: they have other names in every job, and would pile up. */
export function removeBuilds({ record }: Pick<Job, 'record'>): void {
  for (const path of record.linked) rmSync(path, { force: true })
}
