// The suites that a job measures of a pull request: the one of its inputs, or those that the configuration describes.
import { resolve } from 'node:path'
import type { JobContext } from '../../github/api/context.ts'
import { isUntouched } from '../../job/request/nothing-to-measure.ts'
import { parseShard, suiteOf } from '../../job/request/shard.ts'
import { aboutSuite } from '../../job/suites/suite-request.ts'
import type { Warning } from '../../model/index.ts'
import {
  describedSuites,
  matchingSuites,
  type SuitePair,
  suiteChange,
  suitePairs,
  valuesOfPair,
} from '../../policy/suites.ts'
import type { JobSuite } from '../measure/job-request.ts'
import { changeSince } from '../pull-request/changed-files.ts'
import type { JudgedPull } from '../pull-request/what-judges.ts'
import { asked, assertOwnInputs, inCheckout, shardValues } from './asked-suites.ts'

/** `before`: its name at the base commit; `isNew`: which has none; `change`: what the pull request changes in it. */
export type PullSuite = JobSuite & { before: string; isNew: boolean; change: Warning | null }

/** `missing`: only the base commit has them; `untouched`: by any changed file; `described`: in the configuration. */
export type PullSuites = { measured: PullSuite[]; untouched: string[]; missing: string[]; described: boolean }

/** The suites that the base commit measures in place of the command that this job's step has. */
function replaced({ held, fromFile, configs }: JudgedPull): string[] {
  const names = [...describedSuites(configs.base).keys()]
  return fromFile ? matchingSuites(names, held.suite) : []
}

/** Splits off untouched suites, but for the last where no other is left: its session says on which commit that is so. */
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
  const untouched = suites
    .filter(suite => !measured.includes(suite))
    .map(({ values }) => suiteOf(values.name, parseShard(values.shard)))
  return { measured, untouched }
}

/** Whether a pull request asks for suites that it adds only: the base commit has no say in these. */
function isAllNew(pairs: SuitePair[], patterns: string[]): boolean {
  if (patterns.length === 0) return false
  const names = pairs.map(({ name }) => name)
  const meant = matchingSuites(names, patterns)
  return meant.length > 0 && pairs.every(({ name, baseline }) => !meant.includes(name) || baseline === null)
}

/** Each commit says what is run, the base commit how. Throws an InputError for unknown suites and inputs of a command. */
export async function pullSuites(
  judged: JudgedPull,
  { requested }: Pick<JobContext, 'requested'>,
): Promise<PullSuites> {
  const { values, held, configs } = judged
  assertOwnInputs(values.command === '' ? held : values)
  if (values.command !== '') {
    const own = shardValues(values)
    const suite = { values: own, before: own.name, ofBase: null, isNew: false, change: null }
    return { measured: [suite], untouched: [], missing: replaced(judged), described: false }
  }
  const { base, proposed, path } = configs
  const pairs = suitePairs(base, proposed)
  const known = [...new Set(pairs.flatMap(({ name, before }) => [name, before]))]
  const patterns = isAllNew(pairs, judged.given.suite) ? judged.given.suite : held.suite
  const names = asked(known, patterns, path)
  // On demand, whatever the configuration says, no stored baseline counts.
  const fixed = requested ? { baseline: held.baseline } : {}
  const full = inCheckout(held, fixed)
  const chosen = pairs.filter(({ name, before }) => names.includes(name) || names.includes(before))
  const all = chosen.flatMap(({ candidate, ...pair }): PullSuite[] => {
    if (candidate === null) return []
    const own = valuesOfPair({ ...pair, candidate }, base, proposed)
    const change = suiteChange({ ...pair, candidate })
    // A suite whose command stood in the workflow is not new: the base is measured as the candidate says.
    const baseline = own.baseline ?? (judged.fromFile === false ? own.candidate : null)
    const ofBase = baseline === null ? null : full(baseline)
    const before = shardValues({ ...full(own.candidate), name: pair.before }).name
    return [{ values: full(own.candidate), before, ofBase, isNew: ofBase === null, change }]
  })
  const missing = chosen.filter(each => each.candidate === null).map(({ name }) => name)
  return { ...(await touchedOf(all, judged)), missing, described: true }
}
