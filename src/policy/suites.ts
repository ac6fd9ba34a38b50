// The suites that the configuration describes: which there are on both sides of a comparison, which were asked for, and
// with which values each side is measured.
import { matchesPattern } from '../compare/sides/row-settings.ts'
import type { Input } from '../inputs/input.ts'
import { nearest } from '../inputs/nearest.ts'
import { inputText } from '../inputs/parse.ts'
import {
  type DescribingInput,
  decidingInputs,
  describingInputs,
  type InputValue,
  inputs,
  type MeasuringInput,
  templateInputs,
} from '../inputs/values.ts'
import { InputError, type Warning } from '../model/index.ts'
import type { Settings } from './config-schema.ts'
import { builtIn, type Companions, type Defaults, type MeasuringValues } from './configured-inputs.ts'
import { measuredAs } from './make-policy.ts'
import { type DescribedSuite, isDescribed } from './suite-schema.ts'

/** A suite as the base commit describes it, and as the candidate does; null on the side that has no such suite. */
export type SuitePair = {
  name: string
  /** Its name at the base commit, which may be a former one. */
  before: string
  baseline: DescribedSuite | null
  candidate: DescribedSuite | null
}

/** The suites that a configuration describes, in the order of its file. */
export const describedSuites = ({ suites }: Settings): Map<string, DescribedSuite> =>
  new Map(Object.entries(suites).flatMap(([name, entry]) => (isDescribed(entry) ? [[name, entry]] : [])))

/** The names that a suite of a configuration had before. */
export const formerNames = ({ suites }: Settings, name: string): string[] =>
  (Object.hasOwn(suites, name) ? suites[name]?.['former-names'] : undefined) ?? []

/**
 * The suites of both sides by name, those of the candidate first. A base commit that describes no suite at all has
 * nothing that could be missing: it is measured as the candidate says.
 */
export function suitePairs(base: Settings, candidate: Settings): SuitePair[] {
  const own = describedSuites(candidate)
  const stored = describedSuites(base)
  const all = stored.size === 0 ? own : stored
  const nameBefore = (name: string) =>
    all.has(name)
      ? name
      : (formerNames(candidate, name).find(each => all.has(each) && !own.has(each)) ?? name)
  const pairs = [...own].map(([name, entry]): SuitePair => {
    const before = nameBefore(name)
    return { name, before, baseline: all.get(before) ?? null, candidate: entry }
  })
  const paired = new Set(pairs.map(({ before }) => before))
  const left = [...all].filter(([name]) => !own.has(name) && !paired.has(name))
  return [...pairs, ...left.map(([name, baseline]) => ({ name, before: name, baseline, candidate: null }))]
}

/** The name that a suite has at the base commit: its own, but for one that has another name now. */
export function namesBefore(base: Settings, candidate: Settings): (name: string) => string {
  const before = new Map(suitePairs(base, candidate).map(pair => [pair.name, pair.before]))
  return name => before.get(name) ?? name
}

/** Those of `names` that one of `patterns` matches (`*` for any text, `?` for one character), all without patterns. */
export const matchingSuites = (names: string[], patterns: string[]): string[] =>
  patterns.length === 0 ? names : names.filter(name => patterns.some(each => matchesPattern(each, name)))

const MOST_NAMED = 10

/** The same. Throws an InputError for a pattern that matches none; `source` is the file that has the names. */
export function chosenSuites(names: string[], patterns: string[], source: string): string[] {
  for (const pattern of patterns) {
    if (names.some(name => matchesPattern(pattern, name))) continue
    const meant = nearest(pattern, names)
    const known = names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')}, …` : names.join(', ')
    const hint = meant === null ? `it has ${known}` : `did you mean ${meant}?`
    throw new InputError(`suite: ${source} describes no suite '${pattern}'; ${hint}`)
  }
  return matchingSuites(names, patterns)
}

/** What a suite is, with the default of each key that its entry does not have, and how it is measured. */
export type SuiteValues = Defaults &
  Pick<MeasuringValues, 'benchmarks' | 'delta' | 'layouts'> & { name: string; companions?: Companions } & {
    [Name in DescribingInput]: InputValue<Name>
  }

type OwnValues = Pick<
  SuiteValues,
  DescribingInput | 'benchmarks' | 'delta' | 'layouts' | 'name' | 'companions'
>

