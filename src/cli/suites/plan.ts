// What `ab --base-ref` does with each suite of the configuration: what is measured, what is new, missing, untouched.
import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gitTop } from '../../git.ts'
import type { ValuesOf } from '../../inputs/values.ts'
import { isUntouched } from '../../job/request/nothing-to-measure.ts'
import { looksIfChosen, runsAlone } from '../../job/request/planned-looks.ts'
import { layoutsOfSetup, type MeasureRequest } from '../../job/request/request.ts'
import type { PlannedSuite } from '../../job/suites/measure-suites.ts'
import type { SuiteSetup } from '../../job/suites/set-up.ts'
import {
  aboutSuite,
  assertSuite,
  assertSuiteDirectory,
  isDirectory,
  requestOfBoth,
  requestOfOne,
  suiteDirectory,
} from '../../job/suites/suite-request.ts'
import { benchmarkChanged, type Change } from '../../measure/checkout/changed-files.ts'
import { fileAt } from '../../measure/checkout/commits.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import type { Policy, Warning } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { parseConfig } from '../../policy/config-file.ts'
import type { Config } from '../../policy/config-schema.ts'
import type { DescribedSuite } from '../../policy/suite-schema.ts'
import {
  type SuitePair,
  type SuiteValues,
  suiteChange,
  suitePairs,
  valuesOfPair,
} from '../../policy/suites.ts'
import type { Flags } from '../flags.ts'
import { askedSuites, type SuitesSource } from './source.ts'

/** A suite of the candidate before anything is checked out. `baseline` is null where it is new. */
type AskedSuite = { pair: SuitePair; values: { baseline: SideValues | null; candidate: SideValues } }

type SideValues = ValuesOf<'ab'> & { command: string }

export type AskedSuites = { measured: AskedSuite[]; missing: string[] }

/** The configuration of the base commit: the file at the same path; an empty one where it has none. */
export async function baseConfig({ path, root }: SuitesSource, commit: string): Promise<Config> {
  const top = await gitTop(root)
  const within = relative(top, realpathSync(path))
  const text = within.startsWith('..') ? null : await fileAt(top, commit, within)
  return parseConfig(text ?? '', `${path} at ${shortSha(commit)}`)
}

/** With the benchmarks of the candidate on both sides, what runs them is the candidate's, too: it belongs to them. */
export const withShared = (
  pair: SuitePair,
  { 'benchmarks-from': from }: Pick<ValuesOf<'ab' | 'bisect'>, 'benchmarks-from'>,
): SuitePair => (from === 'each' || pair.candidate === null ? pair : { ...pair, baseline: pair.candidate })

/** The values of both sides of a suite, null where the base has none; a flag that was given wins. */
export function sideValues<V extends object>(
  pair: SuitePair & { candidate: DescribedSuite },
  { values, given }: { values: V; given: object },
  [base, proposed]: [base: Config, proposed: Config],
) {
  const own = valuesOfPair(pair, base, proposed)
  const full = (side: SuiteValues): V & SuiteValues => ({ ...values, ...side, ...given })
  return { baseline: own.baseline === null ? null : full(own.baseline), candidate: full(own.candidate) }
}

/** The suites that are asked for, with the values of each side. Throws an InputError for values that cannot be measured. */
export async function askedOf(
  { values, given }: Omit<Flags<'ab'>, 'words'>,
  { source, base }: { source: SuitesSource; base: Config },
): Promise<AskedSuites> {
  const pairs = suitePairs(base, source.config)
  const names = pairs.map(({ name }) => name)
  const asked = askedSuites(source, names, values.suite)
  const chosen = pairs.filter(({ name }) => asked.includes(name)).map(pair => withShared(pair, values))
  const measured = chosen.flatMap(({ candidate, ...pair }): AskedSuite[] => {
    if (candidate === null) return []
    const whole = { ...pair, candidate }
    return [{ pair: whole, values: sideValues(whole, { values, given }, [base, source.config]) }]
  })
  const roots = { baseline: source.root, candidate: source.root }
  for (const suite of measured) {
    await aboutSuite(suite.pair.name, () => {
      assertSuite(requestFor(suite, roots))
      assertSuiteDirectory(source.root, suite.values.candidate)
    })
  }
  return { measured, missing: chosen.filter(each => each.candidate === null).map(({ name }) => name) }
}

type Roots = Record<Side, string>

function requestFor({ values: { baseline, candidate } }: AskedSuite, roots: Roots): MeasureRequest {
  if (baseline !== null)
    return { ...requestOfBoth({ baseline, candidate }, roots), ...looksIfChosen(candidate) }
  return requestOfOne(candidate, { root: roots.candidate, looks: [runsAlone(candidate)] })
}

function setupsOf(
  { values }: AskedSuite,
  roots: Roots,
  { layouts, relink, ofBase }: MeasureRequest,
): SuiteSetup[] {
  // The candidate's first: what it says may be wrong, and the base has been measured before.
  return (['candidate', 'baseline'] as const).flatMap(side => {
    const own = values[side]
    if (own === null) return []
    const timeoutMs = own['setup-timeout'] * 1000
    const relinks = side === 'baseline' ? (ofBase?.relink ?? relink) : relink
    const builds = layoutsOfSetup({ relink: relinks, layouts })
    const cwd = suiteDirectory(roots[side], own)
    return [{ side, cwd, command: own.setup, timeoutMs, layouts: builds }]
  })
}

/** A suite to measure in two checkouts. `isNew`: on the candidate alone. */
export type CheckedOutSuite = PlannedSuite & { isNew: boolean; artifacts: string[] }

type Planned = {
  suites: CheckedOutSuite[]
  untouched: string[]
  problems: { name: string; problem: string }[]
}

/** `shared` is undefined where each commit has benchmarks of its own, and may be null where it has the candidate's. */
type Planning = {
  roots: Roots
  /** The path of both from the top of the repository. */
  within: string
  change: Change
  policy: Policy
  notes: Warning[]
  shared: Warning | null | undefined
}

/**
 * What is to be measured once both commits are checked out in `roots`. A suite whose description changed is touched
 * whatever its paths say. `problems` are of suites that the base cannot run.
 */
export async function plannedSuites(
  { measured }: AskedSuites,
  { roots, within, change, policy, notes, shared }: Planning,
): Promise<Planned> {
  const planned: Planned = { suites: [], untouched: [], problems: [] }
  for (const suite of measured) {
    const { name } = suite.pair
    const { baseline, candidate } = suite.values
    const changed = suiteChange(suite.pair)
    const mayRest = baseline !== null && changed === null
    if (mayRest && (await aboutSuite(name, () => isUntouched(change, baseline.paths, policy)))) {
      planned.untouched.push(name)
      continue
    }
    if (baseline !== null && !isDirectory(suiteDirectory(roots.baseline, baseline))) {
      const problem = `the base commit has no directory '${join(within, baseline['working-directory'])}'`
      planned.problems.push({ name, problem })
      continue
    }
    const ofFiles =
      baseline && shared === undefined ? benchmarkChanged(change, candidate['benchmark-paths']) : null
    const plain = requestFor(suite, roots)
    const doubts = [changed, ofFiles].filter(each => each !== null)
    const request = { ...plain, notes: [...notes, ...plain.notes, ...doubts] }
    const setups = setupsOf(suite, roots, plain)
    planned.suites.push({ name, request, setups, isNew: baseline === null, artifacts: candidate.artifacts })
  }
  return planned
}
