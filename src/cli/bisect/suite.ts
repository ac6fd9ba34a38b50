// `stable-bench bisect` without a command: a suite of the configuration. As in `ab`, the old end says how is measured and judged, and
// each commit what is run.
import { type Asked, type CommitPlan, newEnd } from '../../bisect/measure/bisecting.ts'
import { aboutSuite, assertSuite, requestOfBoth } from '../../job/suites/suite-request.ts'
import { readRange } from '../../measure/checkout/commit-range.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import { InputError, type Warning } from '../../model/index.ts'
import type { Config } from '../../policy/config-schema.ts'
import { addedRenames } from '../../policy/make-policy.ts'
import { describedSuites, namesBefore, suiteChange, suitePairs } from '../../policy/suites.ts'
import type { Flags } from '../flags.ts'
import { policyFrom, withConfig } from '../policy.ts'
import { baseConfig, sideValues, withShared } from '../suites/plan.ts'
import { askedSuites, type SuitesSource, suitesSource } from '../suites/source.ts'

type GivenFlags = Omit<Flags<'bisect'>, 'words'>

/** What was asked for, the directory to which its directories are relative, and what to say before it begins. */
export type AskedHere = { asked: Asked; cwd: string; doubts: Warning[] }

/** The configuration of a commit; one that describes no suite is measured as the file of this checkout says. */
async function configAt(source: SuitesSource, commit: string): Promise<Config> {
  const own = await baseConfig(source, commit)
  if (describedSuites(own).size > 0) return own
  const suites = Object.entries(source.config.suites).map(([name, entry]) => [
    name,
    { ...entry, ...own.suites[name] },
  ])
  return { ...own, suites: { ...own.suites, ...Object.fromEntries(suites) } }
}

/** The one suite that is asked for. Throws an InputError that names the others. */
function oneSuite(source: SuitesSource, asked: string[]): string {
  const names = askedSuites(source, [...describedSuites(source.config).keys()], asked)
  if (names.length === 1) return names[0] as string
  throw new InputError(
    `bisect: searches for the commit of one suite, and ${asked.length === 0 ? `${source.path} describes` : '--suite chooses'} ${names.join(', ')}; choose one: --suite ${names[0]}`,
  )
}

type Ends = { old: Config; last: Config; name: string }

/** How the old end and a commit of this configuration run the suite. Throws an InputError where one of them has none. */
function pairAt({ old, last, name }: Ends, own: Config, values: GivenFlags['values']) {
  const before = namesBefore(own, last)(name)
  const found = suitePairs(old, own).find(pair => pair.name === before)
  const pair = found && withShared(found, values)
  if (!pair?.candidate) throw new InputError(`its configuration describes no suite ${before}`)
  if (pair.baseline !== null) return { ...pair, baseline: pair.baseline, candidate: pair.candidate }
  throw new InputError(
    `bisect: the configuration of the old end describes no suite ${name}; begin with a later commit, or measure all commits with the ` +
      'suite and the benchmarks of the new end: --benchmarks-from HEAD',
  )
}

/** What is run on both sides of a commit of this configuration. Throws an InputError for values that contradict each other. */
function planAt(ends: Ends, own: Config, { values, given }: GivenFlags) {
  const pair = pairAt(ends, own, values)
  const sides = sideValues(pair, { values, given: { ...given, duet: false } }, [ends.old, own])
  const { candidate } = sides
  const baseline = sides.baseline ?? candidate
  const request = requestOfBoth({ baseline, candidate }, { baseline: '', candidate: '' })
  assertSuite(request)
  const { setup, 'working-directory': directory } = candidate
  return { pair, candidate, plan: { setup, directory, request } }
}

/** Throws an InputError where an end does not describe the suite. */
export async function askedSuite(flags: GivenFlags): Promise<AskedHere> {
  const { given } = flags
  const source = suitesSource('bisect', flags)
  const range = await readRange(source.root, flags.values.range)
  const last = newEnd(range).sha
  const configs = { old: await configAt(source, range.old.sha), last: await configAt(source, last) }
  const name = oneSuite({ ...source, config: configs.last }, flags.values.suite)
  const ends = { ...configs, name }
  const values = withConfig({ values: { ...flags.values, name: '' }, given }, ends.old)
  const policy = policyFrom(values, ends.old)
  const { pair, candidate, plan } = await aboutSuite(name, () => planAt(ends, ends.last, { values, given }))
  const isShared = values['benchmarks-from'] !== 'each'
  const planOf = async (commit: string): Promise<CommitPlan> => {
    if (isShared || commit === last) return plan
    try {
      return planAt(ends, await configAt(source, commit), { values, given }).plan
    } catch (error) {
      throw error instanceof InputError ? new MeasureError(error.message, 'candidate') : error
    }
  }
  const changed = suiteChange(pair, 'the new end')
  return {
    asked: {
      values: { ...values, ...candidate },
      policy: { ...policy, renamed: [...policy.renamed, ...addedRenames(ends.old, ends.last)] },
      shown: candidate.command,
      ...{ suite: name, given, range, planOf },
    },
    cwd: source.root,
    doubts: changed === null ? [] : [changed],
  }
}
