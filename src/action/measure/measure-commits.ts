// Measures in a job of the action: one commit alone, or a pull request's interleaved with its base.
import { statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { writeSession } from '../../files/session-file.ts'
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import { measureAndExplain } from '../../job/explain/explain-job.ts'
import { type Compared, measureOne } from '../../job/measure-with-looks.ts'
import type { Costs } from '../../job/request/deal.ts'
import { identicalBuild } from '../../job/request/nothing-to-measure.ts'
import { assertOwnBuilds, assertOwnCheckouts } from '../../job/request/own-commands.ts'
import { layoutsOfSetup, type MeasureRequest, ownOf } from '../../job/request/request.ts'
import { parseShard, suiteOf } from '../../job/request/shard.ts'
import { sessionOf } from '../../job/session.ts'
import type { Job } from '../../job/start.ts'
import { whileMeasuring } from '../../job/until-stopped.ts'
import { changeBetween } from '../../measure/checkout/changed-files.ts'
import { shareBenchmarks } from '../../measure/checkout/shared-benchmarks.ts'
import type { Worktrees } from '../../measure/checkout/worktrees.ts'
import { Interrupted, MeasureError } from '../../measure/runs/errors.ts'
import type { Policy, RowPlacement, Session, Warning } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { repositoryRoot } from '../../policy/config-file.ts'
import { BASE_NOT_MEASURED } from '../../report/words/answer/not-established.ts'
import { workFile } from '../work-file.ts'
import type { Builds } from './builds.ts'
import { benchmarksOfBase } from './checkout-config.ts'
import { type BothSides, type Directories, type JobSuite, jobRequest, requestForBoth } from './job-request.ts'

function keepRuns(job: Job): void {
  for (const side of job.schedule.sides)
    writeSession(workFile(`incomplete-${side}.json.gz`), sessionOf(job, side))
}

/** Measures the commit that is checked out. `notes` become warnings of its session; a shard is dealt by `costs`. */
export async function measureCandidate(
  values: Values,
  context: JobContext,
  {
    notes = [],
    costs = null,
    builds,
  }: { notes?: Warning[]; costs?: Costs | null | undefined; builds: Builds },
): Promise<Session> {
  const request = jobRequest(values, context, costs)
  const cwd = resolve(values['working-directory'])
  await builds.setUp(values, { cwd, side: 'candidate', layouts: layoutsOfSetup(request) })
  return whileMeasuring(
    { ...request, notes: [...notes, ...builds.left([{ side: 'candidate', cwd, command: values.setup }])] },
    keepRuns,
    measureOne,
  )
}

/** The session of a checked-out commit that cannot differ from its base. It has no runs, and nothing is built. */
export const unmeasuredCandidate = (
  values: Values,
  context: JobContext,
  { unmeasured, notes }: Required<Pick<MeasureRequest, 'unmeasured' | 'notes'>>,
): Promise<Session> =>
  whileMeasuring({ ...jobRequest(values, context), notes, unmeasured }, keepRuns, measureOne)

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

/** Where both sides run: in the checkouts, the directories that they run in here. */
function directoriesIn({ baseline, candidate }: Worktrees, suite: BothSides, root: string): Directories {
  const within = (values: Pick<Values, 'working-directory'>) =>
    relative(root, resolve(values['working-directory']))
  return {
    baseline: join(baseline, within(suite.ofBase)),
    candidate: join(candidate, within(suite.values)),
  }
}

/** The base has no such directory where the pull request adds it. */
function assertInBase(directory: string, values: Values, { commits }: Worktrees): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return
  const commit = shortSha(commits.baseline)
  throw new NoBase(`the base commit ${commit} has no directory '${values['working-directory']}'`)
}

/** `costs` by which the benchmarks of a suite with shards are dealt; by count without. */
type BaseRequest = {
  base: string
  policy: Policy
  notes: Warning[]
  costs?: Costs | null | undefined
  builds: Builds
  placements?: RowPlacement[]
}

/** Without values of its own, the base runs what the candidate does, on the benchmarks that its own file lists. */
function baseValues({ values, ofBase }: JobSuite, directory: string): Values {
  if (ofBase !== null) return ofBase
  const name = suiteOf(values.name, parseShard(values.shard))
  return { ...values, benchmarks: benchmarksOfBase({ ...values, name }, directory) }
}

/**
 * Measures the commit `base` and the checked-out one interleaved, each built in a checkout of its own. Throws NoBase
 * where the base cannot be checked out, lacks the working directory, fails, or leaves no results that can be read.
 */
export async function measureAgainstBase(
  suite: JobSuite,
  context: JobContext,
  { base, policy, notes, costs = null, builds, placements }: BaseRequest,
): Promise<Compared> {
  const { values } = suite
  const root = repositoryRoot(values['working-directory']) ?? resolve(values['working-directory'])
  const trees = await builds.checkOut(root, base).catch((error: Error) => {
    // Then its git may have ended by the same signal, which says nothing of the base.
    if (builds.signal.aborted) throw error
    throw new NoBase(`the base commit ${shortSha(base)} could not be checked out: ${error.message}`)
  })
  const isShared = values['benchmarks-from'] !== 'each'
  const shared = isShared ? await shareBenchmarks(trees, values['benchmark-paths']) : null
  const both = { values, ofBase: baseValues(suite, trees.baseline) }
  const cwds = directoriesIn(trees, both, root)
  assertInBase(cwds.baseline, both.ofBase, trees)
  try {
    const plain = requestForBoth(both, context, { cwds, costs })
    const sides = (['baseline', 'candidate'] as const).map(side => {
      const own = side === 'baseline' ? both.ofBase : values
      return { own, side, cwd: cwds[side], command: own.setup }
    })
    const change = await changeBetween(trees.candidate, { base: trees.commits.baseline, head: null })
    const setups = sides.map(({ command }) => command)
    const ownCheckout = { top: trees.repository, changed: change.changed }
    const ownCommands = { requests: [plain], setups, own: ownCheckout }
    await assertOwnCheckouts(ownCommands, [trees.baseline, trees.candidate])
    for (const { own, side, cwd } of sides)
      await builds.setUp(own, { side, cwd, layouts: layoutsOfSetup({ ...plain, ...ownOf(plain, side) }) })
    if (builds.signal.aborted) throw new Interrupted('stopped before measuring')
    await assertOwnBuilds(ownCommands, [trees.baseline, trees.candidate])
    builds.assertOwnPrograms(sides)
    const doubts = [...trees.warnings, ...(shared ? [shared] : []), ...builds.left(sides)]
    const found = await identicalBuild(cwds, values.artifacts, policy)
    const told = { ownCheckout, notes: [...notes, ...plain.notes, ...doubts] }
    const request = { ...plain, ...(placements && { placements }), ...told, ...found }
    return await whileMeasuring(request, keepRuns, (job, listeners) =>
      measureAndExplain(job, policy, listeners),
    )
  } catch (error) {
    const isAboutBase = error instanceof MeasureError && error.side === 'baseline'
    if (builds.signal.aborted || !isAboutBase) throw error
    throw new NoBase(`${BASE_NOT_MEASURED}: ${error.message}`, `${BASE_NOT_MEASURED}: ${error.published}`)
  }
}
