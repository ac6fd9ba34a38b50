// The suites that a job measures of a pull request: the one of its inputs, or those that the configuration describes.

import { resolve } from 'node:path'
import type { Values } from '../../inputs/values.ts'
import { isUntouched } from '../../job/request/nothing-to-measure.ts'
import { aboutSuite } from '../../job/suites/suite-request.ts'
import type { Warning } from '../../model/index.ts'
import {
  describedSuites,
  matchingSuites,
  suiteChange,
  suitePairs,
  valuesOfPair,
} from '../../policy/suites.ts'
import type { JobSuite } from '../measure/job-request.ts'
import { shardValues } from '../measure/shard-values.ts'
import { changeSince } from '../pull-request/changed-files.ts'
import type { JudgedPull } from '../pull-request/what-judges.ts'
import { asked, assertOwnInputs, inCheckout } from './asked-suites.ts'

/** `isNew`: the base commit has no such suite. `change` says what the pull request changes in its description. */
export type PullSuite = JobSuite & { isNew: boolean; change: Warning | null }

/**
 * `missing`: the suites that only the base commit has; `untouched`: those that no changed file can affect. `described`:
 * whether they stand in the configuration.
 */
export type PullSuites = { measured: PullSuite[]; untouched: string[]; missing: string[]; described: boolean }

/** The suites that the base commit measures in place of the command that this job's step has. */
function replaced({ held, fromFile, configs }: JudgedPull): string[] {
  const names = [...describedSuites(configs.base).keys()]
  return fromFile ? matchingSuites(names, held.suite) : []
}

/**
 * Splits off the suites that no changed file touches. The last of them stays where no other does: its session says on
 * which commit that is so. A suite whose description changed is touched.
 */
async function touchedOf(suites: PullSuite[], { held, base, policy }: JudgedPull) {
  const mayRest = ({ values, isNew, change }: PullSuite) =>
    !isNew && change === null && values.paths.length > 0
  if (!suites.some(mayRest)) return { measured: suites, untouched: [] }
  const found = await changeSince(resolve(held['working-directory']), base)
  const rests = (suite: PullSuite) =>
    'change' in found && isUntouched(found.change, suite.values.paths, policy)
  const resting = new Set<PullSuite>()
  for (const suite of suites.filter(mayRest))
    if (await aboutSuite(suite.values.name, () => rests(suite))) resting.add(suite)
  const touched = suites.filter(suite => !resting.has(suite))
  const measured = touched.length > 0 ? touched : suites.slice(-1)
  const untouched = suites.filter(suite => !measured.includes(suite)).map(({ values }) => values.name)
  return { measured, untouched }
}

/**
 * Each commit says for itself what is run, the base commit how. Throws an InputError for a suite that neither has, where
 * nothing is described, and for inputs that belong to a command.
 */
export async function pullSuites(judged: JudgedPull): Promise<PullSuites> {
  const { values, held, configs } = judged
  if (values.command !== '') {
    const suite = { values: shardValues(values), ofBase: null, isNew: false, change: null }
    return { measured: [suite], untouched: [], missing: replaced(judged), described: false }
  }
  assertOwnInputs(held)
  const { base, proposed, path } = configs
  const pairs = suitePairs(base, proposed)
  const names = asked(
    pairs.map(({ name }) => name),
    held.suite,
    path,
  )
  const place = inCheckout(held)
  const full = (own: object): Values => shardValues(place({ ...held, ...own } as Values))
  const chosen = pairs.filter(({ name }) => names.includes(name))
  const all = chosen.flatMap(({ candidate, ...pair }): PullSuite[] => {
    if (candidate === null) return []
    const own = valuesOfPair({ ...pair, candidate }, base, proposed)
    const change = suiteChange({ ...pair, candidate })
    // A suite whose command stood in the workflow is not new: the base is measured as the candidate says.
    const before = own.baseline ?? (judged.fromFile === false ? own.candidate : null)
    const ofBase = before === null ? null : full(before)
    return [{ values: full(own.candidate), ofBase, isNew: ofBase === null, change }]
  })
  const missing = chosen.filter(each => each.candidate === null).map(({ name }) => name)
  return { ...(await touchedOf(all, judged)), missing, described: true }
}
