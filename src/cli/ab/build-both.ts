// Sets up what `ab` compares. Before both sides of `--base-ref` are built, the command is tried once where it may be built already: a
// mistake in it must not cost two builds.
import type { ValuesOf } from '../../inputs/values.ts'
import { measureOne } from '../../job/measure-with-looks.ts'
import { identicalBuild, isUntouched } from '../../job/request/nothing-to-measure.ts'
import { layoutsOfSetup, type MeasureRequest, requestOf } from '../../job/request/request.ts'
import { startJob } from '../../job/start.ts'
import type { SuiteSetup } from '../../job/suites/set-up.ts'
import type { Change } from '../../measure/checkout/changed-files.ts'
import type { Setups } from '../../measure/checkout/setups.ts'
import type { Worktrees } from '../../measure/checkout/worktrees.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import type { Policy, Unmeasured } from '../../model/index.ts'
import { say } from '../print.ts'

/** The setup of one command. */
export const setupOf = (values: Pick<ValuesOf<'ab'>, 'setup' | 'setup-timeout'>) => ({
  command: values.setup,
  timeoutMs: values['setup-timeout'] * 1000,
})

/** Sets up one side among `setups`, its output on the standard error; nothing without a command. Throws as `runSetup`. */
export async function setUp(
  values: { quiet: boolean; 'base-ref'?: string },
  setups: Setups,
  { command, ...setup }: SuiteSetup,
  signal: AbortSignal,
): Promise<void> {
  if (command === '') return
  if (values['base-ref']) say(values, `setup of the ${setup.side}`)
  await setups.run(command, { ...setup, env: process.env, cache: null, signal, output: 2 })
}

/** Whether a run before the others changes nothing: it must not remove files, and needs no build of its own. */
export const mayTry = ({
  prepare,
  results,
  layouts,
  calledLayouts,
  companions = [],
}: MeasureRequest): boolean =>
  companions.length === 0 && prepare === '' && results === null && layouts.length + calledLayouts.length === 0

/**
 * What fails in one run of the candidate's command in `cwd`, of a template with its first benchmark; null for nothing, and where others
 * were measured beside it: these are compared.
 */
export async function failureIn(
  cwd: string,
  request: MeasureRequest,
  signal: AbortSignal,
): Promise<MeasureError | null> {
  const { cwds: _, ownCheckout: __, duetLooks: ___, commands, benchmarks, ...asked } = request
  const { candidate = '' } = commands
  const one = {
    ...{ ...asked, cwd, commands: { candidate }, looks: [1], warmupRuns: 0, duet: false, maxTimeMs: 0 },
    benchmarks: { baseline: [], candidate: benchmarks.candidate.slice(0, 1) },
  }
  try {
    const { benchmarks: measured, failures } = await measureOne(await startJob(one, signal), {
      onRun: () => {},
      onLine: () => {},
    })
    const [failure] = failures
    return failure === undefined || measured.length > 0
      ? null
      : new MeasureError(`${failure.name} failed: ${failure.reason}`, 'candidate')
  } catch (error) {
    if (error instanceof MeasureError) return new MeasureError(error.message, 'candidate')
    throw error
  }
}

/** Whether setup makes builds for one job alone: the next comparison has other layouts. */
export const buildsOneJob = (values: ValuesOf<'ab'>): boolean =>
  layoutsOfSetup(requestOf(values, { commands: {}, looks: [1] })).length > 0

type Building = {
  /** The user's own checkout, which may have a build of its own. */
  cwd: string
  values: ValuesOf<'ab'>
  policy: Policy
  trees: Worktrees
  change: Change
  request: MeasureRequest
  setups: Setups
  /** The sides that are set up; it grows. */
  built: Side[]
}

/** The sides that an earlier comparison has built. Where it has the candidate's benchmarks, the base is of both commits. */
export function builtBefore({ values, trees: { built } }: Pick<Building, 'values' | 'trees'>): Side[] {
  const isBase = built.baseline && (values['benchmarks-from'] === 'each' || built.candidate)
  const areBuilt = { baseline: isBase, candidate: built.candidate }
  const sides = (['baseline', 'candidate'] as const).filter(side => areBuilt[side])
  if (sides.length > 0) say(values, `built by an earlier comparison: ${sides.join(' and ')}`)
  return sides
}

/** Says what fails in a run of the command in the user's checkout; null where it runs, or is not tried. */
async function failsHere(
  { cwd, values, request, built }: Building,
  signal: AbortSignal,
): Promise<string | null> {
  const isWorth = values.setup !== '' && values.artifacts.length === 0 && built.length === 0
  if (!isWorth || !mayTry(request)) return null
  const failure = await failureIn(cwd, request, signal)
  if (failure === null) return null
  const [first = ''] = failure.message.split('\n')
  say(values, `a run in this checkout failed (${first}); the candidate is built and tried first`)
  return first
}

/**
 * Builds both sides, unless no file below `paths` differs: then nothing has to be built. A command that runs neither here nor in the
 * candidate fails before the baseline is built. Throws as `setUp`, and a MeasureError for that.
 */
export async function buildBoth(
  building: Building,
  signal: AbortSignal,
): Promise<{ unmeasured?: Unmeasured }> {
  const { values, policy, trees, change, request, setups, built } = building
  const { paths } = values
  if (isUntouched(change, paths, policy)) return { unmeasured: { reason: 'unchanged-paths', files: paths } }
  const layouts = layoutsOfSetup(request)
  built.push(...builtBefore(building))
  const failing = await failsHere(building, signal)
  const order: Side[] = failing === null ? ['baseline', 'candidate'] : ['candidate', 'baseline']
  for (const side of order.filter(each => !built.includes(each))) {
    await setUp(values, setups, { ...setupOf(values), cwd: trees[side], side, layouts }, signal)
    built.push(side)
    const failure =
      failing !== null && side === 'candidate' ? await failureIn(trees[side], request, signal) : null
    if (failure !== null) throw failure
  }
  return identicalBuild(trees, values.artifacts, policy)
}
