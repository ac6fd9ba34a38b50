// Makes the sections of a run: reads its legs, compares them as one family, and puts the recent nights beside the rows.
import { allowMore, leftAfter, most, sharing } from '../../github/api/budget.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import type { Legs } from '../../github/artifacts/legs-of-run.ts'
import { firstParentDistances } from '../../github/pull-request/base-commits.ts'
import type { Values } from '../../inputs/values.ts'
import type { Policy, Warning } from '../../model/index.ts'
import { namesBefore } from '../../policy/suites.ts'
import { isCompared, type Section, withNotes } from '../../report/sections/report.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { checkName } from '../attempts/posted-records.ts'
import { inHaste } from '../nightly/recent-history.ts'
import { unestablishedByGate } from '../on-demand/beside-gate.ts'
import { withOtherBase } from '../pull-request/present-base.ts'
import { baselinesFrom } from '../pull-request/stored-baseline.ts'
import type { Judged } from '../pull-request/what-judges.ts'
import { unmatchedIn } from './job-report.ts'
import {
  compareSections,
  needsBaseline,
  type Prepared,
  prepareSections,
  suiteBefore,
  withNewSuites,
} from './legs/compare-legs.ts'
import type { MeasuredLeg } from './legs/leg.ts'
import { legsOfRun, readable, withOtherRuns } from './legs/legs-of-source.ts'
import { shardProblems } from './legs/shards.ts'
import { refutedClaims, refutedTexts, withoutRefuted } from './legs/unmeasured-claims.ts'
import { withNights } from './nights-of-sections.ts'
import { acceptanceOf, acceptedNote, whyUnseen } from './run/acceptance-label.ts'
import { lostWorkflows } from './run/lost-workflows.ts'
import { whyOtherBase } from './run/measured-base.ts'
import { accountsForAll, missingParts } from './run/problems.ts'
import { type Promised, promisedTo, unmetParts } from './run/promised-parts.ts'
import { policyOfRun, type Source } from './run/reported-run.ts'
import { jobsToExplain, unexplained } from './run/unexplained-jobs.ts'

type ReadLegs = {
  measured: MeasuredLeg[]
  doubts: Warning[]
  isAll: boolean
  promised: Promised
  /** What the workflow promises and nothing shows. */
  unmet: string[]
  /** The records that somebody saw who accepted another run. */
  seen: AttemptRecord[] | null
}

/** The group of a merge queue as if nobody had accepted it, where it shows more than what was `seen`. */
function asSeen(judged: Judged, prepared: Prepared[], { seen, unmet, promised }: ReadLegs) {
  if (seen === null) return { judged, prepared }
  const without = <Of extends { policy: Policy }>(of: Of) => ({
    ...of,
    policy: { ...of.policy, accepted: null },
  })
  const alone = prepared.map(each => ({ ...each, request: without(each.request) }))
  const sections = withNewSuites(compareSections(alone), judged, promised.inWorkflow)
  const why = whyUnseen({ sections, unmet }, seen)
  if (why === null) return { judged, prepared }
  return { judged: { ...without(judged), notes: [why, ...judged.notes] }, prepared: alone }
}

async function compared(
  { judged: asked, source }: { judged: Judged; source: Source },
  read: ReadLegs,
): Promise<{ sections: Section[]; prepared: Prepared[]; judged: Judged }> {
  const { measured, doubts, promised } = read
  const { context, proposal } = source
  const { base, policy: policyAsked, values } = asked
  // A fork decides how many legs there are: a report on its run must not use up the requests of everybody.
  if (source.fork === null) {
    allowMore(context.octokit, most.baselineRequests * measured.filter(needsBaseline).length)
  }
  let distances: Map<string, number> | null = null
  const found = await prepareSections(measured, policyAsked, async (leg, waiting) => {
    distances ??= await needing('contents: read', firstParentDistances(context, base))
    const testbed = leg.attempts[0]?.candidate.testbed ?? null
    const before = suiteBefore(leg, namesBefore(asked.configs.base, asked.configs.proposed))
    const request = { suite: before, testbed, branch: proposal.baseRef, distances, policy: policyAsked }
    const reserved = leftAfter.baselines
    return sharing(context.octokit, { waiting, reserved }, () => baselinesFrom(context, request))
  })
  const { judged, prepared } = asSeen(asked, found, read)
  const { policy, notes } = judged
  const sections = withNewSuites(compareSections(prepared), judged, promised.inWorkflow)
  const isAll = read.isAll && (policy.accepted !== null || read.unmet.length === 0)
  const unmatched = isAll ? unmatchedIn(sections, policy) : []
  const noted = withNotes(sections, [...doubts, ...notes, ...unmatched])
  const hasty = inHaste(values, { ...context, judgedBase: base })
  const left = new Map(measured.flatMap(({ suite, nightly }) => (nightly ? [[suite, nightly] as const] : [])))
  const nights = { left, settings: asked.configs.proposed }
  return { sections: await withNights(hasty, noted, nights), prepared, judged }
}

