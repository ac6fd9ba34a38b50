// The suites that a job measures of a pull request: the one of its inputs, or those that the configuration describes.

import type { Values } from '../../inputs/values.ts'
import type { Warning } from '../../model/index.ts'
import {
  describedSuites,
  matchingSuites,
  suiteChange,
  suitePairs,
  valuesOfPair,
} from '../../policy/suites.ts'
import type { JobSuite } from '../measure/measure-commits.ts'
import { shardValues } from '../measure/shard-values.ts'
import type { JudgedPull } from '../pull-request/what-judges.ts'
import { asked, assertOwnInputs, inCheckout } from './asked-suites.ts'

/** `isNew`: the base commit has no such suite. `change` says what the pull request changes in its description. */
export type PullSuite = JobSuite & { isNew: boolean; change: Warning | null }

/** `missing`: the suites that only the base commit has. `described`: whether they stand in the configuration. */
export type PullSuites = { measured: PullSuite[]; missing: string[]; described: boolean }

/** The suites that the base commit measures in place of the command that this job's step has. */
function replaced({ held, fromFile, configs }: JudgedPull): string[] {
  const names = [...describedSuites(configs.base).keys()]
  return fromFile ? matchingSuites(names, held.suite) : []
}

/**
 * Each commit says for itself what is run, the base commit how. Throws an InputError for a suite that neither has, where
 * nothing is described, and for inputs that belong to a command.
 */
export function pullSuites(judged: JudgedPull): PullSuites {
  const { values, held, configs } = judged
  if (values.command !== '') {
    const suite = { values: shardValues(values), ofBase: null, isNew: false, change: null }
    return { measured: [suite], missing: replaced(judged), described: false }
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
  const measured = chosen.flatMap(({ candidate, ...pair }): PullSuite[] => {
    if (candidate === null) return []
    const own = valuesOfPair({ ...pair, candidate }, base, proposed)
    const change = suiteChange({ ...pair, candidate })
    // A suite whose command stood in the workflow is not new: the base is measured as the candidate says.
    const before = own.baseline ?? (judged.fromFile === false ? own.candidate : null)
    const ofBase = before === null ? null : full(before)
    return [{ values: full(own.candidate), ofBase, isNew: ofBase === null, change }]
  })
  return {
    measured,
    missing: chosen.filter(each => each.candidate === null).map(({ name }) => name),
    described: true,
  }
}
