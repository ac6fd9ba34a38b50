// A commit in a checkout of its own, set up.
import { statSync } from 'node:fs'
import { layoutsOfSetup } from '../../job/request/request.ts'
import { assertRoom } from '../../measure/checkout/commit-trees.ts'
import { setupCache } from '../../measure/checkout/setup.ts'
import { shareBenchmarks } from '../../measure/checkout/shared-benchmarks.ts'
import { Interrupted, MeasureError } from '../../measure/runs/errors.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import { InputError } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { type Bisecting, keepWarnings } from './bisecting.ts'

/** Puts the benchmarks of the new end into the checkout at `path`, where that is asked for. */
async function withBenchmarks(
  { values, range, trees }: Bisecting,
  commit: string,
  path: string,
): Promise<void> {
  const last = range.commits.at(-1)?.sha ?? ''
  if (values['benchmarks-from'] === 'each' || commit === last) return
  const candidate = await trees.checkOut(last)
  await shareBenchmarks({ baseline: path, candidate }, values['benchmark-paths'])
}

async function setUpCommit(
  running: Bisecting,
  { commit, path, side }: { commit: string; path: string; side: Side },
) {
  const { values, request, setups, signal, tell, cache, file } = running
  if (values.setup === '') return
  tell(`setup of ${shortSha(commit)}`)
  const begun = performance.now()
  await setups.run(values.setup, {
    cwd: path,
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
  keepWarnings(running, setups.left([{ side, cwd: path, command: values.setup }]))
}

/**
 * The directory in which the command of `commit` runs, checked out and set up if it was not. Throws a MeasureError of `side` where
 * it cannot be built, and an InputError where the disk is full.
 */
export async function builtCommit(running: Bisecting, commit: string, side: Side): Promise<string> {
  const { trees } = running
  const path = await trees.checkOut(commit).catch((error: Error) => {
    if (error instanceof InputError) throw error
    throw new MeasureError(`it cannot be checked out: ${error.message}`, side)
  })
  if (trees.isSetUp(commit)) return path
  try {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new MeasureError(`it has no directory '${running.values['working-directory']}'`, side)
    await withBenchmarks(running, commit, path)
    await setUpCommit(running, { commit, path, side })
    trees.setUp(commit)
    return path
  } catch (error) {
    if (!(error instanceof Interrupted)) assertRoom(trees.directory)
    await trees.drop(commit)
    throw error
  }
}
