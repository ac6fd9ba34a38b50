// Joins the runs of this attempt with those of the job's earlier attempts. Only one test of all of them may turn a red result
// green. Attempts that cannot be joined are named, and their failures stay.
import { compareSessions } from '../../compare/compare-sessions.ts'
import {
  type ComparisonRequest,
  interleavedRequest,
  type NightRuns,
  storedRequest,
} from '../../compare/comparison-request.ts'
import { compareTogether } from '../../compare/verdict/compare-together.ts'
import { asNewSuite } from '../../compare/verdict/lone-suite.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { artifactName, sessionsName } from '../../github/artifacts/name.ts'
import { type Compared, warningsOfMeasuring } from '../../job/measure-with-looks.ts'
import {
  type Comparison,
  type FamilyMember,
  type Policy,
  type Session,
  type Warning,
  withWarnings,
} from '../../model/index.ts'
import { ownSession, type Sessions } from '../upload-results.ts'
import { type AttemptRecord, attemptRecord, findingsInComparison, withoutAccount } from './attempt-record.ts'
import {
  type EarlierFound,
  findEarlier,
  type JoiningInputs,
  notesOf,
  type OwnSides,
  sameBase,
} from './earlier-found.ts'
import type { Attempt } from './find-attempts.ts'
import { keepUnrefutedFailures, withLost } from './unrefuted-failures.ts'

/** What a suite measured, with the runs of earlier attempts beside its own: ready to be compared. */
export type Joined = {
  suite: string
  request: ComparisonRequest
  /** The comparison that was made while measuring, where nothing was joined to it. */
  made: Comparison | null
  found: EarlierFound
  own: OwnSides
  /** Those of this attempt. */
  sessions: Sessions
  /** Whether the base commit has no such suite. */
  isNew: boolean
  /** They become warnings of the comparison. */
  notes: Warning[]
}

/** `sessions` are those of this attempt; `record` is for the next one. `problem` says why nothing could be compared. */
export type JoinedResult = Pick<Joined, 'suite' | 'sessions'> & { record: AttemptRecord } & FamilyMember

function withEarlier(
  comparison: Comparison,
  { suite, found, own: sides }: Pick<Joined, 'suite' | 'found' | 'own'>,
  context: JobContext,
): { comparison: Comparison; record: AttemptRecord } {
  const { runId, runAttempt: attempt } = context
  const { testbed } = sides.candidate
  const { together, reports } = found
  const name = artifactName('candidate', suite, testbed?.fingerprint ?? '')
  const runs = [sessionsName(runId, name, attempt), ...together.map(({ run }) => run)]
  const kept = keepUnrefutedFailures(comparison, reports.findings, { runs, runId, name })
  const machine = testbed?.facts.machine ?? null
  const own = findingsInComparison(kept.comparison, { run: runId, by: attempt, of: runs, suite, machine })
  const record = attemptRecord(context, {
    fingerprint: testbed?.fingerprint ?? null,
    accounts: reports.accounts,
    knows: reports.knows,
    findings: [...kept.standing, ...own],
  })
  const noted = withLost(kept.comparison, reports.lost)
  return { comparison: withWarnings(noted, notesOf(found, sides)), record }
}

/** `unreadable` says why no baseline could be read, where there may be one. */
type StoredAttempt = {
  candidate: Session
  baselines: Session[]
  nights?: NightRuns[] | undefined
  unreadable?: string | null
  policy: Policy
  isNew?: boolean
}

/** This attempt and the earlier ones on this testbed, for stored `baselines`. */
export async function joinStored(
  values: JoiningInputs,
  context: ConnectedJob,
  { candidate, baselines, nights, unreadable, policy, isNew = false }: StoredAttempt,
): Promise<Joined> {
  const found = await findEarlier(values, context, { candidate, isJoined: ({ here }) => here })
  const candidates = [candidate, ...found.together.map(attempt => attempt.candidate)]
  return {
    suite: values.name,
    request: storedRequest(baselines, candidates, { policy, nights, unreadable: unreadable ?? null }),
    made: null,
    found,
    own: { candidate, baseline: null },
    sessions: { [ownSession]: candidate },
    isNew,
    notes: [],
  }
}

/** This attempt, which interleaved both sides, and the earlier ones that did, each on a testbed of its own. */
export async function joinInterleaved(
  values: JoiningInputs,
  context: ConnectedJob,
  { comparison, baseline, candidate, policy }: Compared & { policy: Policy },
): Promise<Joined> {
  const own = { candidate, baseline }
  const isJoined = (attempt: Attempt) => attempt.sure && sameBase(attempt, own)
  const found = await findEarlier(values, context, { candidate, isJoined })
  const others = found.together.flatMap(each =>
    each.baseline ? [{ candidate: each.candidate, baseline: each.baseline }] : [],
  )
  const baselines = [baseline, ...others.map(each => each.baseline)]
  const candidates = [candidate, ...others.map(each => each.candidate)]
  return {
    suite: values.name,
    request: interleavedRequest(baselines, candidates, policy),
    made: others.length === 0 ? comparison : null,
    found,
    own,
    sessions: { [ownSession]: candidate, 'baseline.json.gz': baseline },
    isNew: false,
    notes: [],
  }
}

/** The comparisons of all suites of a job, as one family. Throws where the only one cannot be compared. */
function comparedAll(joined: Joined[], isWhole: boolean): FamilyMember[] {
  const [only, ...others] = joined
  if (only !== undefined && others.length === 0 && isWhole)
    return [{ comparison: only.made ?? compareSessions(only.request), problem: null }]
  return compareTogether(joined.map(({ request }) => request)).map((member, i) => {
    if (member.comparison === null) return member
    const made = joined[i]?.made ?? null
    const told = made === null ? [] : warningsOfMeasuring(made)
    return { comparison: withWarnings(member.comparison, told), problem: null }
  })
}

/** Compares what the suites of a job measured, all as one family, with the earlier attempts of each. */
export function concluded(joined: Joined[], context: JobContext): JoinedResult[] {
  // Of several suites, one that cannot be compared is a problem of its own section.
  const isWhole = joined.every(({ suite }) => (context.reportName ?? suite) === suite)
  return comparedAll(joined, isWhole).map((member, i): JoinedResult => {
    const one = joined[i] as Joined
    const { suite, sessions, isNew, notes } = one
    if (member.comparison === null)
      return { suite, sessions, ...member, record: withoutAccount(attemptRecord(context)) }
    const own = isNew ? asNewSuite(member.comparison) : member.comparison
    const { comparison, record } = withEarlier(own, one, context)
    return { suite, sessions, comparison: withWarnings(comparison, notes), problem: null, record }
  })
}