/** What one commit says of a suite for itself: its command, and what goes with it. */
function ownValues(name: string, entry: DescribedSuite, { defaults, suites }: Settings): OwnValues {
  const measured = { ...defaults, ...measuredAs(name, suites) }
  const template = templateInputs.map(each => [each, measured[each] ?? entry[each] ?? builtIn(each)])
  const described = describingInputs.map(each => [each, entry[each] ?? builtIn(each)])
  const companions = entry.companions === undefined ? {} : { companions: entry.companions }
  return { name, ...companions, ...Object.fromEntries([...described, ...template]) } as OwnValues
}

/** How a suite is measured whose entry only the candidate has. It does not decide whether it is. */
function measuredAsProposed(name: string, { suites }: Settings): Defaults {
  const own = Object.entries(measuredAs(name, suites))
  return Object.fromEntries(own.filter(([key]) => !(decidingInputs as string[]).includes(key)))
}

/**
 * The candidate's `delta` counts both sides alike. Where only one of them counts, each keeps its own: without it the base's
 * command would not do what it did, and the units of the rows say that they differ.
 */
const deltaOfBase = (said: OwnValues, { delta }: SuiteValues) =>
  said.delta === 0 || delta === 0 ? said.delta : delta

/**
 * The values with which each side of a suite is measured. The base decides how. Each commit says for itself what is run, and
 * how its output is read: by another `tool`, rows of the base would not be found, and so not be missed.
 */
export function valuesOfPair(
  { name, before: known, baseline, candidate }: SuitePair & { candidate: DescribedSuite },
  base: Settings,
  proposed: Settings,
): { baseline: SuiteValues | null; candidate: SuiteValues } {
  const isKnown = Object.hasOwn(base.suites, known)
  const measured = isKnown ? measuredAs(known, base.suites) : measuredAsProposed(name, proposed)
  const common = { ...base.defaults, ...measured }
  const own: SuiteValues = { ...common, ...ownValues(name, candidate, proposed) }
  if (baseline === null) return { baseline: null, candidate: own }
  // With the candidate's benchmarks on both sides, the entry of the base is the candidate's.
  const isBase = baseline !== candidate && isDescribed(isKnown ? base.suites[known] : undefined)
  const said = isBase ? ownValues(known, baseline, base) : ownValues(name, baseline, proposed)
  // Fewer of them would hide a change, so the base's number counts.
  const layouts = said.layouts === 'auto' || said.layouts === 0 ? own.layouts : said.layouts
  const before: SuiteValues = { ...common, ...said, name, delta: deltaOfBase(said, own), layouts }
  return { baseline: before, candidate: { ...own, layouts } }
}

/** The values of a suite of one commit alone, which decides all by itself. */
export const valuesOfOwn = (name: string, own: Settings): SuiteValues =>
  valuesOfPair(
    { name, before: name, baseline: null, candidate: own.suites[name] as DescribedSuite },
    own,
    own,
  ).candidate

/** The same for both sides of a release: the released commit decides how, and the `previous` one what it runs. */
export function valuesOfRelease(
  { name, before, baseline }: SuitePair,
  previous: Settings,
  own: Settings,
): { baseline: SuiteValues | null; candidate: SuiteValues } {
  const candidate = valuesOfOwn(name, own)
  if (baseline === null) return { baseline, candidate }
  const said = isDescribed(previous.suites[before])
    ? ownValues(before, baseline, previous)
    : ownValues(name, baseline, own)
  const { layouts } = candidate
  const delta = deltaOfBase(said, candidate)
  return { baseline: { ...candidate, ...said, name, delta, layouts }, candidate }
}

const LONGEST = 200

const shown = (name: DescribingInput | MeasuringInput, entry: DescribedSuite) => {
  const value = entry[name]
  const text = value === undefined ? '' : inputText(inputs[name] as Input, value)
  return text.length > LONGEST ? `'${text.slice(0, LONGEST)}…'` : text === '' ? 'not set' : `'${text}'`
}

/** A warning that says what the candidate, or whom `who` names, changes in the description of a suite; null where both are the same. */
export function suiteChange({ baseline, candidate }: SuitePair, who = 'the candidate'): Warning | null {
  if (baseline === null || candidate === null) return null
  const changes = [...describingInputs, ...templateInputs].flatMap(name => {
    const [before, after] = [shown(name, baseline), shown(name, candidate)]
    return JSON.stringify(baseline[name]) === JSON.stringify(candidate[name])
      ? []
      : [`${name} is ${after}, and was ${before}`]
  })
  if (changes.length === 0) return null
  const message = `${who} changes what this suite is: ${changes.join('; ')}`
  return { code: 'suite-changed', message }
}
