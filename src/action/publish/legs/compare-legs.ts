// Compares all legs of a run, and corrects for all their rows together. Machines of one suite that measured both sides
// become blocks of one comparison. Each other machine is compared with its own stored baseline.
import {
  type ComparisonRequest,
  interleavedRequest,
  storedRequest,
} from '../../../compare/comparison-request.ts'
import { compareTogether } from '../../../compare/verdict/compare-together.ts'
import { asNewSuite } from '../../../compare/verdict/lone-suite.ts'
import { shardName, suiteOf } from '../../../job/request/shard.ts'
import {
  type FamilyMember,
  type Policy,
  type Session,
  type Warning,
  withWarnings,
} from '../../../model/index.ts'
import { counted } from '../../../phrases.ts'
import { suitePairs } from '../../../policy/suites.ts'
import { mayBecome } from '../../../policy/workflow-file/written-inputs.ts'
import { isCompared, type Section } from '../../../report/sections/report.ts'
import type { AttemptSessions } from '../../attempts/find-attempts.ts'
import { type Stored, usableBaselines } from '../../pull-request/stored-baseline.ts'
import type { Judged } from '../../pull-request/what-judges.ts'
import type { MeasuredLeg } from './leg.ts'

/** A section before its comparison. */
export type Prepared = {
  suite: string
  machines: string[]
  runs: string[]
  request: ComparisonRequest
  notes: Warning[]
}

type Interleaved = AttemptSessions & { baseline: Session }

/** A leg is interleaved if its last attempt was. Attempts that were not are left out. */
const interleaved = ({ attempts }: MeasuredLeg): Interleaved[] =>
  attempts[0]?.baseline
    ? attempts.flatMap(each => (each.baseline ? [{ ...each, baseline: each.baseline }] : []))
    : []

/** The suite of a leg; for a shard, the whole suite that it is a part of. */
export const wholeSuite = ({ suite, shard }: MeasuredLeg): string => suiteOf(suite, shard)

/** The name under which the base branch stored what a leg measured; `before` says it of a whole suite. */
export const suiteBefore = (
  { suite, shard }: Pick<MeasuredLeg, 'suite' | 'shard'>,
  before: (suite: string) => string,
): string => shardName(before(suiteOf(suite, shard)), shard)

/** Whether a leg measured the candidate alone, and needs a stored baseline. */
export const needsBaseline = (leg: MeasuredLeg): boolean => interleaved(leg).length === 0

function joinedNotes(legs: MeasuredLeg[], attempts: AttemptSessions[]): Warning[] {
  const runOf = ({ run }: AttemptSessions) => run.split('/', 1)[0]
  const own = legs[0]?.attempts[0]
  const others = attempts.filter(each => own && runOf(each) !== runOf(own)).length
  const earlier = attempts.length - others - legs.length
  const texts = [
    earlier === 0 ? null : earlier === 1 ? 'one earlier attempt' : `${earlier} earlier attempts`,
    others === 0 ? null : `${counted(others, 'other measurement')} of this commit`,
  ].filter(text => text !== null)
  if (texts.length === 0) return []
  return [{ code: 'attempts-joined', message: `the runs of ${texts.join(' and of ')} were joined` }]
}

function interleavedSection(suite: string, legs: MeasuredLeg[], policy: Policy): Prepared {
  const attempts = legs.flatMap(interleaved)
  const [baselines, candidates] = [attempts.map(each => each.baseline), attempts.map(each => each.candidate)]
  return {
    suite,
    machines: legs.map(leg => leg.machine),
    runs: attempts.map(({ run }) => run),
    request: interleavedRequest(baselines, candidates, policy),
    notes: joinedNotes(legs, attempts),
  }
}

function storedSection({ suite, machine, attempts }: MeasuredLeg, stored: Stored, policy: Policy): Prepared {
  const candidates = attempts.map(each => each.candidate)
  const { baselines, warnings } = usableBaselines(stored, candidates[0]?.testbed ?? null)
  return {
    suite,
    machines: [machine],
    runs: attempts.map(({ run }) => run),
    request: storedRequest(baselines, candidates, {
      policy,
      nights: stored.nights,
      unreadable: stored.obstacle,
    }),
    notes: warnings,
  }
}

function sectionOf({ suite, machines, runs, notes }: Prepared, member: FamilyMember): Section {
  const { comparison } = member
  if (comparison === null) return { suite, machines, runs, ...member }
  return { suite, machines, runs, comparison: withWarnings(comparison, notes), problem: null }
}

/** A section for each suite and design, before its comparison. `waiting` legs, this one too, still need a baseline. */
export async function prepareSections(
  legs: MeasuredLeg[],
  policy: Policy,
  baselineOf: (leg: MeasuredLeg, waiting: number) => Promise<Stored>,
): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  let waiting = legs.filter(needsBaseline).length
  for (const suite of new Set(legs.map(wholeSuite))) {
    const ofSuite = legs
      .filter(leg => wholeSuite(leg) === suite)
      .sort((a, b) => a.machine.localeCompare(b.machine, 'en'))
    const both = ofSuite.filter(leg => !needsBaseline(leg))
    if (both.length > 0) prepared.push(interleavedSection(suite, both, policy))
    for (const leg of ofSuite.filter(needsBaseline)) {
      prepared.push(storedSection(leg, await baselineOf(leg, waiting--), policy))
    }
  }
  return prepared
}

/** The sections, all compared as one family. */
export function compareSections(prepared: Prepared[]): Section[] {
  const members = compareTogether(prepared.map(each => each.request))
  return prepared.map((each, i) => sectionOf(each, members[i] as FamilyMember))
}

/** The comparison that the job of one leg made by itself; null where the leg is in none of the sections. */
export function requestAlone(leg: MeasuredLeg, prepared: Prepared[]): ComparisonRequest | null {
  const newest = leg.attempts[0]?.run ?? ''
  const section = prepared.find(({ runs }) => runs.includes(newest))
  if (section === undefined || needsBaseline(leg)) return section?.request ?? null
  return interleavedSection(leg.suite, [leg], section.request.policy).request
}

/** Whether only the pull request describes the suite, and nothing of the base commit measures one of that name. */
function isNewSuite(suite: string, { configs }: Judged, inWorkflow: string[]): boolean {
  const pair = suitePairs(configs.base, configs.proposed).find(({ name }) => name === suite)
  if (pair === undefined || pair.candidate === null || pair.baseline !== null) return false
  return !inWorkflow.some(written => mayBecome(written, suite))
}

/** The sections, of which those of new suites need no baseline. The workflow has the commands of the suites `inWorkflow`. */
export const withNewSuites = (sections: Section[], judged: Judged, inWorkflow: string[]): Section[] =>
  sections.map(section =>
    isCompared(section) && isNewSuite(section.suite, judged, inWorkflow)
      ? { ...section, comparison: asNewSuite(section.comparison) }
      : section,
  )
