// A commit in a checkout of its own, set up.
import { join } from 'node:path'
import { assertOwnBuilds, measuredTexts } from '../../job/request/own-commands.ts'
import { layoutsOfSetup } from '../../job/request/request.ts'
import { isDirectory } from '../../job/suites/suite-request.ts'
import { assertRoom } from '../../measure/checkout/commit-trees.ts'
import { setupCache } from '../../measure/checkout/setup.ts'
import { shareBenchmarks } from '../../measure/checkout/shared-benchmarks.ts'
import { Interrupted, MeasureError } from '../../measure/runs/errors.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import { InputError } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { type Bisecting, type CommitPlan, keepWarnings, newEnd } from './bisecting.ts'

/** Puts the benchmarks of the new end into the checkout at `path`, where that is asked for. */
async function withBenchmarks(
  { values, range, trees }: Bisecting,
  commit: string,
  path: string,
): Promise<void> {
  const last = newEnd(range).sha
  if (values['benchmarks-from'] === 'each' || commit === last) return
  const candidate = await trees.checkOut(last)
  await shareBenchmarks({ baseline: path, candidate }, values['benchmark-paths'])
}

async function setUpCommit(
  running: Bisecting,
  { setup, request }: CommitPlan,
  { commit, cwd, side }: { commit: string; cwd: string; side: Side },
) {
  const { values, setups, signal, tell, cache, file } = running
  if (setup === '') return
  tell(`setup of ${shortSha(commit)}`)
  setups.watch(measuredTexts([request]))
  const begun = performance.now()
  await setups.run(setup, {
    cwd,
    side,
    env: process.env,
    cache: setupCache(cache, commit),
    layouts: layoutsOfSetup(request),
    timeoutMs: values['setup-timeout'] * 1000,
    signal,
    output: 2,
  })
  const took = performance.now() - begun
  file.kept.builds.push(took / 1000)
  // The time limit is for runs.
  running.deadline += took
  setups.assertOwnPrograms()
  keepWarnings(running, setups.left([{ side, cwd, command: setup }]))
}

/**
 * The directory in which the command of `commit` runs, checked out and set up if it was not. Throws a MeasureError of `side` where
 * it cannot be built, and an InputError where the disk has too little room.
 */
export async function builtCommit(running: Bisecting, commit: string, side: Side): Promise<string> {
  const { trees, ownCheckout } = running
  const path = await trees.checkOut(commit).catch((error: Error) => {
    if (error instanceof InputError) throw error
    throw new MeasureError(`it cannot be checked out: ${error.message}`, side)
  })
  const plan = await running.planOf(commit)
  const cwd = join(path, plan.directory)
  if (trees.isSetUp(commit)) return cwd
  try {
    if (!isDirectory(cwd)) {
      throw new MeasureError(`it has no directory '${join(trees.within, plan.directory)}'`, side)
    }
    await withBenchmarks(running, commit, path)
    await setUpCommit(running, plan, { commit, cwd, side })
    const { setup, request } = plan
    await assertOwnBuilds({ requests: [request], setups: [setup], own: ownCheckout }, [cwd])
    trees.setUp(commit)
    return cwd
  } catch (error) {
    if (!(error instanceof Interrupted)) assertRoom(trees.directory)
    await trees.drop(commit)
    throw error
  }
}
