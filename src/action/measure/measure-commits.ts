// Measures in a job of the action: one commit alone, or a pull request's interleaved with its base.

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import * as core from '@actions/core'
import { writeSession } from '../../files/session-file.ts'
import type { JobContext } from '../../github/api/context.ts'
import type { Values, ValuesOf } from '../../inputs/values.ts'
import { type Compared, measureBoth, measureOne } from '../../job/measure-with-looks.ts'
import { type Costs, dealt } from '../../job/request/deal.ts'
import { identicalBuild } from '../../job/request/nothing-to-measure.ts'
import { looksAtBoth, runsAlone } from '../../job/request/planned-looks.ts'
import { type MeasureRequest, requestOf } from '../../job/request/request.ts'
import { parseShard, suiteOf } from '../../job/request/shard.ts'
import { sessionOf } from '../../job/session.ts'
import type { Job } from '../../job/start.ts'
import { untilStopped, whileMeasuring } from '../../job/until-stopped.ts'
import { runSetup, setupCache } from '../../measure/checkout/setup.ts'
import { checkOutBoth, type Worktrees } from '../../measure/checkout/worktrees.ts'
import { Interrupted, MeasureError } from '../../measure/runs/errors.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import { InputError, type Policy, type Session, type Warning } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { headAndParents } from '../../testbed/revision.ts'
import { withoutCommands } from '../log.ts'
import { workDirectory, workFile } from '../work-file.ts'
import { benchmarksOfBase } from './checkout-config.ts'
import { publishedCommand } from './written-commands.ts'

/** The inputs that say what is measured, and how. */
type MeasuringInputs = ValuesOf<'run' | 'ab' | 'calibrate' | 'action'> &
  Pick<
    Values,
    | 'command'
    | 'config'
    | 'runs'
    | 'max-runs'
    | 'duet'
    | 'shard'
    | 'setup'
    | 'setup-cache'
    | 'setup-timeout'
    | 'artifacts'
  >

/** The measuring request of the inputs; a shard is dealt by `costs`, else by count. Throws an InputError without a command. */
export function jobRequest(
  values: MeasuringInputs,
  context: JobContext,
  sides: Side[],
  costs: Costs | null = null,
): MeasureRequest {
  if (values.command === '') throw new InputError("input 'command' is empty; give the benchmark command")
  const commands = Object.fromEntries(sides.map(side => [side, values.command]))
  const published = publishedCommand(context)
  const looks = sides.length > 1 ? looksAtBoth(values) : [runsAlone(values)]
  const duet = values.duet && sides.length > 1
  const request = { ...requestOf(values, { commands, looks }), duet, runner: context.runnerName, published }
  const shard = parseShard(values.shard)
  return shard === null ? request : { ...request, ...dealt(request.benchmarks, shard, costs) }
}

function keepRuns(job: Job): void {
  for (const side of job.schedule.sides)
    writeSession(workFile(`incomplete-${side}.json.gz`), sessionOf(job, side))
}

type SideCheckout = { cwd: string; side: Side; commit: string | null }

/** Builds one side in a log group of its own. */
async function setUp(
  values: MeasuringInputs,
  { cwd, side, commit }: SideCheckout,
  signal: AbortSignal,
): Promise<void> {
  if (values.setup === '') return
  const parent = values['setup-cache']
  const cache = parent === '' || commit === null ? null : setupCache(resolve(parent), commit)
  const timeoutMs = values['setup-timeout'] * 1000
  await core.group(`stable-bench setup of the ${side}`, () =>
    withoutCommands(() =>
      runSetup(values.setup, { cwd, side, env: process.env, timeoutMs, signal, cache, output: 1 }),
    ),
  )
}

/** Measures the commit that is checked out. `notes` become warnings of its session; a shard is dealt by `costs`. */
export function measureCandidate(
  values: MeasuringInputs,
  context: JobContext,
  notes: Warning[] = [],
  costs: Costs | null = null,
): Promise<Session> {
  const request = { ...jobRequest(values, context, ['candidate'], costs), notes }
  return untilStopped(async signal => {
    const cwd = resolve(values['working-directory'])
    const commit = (await headAndParents(cwd))?.head ?? null
    await setUp(values, { cwd, side: 'candidate', commit }, signal)
    return whileMeasuring(request, keepRuns, measureOne)
  })
}

