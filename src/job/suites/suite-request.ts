// The request for the job of one suite of the configuration, from the values of its sides.
import { join } from 'node:path'
import { statAt } from '../../files/read.ts'
import type { ValuesOf } from '../../inputs/values.ts'
import { LAYOUT } from '../../measure/runs/layouts.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import { assertTemplate } from '../../measure/runs/side-command.ts'
import { InputError } from '../../model/index.ts'
import { layoutsOfOneSide } from '../request/asked-layouts.ts'
import { assertInputs } from '../request/assert-inputs.ts'
import { looksAtBoth } from '../request/planned-looks.ts'
import { type MeasureRequest, ownOf, ownRequestOf, requestOf } from '../request/request.ts'

/** The values of one side of a suite: the inputs of its job, and what the configuration says of it. */
export type SideValues = ValuesOf<'run' | 'ab' | 'calibrate' | 'action'> & {
  command: string
  quiet?: boolean
}

type Roots = Record<Side, string>

/** Where the commands of a side run: `root` is the directory that its configuration stands in. */
export const suiteDirectory = (
  root: string,
  { 'working-directory': directory }: Pick<SideValues, 'working-directory'>,
): string => join(root, directory)

export const isDirectory = (path: string): boolean => statAt(path)?.isDirectory() === true

/** Throws an InputError where the directory of a suite is not there. */
export function assertSuiteDirectory(root: string, values: Pick<SideValues, 'working-directory'>): void {
  if (isDirectory(suiteDirectory(root, values))) return
  throw new InputError(`working-directory: there is no directory '${values['working-directory']}' in ${root}`)
}

/** The request for a suite that is measured on one side. */
export function requestOfOne(
  values: SideValues,
  { root, looks }: { root: string; looks: number[] },
): MeasureRequest {
  const request = requestOf(values, { commands: { candidate: values.command }, looks })
  return { ...request, ...layoutsOfOneSide(request), duet: false, cwd: suiteDirectory(root, values) }
}

/** Layouts that only one of both commands knows would compare several builds with one: then each side has one build. */
function layoutsOfBoth(request: MeasureRequest): Pick<MeasureRequest, 'layouts' | 'calledLayouts' | 'notes'> {
  const { layouts, calledLayouts, commands, notes } = request
  const [knowing, ...others] = Object.entries(commands).filter(([, text]) => text.includes(LAYOUT))
  const isOne = Math.max(layouts.length, calledLayouts.length) < 2
  if (isOne || knowing === undefined || others.length > 0) return { layouts, calledLayouts, notes }
  const message = `only the command of the ${knowing[0]} has ${LAYOUT}, so each side has one build: where the linker put the code may decide`
  const note = { code: 'layouts-of-one-side', message }
  return { layouts: layouts.slice(0, 1), calledLayouts: [], notes: [...notes, note] }
}

type ComparedValues = SideValues & Pick<ValuesOf<'ab'>, 'runs' | 'max-runs'> & { duet?: boolean | 'auto' }

/** The request for a suite that both sides have, each with its own command, benchmarks, preparation and results. */
export function requestOfBoth(
  { baseline, candidate }: Record<Side, ComparedValues>,
  roots: Roots,
): MeasureRequest {
  const commands = { baseline: baseline.command, candidate: candidate.command }
  const request = requestOf(candidate, { commands, looks: looksAtBoth(candidate) })
  return {
    ...request,
    ...layoutsOfBoth(request),
    cwds: {
      baseline: suiteDirectory(roots.baseline, baseline),
      candidate: suiteDirectory(roots.candidate, candidate),
    },
    benchmarks: { baseline: baseline.benchmarks, candidate: candidate.benchmarks },
    ofBase: ownRequestOf(baseline),
  }
}

/** Calls `work`; an InputError names the suite that it is about. */
export async function aboutSuite<Result>(
  name: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`suite ${name}: ${error.message}`)
    throw error
  }
}

/** Throws an InputError for values of a suite that contradict each other. Nothing has to be there yet. */
export function assertSuite(request: MeasureRequest): void {
  assertInputs(request)
  const { benchmarks, layouts, calledLayouts } = request
  for (const [side, command] of Object.entries(request.commands)) {
    if (typeof command !== 'string') continue
    const { service, delta } = ownOf(request, side as Side)
    const template = {
      service: service?.command ?? null,
      benchmarks: benchmarks[side as Side],
      delta,
      layouts: Math.max(layouts.length, calledLayouts.length),
    }
    assertTemplate([command], { ...template, throughShell: true })
  }
}