const doubtsAbout = ({ notes, lost }: Legs<MeasuredLeg>): Warning[] => [
  ...notes.map(message => ({ code: 'not-verified', message })),
  ...lost.map(each => ({ code: 'attempts-lost', message: `an earlier attempt was not joined: ${each}` })),
]

/** `problems`: what is missing from the sections; `unmet`: those that somebody may accept; `accepted`: who did. */
type ComparedLegs = {
  judged: Judged
  sections: Section[]
  untouched: string[]
  problems: string[]
  unmet: string[]
  accepted: string | null
  /** Whether every job of the run has left what it found, or that it measured nothing. */
  isAccounted: boolean
}

/** `refused` says why nothing of the run counts, which nobody can accept; null where it counts. */
async function judgedRun(values: Values, source: Source, legs: MeasuredLeg[]) {
  const measured = legs.find(({ commit }) => commit !== '')?.commit ?? ''
  const judged = await policyOfRun(values, source, measured)
  const refused = await whyOtherBase(source, judged, legs)
  if (refused !== null) return { judged, refused, seen: null }
  const { accepted, notes, seen } = await acceptanceOf(source, checkName(judged.values))
  const policy = { ...judged.policy, accepted }
  return { judged: { ...judged, policy, notes: [...notes, ...judged.notes] }, refused, seen }
}

const refusedSection = (section: Section, why: string): Section =>
  isCompared(section) ? { ...section, comparison: withOtherBase(section.comparison, why) } : section

/** Throws when the legs cannot even be listed, or when the base commit's configuration is broken. */
export async function comparedLegs(
  given: Values,
  { source, posted }: { source: Source; posted: AttemptRecord[] },
): Promise<ComparedLegs> {
  const { runId } = source.context
  const run = { runId, fork: source.fork, isThisRun: source.ended === null }
  const found = await needing('actions: read', legsOfRun(source.context, run))
  const legs = readable(found.legs)
  const own = legs.map(({ leg }) => leg)
  const jobs = await jobsToExplain(source, given)
  const { judged: asked, refused, seen } = await judgedRun(given, source, own)
  const { formerWorkflows, base } = asked
  const context = { ...source.context, formerWorkflows, judgedBase: base }
  const promised = await promisedTo(context, { ...asked, posted })
  const expected = source.ended ? given.legs : Math.max(given.legs, promised.legs)
  const missing = missingParts(found, { expected, runAttempt: context.runAttempt, jobs })
  const ofGate = context.requested && !source.fork ? unestablishedByGate(posted, context) : []
  const incomplete = [...ofGate, ...shardProblems(own, context), ...missing]
  const ending = { conclusion: source.ended?.conclusion ?? null, jobs, broken: asked.broken }
  if (own.length === 0) {
    const silent = unexplained(ending, [], [])
    const isAccounted = accountsForAll(found, jobs, silent)
    const problems = [...incomplete, ...silent.texts]
    const { accepted } = asked.policy
    return { judged: asked, sections: [], untouched: [], problems, unmet: [], accepted, isAccounted }
  }
  const about = { judged: asked, source: { ...source, context } }
  const { proposed, changed, values } = asked
  const broken = asked.broken === null ? [] : [asked.broken]
  const lost = () => lostWorkflows(about.source, { base, proposed, changed, name: values.name })
  const isOpen = asked.policy.accepted === null || seen !== null
  const lacking = isOpen
    ? [...broken, ...(await unmetParts(context, { promised, own, jobs })), ...(await lost())]
    : []
  const { measured, doubts } = await withOtherRuns({ ...about.source, posted }, own)
  const uploaded = legs.map((leg, i) => ({ ...leg, joined: measured[i] ?? leg.leg }))
  const isAll = incomplete.length === 0
  const read = { measured, doubts: [...doubtsAbout(found), ...doubts], isAll, promised, unmet: lacking, seen }
  const { sections: all, prepared, judged } = await compared(about, read)
  const { accepted } = judged.policy
  const unmet = accepted === null ? lacking : []
  const refuted = await refutedClaims(context, judged, own)
  const believed = withoutRefuted(all, refuted)
  const sections = refused === null ? believed : believed.map(section => refusedSection(section, refused))
  const noted = accepted === null ? sections : withNotes(sections, [acceptedNote(sections, accepted)])
  const silent = unexplained(ending, uploaded, prepared)
  const isAccounted = accountsForAll(found, jobs, silent)
  const problems = [...incomplete, ...unmet, ...refutedTexts(refuted, sections), ...silent.texts]
  const untouched = [...new Set(own.flatMap(leg => leg.untouched))].filter(suite => !refuted.has(suite))
  return { judged, sections: noted, untouched, problems, unmet, accepted, isAccounted }
}