/** The session of a checked-out commit that cannot differ from its base. It has no runs, and nothing is built. */
export const unmeasuredCandidate = (
  values: MeasuringInputs,
  context: JobContext,
  { unmeasured, notes }: Required<Pick<MeasureRequest, 'unmeasured' | 'notes'>>,
): Promise<Session> =>
  whileMeasuring({ ...jobRequest(values, context, ['candidate']), notes, unmeasured }, keepRuns, measureOne)

/**
 * The error where the base cannot be measured. Where the user did not choose to measure it, stored results take its
 * place. `published` is the message that everyone may read.
 */
export class NoBase extends Error {
  override name = 'NoBase'
  readonly published: string
  constructor(message: string, published = message) {
    super(message)
    this.published = published
  }
}

const isAboutBase = (error: unknown): error is MeasureError =>
  error instanceof MeasureError && error.side === 'baseline'

/** The base has no such directory where the pull request adds it. */
function assertInBase({ baseline, commits }: Worktrees, values: MeasuringInputs): void {
  if (statSync(baseline, { throwIfNoEntry: false })?.isDirectory()) return
  const commit = shortSha(commits.baseline)
  throw new NoBase(`the base commit ${commit} has no directory '${values['working-directory']}'`)
}

async function measureTrees(
  values: MeasuringInputs,
  { trees, request, policy }: { trees: Worktrees; request: MeasureRequest; policy: Policy },
  signal: AbortSignal,
): Promise<Compared> {
  for (const side of ['baseline', 'candidate'] as const) {
    await setUp(values, { cwd: trees[side], side, commit: trees.commits[side] }, signal)
  }
  if (signal.aborted) throw new Interrupted('stopped before measuring')
  const known = { ...request, ...(await identicalBuild(trees, values.artifacts, policy)) }
  return whileMeasuring(known, keepRuns, (job, told) => measureBoth(job, policy, told))
}

/** `costs` by which the benchmarks of a suite with shards are dealt; by count without. */
type BaseRequest = { base: string; policy: Policy; notes: Warning[]; costs?: Costs | null | undefined }

/**
 * Measures the commit `base` and the checked-out one interleaved, each built in a checkout of its own. `notes` become
 * warnings of the candidate's session. Throws NoBase where the base cannot be measured: it cannot be checked out, lacks
 * the working directory, fails, or leaves no results that can be read.
 */
export function measureAgainstBase(
  values: MeasuringInputs,
  context: JobContext,
  { base, policy, notes, costs }: BaseRequest,
): Promise<Compared> {
  const cwd = resolve(values['working-directory'])
  return untilStopped(async signal => {
    const trees = await checkOutBoth(cwd, base, workDirectory()).catch((error: Error) => {
      throw new NoBase(`the base commit ${shortSha(base)} could not be checked out: ${error.message}`)
    })
    try {
      assertInBase(trees, values)
      const cwds = { baseline: trees.baseline, candidate: trees.candidate }
      const shard = parseShard(values.shard)
      const asSuite = { ...values, name: suiteOf(values.name, shard) }
      const all = { baseline: benchmarksOfBase(asSuite, trees.baseline), candidate: values.benchmarks }
      const own = shard === null ? { benchmarks: all } : dealt(all, shard, costs ?? null)
      const known = { cwds, ...own, notes: [...notes, ...trees.warnings] }
      const request = { ...jobRequest(values, context, ['baseline', 'candidate']), ...known }
      return await measureTrees(values, { trees, request, policy }, signal)
    } catch (error) {
      if (!isAboutBase(error)) throw error
      const problem = 'the base commit could not be measured'
      throw new NoBase(`${problem}: ${error.message}`, `${problem}: ${error.published}`)
    } finally {
      await trees.remove()
    }
  })
}
