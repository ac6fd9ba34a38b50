// Whether a suite that a job did not measure had not to be measured. Its artifact says so, and code of the pull request may have
// written that: the base commit's configuration and the files that the pull request changes decide.
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { proposalOf } from '../../../github/api/context.ts'
import { repositoryFile } from '../../../github/api/repository.ts'
import { changedFiles } from '../../../github/pull-request/changed-files.ts'
import { firstChanged } from '../../../measure/checkout/changed-files.ts'
import { mayMatchBelow } from '../../../measure/checkout/path-patterns.ts'
import type { Unmeasured } from '../../../model/index.ts'
import { valuesAtBase } from '../../../policy/make-policy.ts'
import { suiteChange, suitePairs, valuesOfPair } from '../../../policy/suites.ts'
import type { Section } from '../../../report/sections/report.ts'
import type { Judged } from '../../pull-request/what-judges.ts'
import { wholeSuite } from './compare-legs.ts'
import type { MeasuredLeg } from './leg.ts'

type Claim = { suite: string; reason: Unmeasured['reason'] }

/** What the artifacts say was not measured: suites that their job named, and those whose session has no runs. */
const claimsIn = (legs: MeasuredLeg[]): Claim[] =>
  legs.flatMap(leg => [
    ...leg.untouched.map((suite): Claim => ({ suite, reason: 'unchanged-paths' })),
    ...leg.attempts.flatMap(({ candidate: { unmeasured } }): Claim[] =>
      unmeasured === undefined ? [] : [{ suite: wholeSuite(leg), reason: unmeasured.reason }],
    ),
  ])

type Known = { paths?: string[]; artifacts?: string[] }

/** The paths and artifacts of a suite as the base commit has them; or why the suite has to be measured whatever changed. */
function knownAtBase(suite: string, { configs, values }: Judged): Known | string {
  const { base, proposed, path } = configs
  const pair = suitePairs(base, proposed).find(({ name }) => name === suite)
  if (pair === undefined) return valuesAtBase({ ...values, name: suite }, base, proposed)
  const { candidate } = pair
  if (candidate === null) return `the pull request takes it out of ${path}`
  if (pair.baseline === null) return `only the pull request's ${path} has it`
  if (suiteChange(pair) !== null) return `the pull request changes it in ${path}`
  return valuesOfPair({ ...pair, candidate }, base, proposed).candidate
}

/** What the pull request changes; `submodules` are the paths that both commits have in .gitmodules. */
type Changes = { changed: string[]; submodules: string[] }

/** Why a claim does not hold; null where it does. What a build is made of, only the job can see. */
function whyNot({ suite, reason }: Claim, judged: Judged, { changed, submodules }: Changes): string | null {
  const known = knownAtBase(suite, judged)
  if (typeof known === 'string') return known
  const { paths = [], artifacts = [] } = known
  const { path } = judged.configs
  if (reason === 'identical-build')
    return artifacts.length > 0 ? null : `${path} of the base commit gives it no artifacts to compare`
  if (paths.length === 0) return `${path} of the base commit gives it no paths`
  const file = firstChanged(changed, paths, submodules)
  return file === null ? null : `the pull request changes ${file}, which is among its paths in ${path}`
}

/** The paths that a .gitmodules has. A stranger may have written it, so no part of a line is looked at twice. */
export const submodulesIn = (gitmodules: string): string[] =>
  [...gitmodules.matchAll(/^[ \t]*path[ \t]*=(.*)$/gm)].map(([, path = '']) =>
    path.trim().replace(/^"|"$/g, ''),
  )

/** A submodule that no .gitmodules names has no content in any checkout. */
const submodulesAt = async (context: ConnectedJob, commit: string): Promise<string[]> =>
  submodulesIn((await repositoryFile(context, { path: '.gitmodules', commit })) ?? '')

/** Throws an Error where the server does not tell. It is asked for submodules where a pattern might match below a changed path. */
async function changesOf(context: ConnectedJob, judged: Judged, claims: Claim[]): Promise<Changes> {
  const { base } = judged
  const changed = await changedFiles(context)
  const patterns = claims.flatMap(({ suite }) => {
    const known = knownAtBase(suite, judged)
    return typeof known === 'string' ? [] : (known.paths ?? [])
  })
  if (!changed.some(path => patterns.some(pattern => mayMatchBelow(pattern, path))))
    return { changed, submodules: [] }
  const head = proposalOf(context)?.headSha ?? ''
  const named = [await submodulesAt(context, base), await submodulesAt(context, head)]
  return { changed, submodules: named.flat() }
}

/** By suite, why it has to be measured although an artifact says otherwise. Never throws. */
export async function refutedClaims(
  context: ConnectedJob,
  judged: Judged,
  legs: MeasuredLeg[],
): Promise<Map<string, string>> {
  const claims = claimsIn(legs)
  if (claims.length === 0) return new Map()
  const changes = await changesOf(context, judged, claims).catch((error: Error) => error)
  const refuted = claims.flatMap((claim): [string, string][] => {
    const why =
      changes instanceof Error
        ? `which files the pull request changes is not known: ${changes.message}`
        : whyNot(claim, judged, changes)
    return why === null
      ? []
      : [[claim.suite, `its job left word that it need not be measured, but ${why}; measure it`]]
  })
  return new Map(refuted)
}

/** The sections, with a problem in place of each claim that was refuted. */
export const withoutRefuted = (sections: Section[], refuted: Map<string, string>): Section[] =>
  sections.map(section => {
    const problem = refuted.get(section.suite)
    const isClaim = section.comparison?.unmeasured !== undefined
    return problem === undefined || !isClaim ? section : { ...section, comparison: null, problem }
  })

/** A sentence for each refuted suite that has no section. */
export const refutedTexts = (refuted: Map<string, string>, sections: Section[]): string[] =>
  [...refuted]
    .filter(([suite]) => !sections.some(section => section.suite === suite && section.comparison === null))
    .map(([suite, problem]) => `${suite}: ${problem}`)
