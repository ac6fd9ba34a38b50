// Makes the sections of a run. Reads the results of its legs, compares them as one family, and puts the recent nights
// beside the rows.

import { allowMore, leftAfter, most, sharing } from '../../github/api/budget.ts'
import type { Octokit } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import { type Legs, type ReadFiles, readLegs } from '../../github/artifacts/legs-of-run.ts'
import { firstParentDistances } from '../../github/pull-request/base-commits.ts'
import type { Values } from '../../inputs/values.ts'
import type { Policy, TrendHistory, Warning } from '../../model/index.ts'
import { unmatchedEntries } from '../../policy/unmatched-entries.ts'
import { byImportance, isCompared, type Section, withNotes } from '../../report/sections/report.ts'
import { nightlyRows } from '../nightly/nights-of-rows.ts'
import { hastyConnection, recentHistory } from '../nightly/recent-history.ts'
import { baselinesFrom } from '../pull-request/stored-baseline.ts'
import type { Judged } from '../pull-request/what-judges.ts'
import { acceptanceOf, acceptedNote } from './acceptance-label.ts'
import { compareLegs, needsBaseline } from './compare-legs.ts'
import { joinedLeg, type MeasuredLeg, readLeg } from './leg.ts'
import { problemsOf } from './problems.ts'
import { policyOfRun, type Source } from './reported-run.ts'
import { shardProblems } from './shards.ts'

/**
 * The sections with the levels of the nights before, the important ones first, as long as requests are left. A
 * section of several machines has the nights of its first one. Never throws.
 */
export async function withNights(
  octokit: Octokit,
  context: JobContext,
  sections: Section[],
): Promise<Section[]> {
  const histories = new Map<string, TrendHistory | null>()
  for (const suite of new Set(byImportance(sections).map(section => section.suite))) {
    histories.set(suite, await recentHistory(octokit, context, suite))
  }
  return sections.map(section => {
    const testbed = section.comparison?.candidate.testbed
    const history = histories.get(section.suite)
    return testbed && history ? { ...section, nightly: nightlyRows(history, testbed) } : section
  })
}

/** Entries that match no row of any section. Nothing is known of a section that could not be compared. */
const unmatchedInRun = (sections: Section[], policy: Policy): Warning[] =>
  sections.every(isCompared)
    ? unmatchedEntries({ rows: sections.flatMap(({ comparison }) => comparison.rows), policy })
    : []

async function compared(
  octokit: Octokit,
  { judged, source }: { judged: Judged; source: Source },
  { measured, doubts, isAll }: { measured: MeasuredLeg[]; doubts: Warning[]; isAll: boolean },
): Promise<Section[]> {
  const { context } = source
  const { base, policy, values, notes } = judged
  // A fork decides how many legs there are: a report on its run must not use up the requests of everybody.
  if (source.fork === null) {
    allowMore(octokit, most.baselineRequests * measured.filter(needsBaseline).length)
  }
  let distances: Map<string, number> | null = null
  const sections = await compareLegs(measured, policy, async ({ suite, attempts }, waiting) => {
    distances ??= await needing('contents: read', firstParentDistances(octokit, context, base))
    const testbed = attempts[0]?.candidate.testbed ?? null
    const request = { suite, testbed, branch: context.pullRequest.baseRef, distances, policy }
    const reserved = leftAfter.baselines
    return sharing(octokit, { waiting, reserved }, () => baselinesFrom(octokit, context, request))
  })
  const unmatched = isAll ? unmatchedInRun(sections, policy) : []
  const noted = withNotes(sections, [...doubts, ...notes, ...unmatched])
  return withNights(hastyConnection(values, { budget: octokit.budget }), context, noted)
}

const doubtsAbout = ({ notes, lost }: Legs<MeasuredLeg>): Warning[] => [
  ...notes.map(message => ({ code: 'not-verified', message })),
  ...lost.map(each => ({ code: 'attempts-lost', message: `an earlier attempt was not joined: ${each}` })),
]

/**
 * `problems` has a sentence for each part that is missing from the sections. `accepted` names the person who accepted
 * them.
 */
type ComparedLegs = { judged: Judged; sections: Section[]; problems: string[]; accepted: string | null }

async function judgedRun(octokit: Octokit, values: Values, source: Source, measured: string) {
  const judged = await policyOfRun(octokit, values, source, measured)
  const { accepted, notes } = await acceptanceOf(octokit, source)
  return { ...judged, policy: { ...judged.policy, accepted }, notes: [...notes, ...judged.notes] }
}

/** Throws when the legs cannot even be listed, or when the base commit's configuration is broken. */
export async function comparedLegs(octokit: Octokit, given: Values, source: Source): Promise<ComparedLegs> {
  const { context, fork } = source
  const request = {
    runId: context.runId,
    read: (...artifact: Parameters<ReadFiles<MeasuredLeg>>) => readLeg(...artifact, fork),
  }
  const found = await needing('actions: read', readLegs(octokit, context, request))
  const measured = found.legs.flatMap(leg => (leg.problem === null ? [joinedLeg(leg.reads)] : []))
  const missing = await problemsOf(octokit, context, { found, expected: given.legs })
  const problems = [...shardProblems(measured, context), ...missing]
  const judged = await judgedRun(octokit, given, source, measured[0]?.commit ?? '')
  const { accepted } = judged.policy
  if (measured.length === 0) return { judged, sections: [], problems, accepted }
  const { formerWorkflows } = judged
  const about = { judged, source: { ...source, context: { ...context, formerWorkflows } } }
  const legs = { measured, doubts: doubtsAbout(found), isAll: problems.length === 0 }
  const sections = await compared(octokit, about, legs)
  const noted = accepted === null ? sections : withNotes(sections, [acceptedNote(sections, accepted)])
  return { judged, sections: noted, problems, accepted }
}
