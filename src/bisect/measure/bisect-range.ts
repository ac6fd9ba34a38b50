// A bisection from its beginning to what it found, in checkouts of its own.

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertOwnCheckouts } from '../../job/request/own-commands.ts'
import { expectedTestbed } from '../../job/start.ts'
import { untilStopped } from '../../job/until-stopped.ts'
import { changeBetween } from '../../measure/checkout/changed-files.ts'
import { openCommitTrees } from '../../measure/checkout/commit-trees.ts'
import { withSetups } from '../../measure/checkout/setups.ts'
import type { OwnCheckout } from '../../measure/checkout/shared/own-checkout.ts'
import { type Bisection, InputError } from '../../model/index.ts'
import { type Asked, type Bisecting, newEnd } from './bisecting.ts'
import { searchedBisection, unchangedBisection } from './bisection.ts'
import { builtCommit } from './build.ts'
import { measureEnds } from './ends.ts'
import { type KeptFile, keptDirectory, openKept } from './kept.ts'
import { forecastText } from './progress-lines.ts'
import { forecastOf } from './search.ts'
import { searchSteps } from './steps.ts'

/** What comes out, and how long that may take: nothing of the numbers. */
const REPORTING = ['range', 'bisect-output', 'out', 'quiet', 'all-steps', 'max-time', 'suite']

/** Everything that decides the numbers: with any of it changed, what was measured before does not count. */
async function askedText(cwd: string, { values, range, planOf }: Asked): Promise<string> {
  const last = newEnd(range).sha
  const { setup, directory, request } = await planOf(last)
  const { commands, benchmarks, ofBase } = request
  const deciding = Object.entries(values).filter(([name]) => !REPORTING.includes(name))
  const { machine } = expectedTestbed({ ...request, cwds: { baseline: cwd, candidate: cwd } }).facts
  const measured = { setup, directory, commands, benchmarks, ofBase }
  return JSON.stringify([range.old.sha, last, measured, deciding, machine ?? ''])
}

/** What was measured before of the same question on this machine. */
export const keptOf = async (cwd: string, asked: Asked): Promise<KeptFile> =>
  openKept(cwd, await askedText(cwd, asked))

/** Says what is searched, and what that will take. */
function tellPlan(running: Bisecting): void {
  const { range, file } = running
  const { ends, measured } = file.kept
  if (ends === null || range.commits.length === 1) return
  const commits = [range.old, ...range.commits]
  const { benchmark } = ends.metric
  const change = `${benchmark} changed by ${((ends.ratio - 1) * 100).toFixed(1)} % between the ends`
  const plan = forecastText(
    forecastOf(running, { commits, fromEnd: true, merged: null }),
    range.commits.length,
  )
  const before = file.isResumed ? `; ${Object.keys(measured).length} were measured before` : ''
  running.tell(`${change}; to measure: ${plan}${before}`)
}

async function bisected(running: Bisecting): Promise<Bisection> {
  const { file, range } = running
  if (file.kept.ends === null) {
    const none = await measureEnds(running)
    if (none !== null) return unchangedBisection(running, none)
  } else {
    running.tell(`going on with what was measured before (${file.path}; without that file it begins anew)`)
    await builtCommit(running, range.old.sha, 'baseline')
  }
  tellPlan(running)
  return searchedBisection(running, await searchSteps(running))
}

/** The user's own checkout. Throws an InputError where the command of the new end names what differs in it. */
async function ownCheckoutOf({ range, planOf }: Asked, top: string): Promise<OwnCheckout> {
  const last = newEnd(range).sha
  const { setup, request } = await planOf(last)
  const { changed } = await changeBetween(top, { base: range.old.sha, head: last })
  const own = { top, changed }
  await assertOwnCheckouts({ requests: [request], setups: [setup], own }, [top])
  return own
}

type Place = {
  /** The directory of the checkout in which the command would run. */
  cwd: string
  file: KeptFile
  tell: Bisecting['tell']
}

/** Searches the range; the checkouts go in any case. Throws Stopped, a MeasureError of an end, or an InputError of git. */
export async function bisectRange(asked: Asked, place: Place): Promise<Bisection> {
  const { cwd } = place
  const cache = join(await keptDirectory(cwd), 'builds')
  const limit = asked.values['max-time']
  const deadline = limit === 0 ? Number.POSITIVE_INFINITY : performance.now() + limit * 1000
  return untilStopped(async signal => {
    const trees = await openCommitTrees(cwd, tmpdir(), asked.range.old.sha).catch((error: Error) => {
      throw error instanceof InputError
        ? error
        : new InputError(`bisect: no commit can be checked out: ${error.message}`)
    })
    try {
      const ownCheckout = await ownCheckoutOf(asked, trees.repository)
      return await withSetups(setups =>
        bisected({ ...asked, ...place, trees, ownCheckout, setups, cache, signal, deadline }),
      )
    } finally {
      await trees.remove()
    }
  })
}
