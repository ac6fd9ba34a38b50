// The suites that a job measures of a branch, and of a release beside the previous tag.
import type { ConnectedJob } from '../../github/api/connect.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import type { Values } from '../../inputs/values.ts'
import { parseSettings } from '../../policy/config-file.ts'
import type { Settings } from '../../policy/config-schema.ts'
import { effectiveValues } from '../../policy/make-policy.ts'
import { describedSuites, suitePairs, valuesOfOwn, valuesOfRelease } from '../../policy/suites.ts'
import { checkoutSettings, configPath } from '../measure/checkout-config.ts'
import type { JobSuite } from '../measure/job-request.ts'
import type { JudgedRelease, TagOrWhy } from '../release/compare-release.ts'
import { asked, assertOwnInputs, inCheckout, shardValues } from './asked-suites.ts'

/**
 * Those of the checked-out commit, by its own file. Mistakes elsewhere in it cost no night: the next comparison names
 * them. Throws an InputError for mistakes in the settings: results measured in another way are of no use.
 */
export function branchSuites(given: Values): { measured: JobSuite[]; described: boolean } {
  const settings = checkoutSettings(given)
  assertOwnInputs(given)
  if (given.command !== '') {
    const values = shardValues(effectiveValues(given, settings))
    return { measured: [{ values, ofBase: null }], described: false }
  }
  const full = inCheckout(given)
  const names = asked([...describedSuites(settings).keys()], given.suite, configPath(given))
  return {
    measured: names.map(name => ({ values: full(valuesOfOwn(name, settings)), ofBase: null })),
    described: true,
  }
}

/** What the previous tag says of its suites; nothing where it has no file, or one with mistakes. */
async function settingsAt(context: ConnectedJob, path: string, commit: string): Promise<Settings> {
  const text = await repositoryFile(context, { path, commit })
  try {
    return parseSettings(text ?? '', path)
  } catch {
    return { defaults: {}, suites: {} }
  }
}

/** Those of the released commit, and of the previous tag. Throws as `branchSuites`. */
export async function releaseSuites(
  context: ConnectedJob,
  { given, values, path, config }: JudgedRelease,
  { previous }: TagOrWhy,
): Promise<{ measured: (JobSuite & { isNew: boolean })[]; missing: string[]; described: boolean }> {
  assertOwnInputs(given)
  if (values.command !== '') {
    const own = { values: shardValues(values), ofBase: null, isNew: false }
    return { measured: [own], missing: [], described: false }
  }
  const before = previous === null ? config : await settingsAt(context, path, previous.commit)
  const pairs = suitePairs(before, config)
  const known = pairs.map(({ name }) => name)
  const names = asked(known, given.suite, path)
  const full = inCheckout(given)
  const chosen = pairs.filter(({ name }) => names.includes(name))
  const measured = chosen
    .filter(({ candidate }) => candidate !== null)
    .map(pair => {
      const { baseline, candidate } = valuesOfRelease(pair, before, config)
      const ofBase = baseline === null ? null : full(baseline)
      return { values: full(candidate), ofBase, isNew: ofBase === null }
    })
  return {
    measured,
    missing: chosen.filter(each => each.candidate === null).map(({ name }) => name),
    described: true,
  }
}
