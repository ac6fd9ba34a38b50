// A job that is run again: what its earlier attempts measured is joined with what this one did, and only all of it
// together may turn a red result green. What cannot be joined is named, and what failed there stands.
import type { JobContext } from '../github/context.ts'
import type { Values } from '../inputs.ts'
import { type Comparison, mustMatch, type Policy, type Session, type Warning } from '../model.ts'
import { compareBlocks, compareStored } from '../pipeline.ts'
import {
  type Attempt,
  attemptFiles,
  type EarlierAttempts,
  earlierAttempts,
  type TestbedAttempts,
} from './attempts.ts'
import { withStanding } from './recorded-comparison.ts'

/** `sessions` are what was measured in this job, by the name of their file. */
export type JoinedResult = { comparison: Comparison; sessions: Record<string, Session> }

type Found = EarlierAttempts & { notes: Warning[] }

async function earlier(values: Values, context: JobContext, { testbed }: Session): Promise<Found> {
  const lost = (reason: string) => ({
    code: 'attempts-lost',
    message: `what earlier attempts measured could not be read: ${reason}`,
  })
  try {
    const found = await earlierAttempts(values, context, testbed?.fingerprint ?? '')
    return { ...found, notes: found.lost.map(lost) }
  } catch (error) {
    return { testbeds: [], lost: [], notes: [lost((error as Error).message)] }
  }
}

function joinedNote(joined: Attempt[]): Warning[] {
  if (joined.length === 0) return []
  const count = joined.length === 1 ? 'one earlier attempt' : `${joined.length} earlier attempts`
  const labels = joined.map(({ label }) => label).join(', ')
  return [{ code: 'attempts-joined', message: `the runs of ${count} of this job were joined (${labels})` }]
}

/** Why an attempt is no part of the test: it may be another job's, its testbed is another one, or nothing alternated. */
function whyApart({ candidate }: Attempt, { here, sure }: TestbedAttempts, own: Session): string {
  if (!sure) return 'which job measured it is not known (with actions: read it may be)'
  if (here) return 'it measured the candidate alone, and this one both sides'
  const [one, other] = [candidate.testbed?.facts, own.testbed?.facts]
  const different = mustMatch.filter(name => one?.[name] !== other?.[name])
  const which = different.length === 0 ? '' : ` (different: ${different.join(', ')})`
  return `its testbed is another one${which}, and its runs cannot be pooled with this one's`
}

type Test = { candidate: Session; joined: (attempt: Attempt, testbed: TestbedAttempts) => boolean }

/** The attempts that are joined, and what to make of a comparison with them. */
function joining({ testbeds, notes }: Found, { candidate, joined }: Test) {
  const attempts = testbeds.flatMap(testbed => testbed.attempts.map(attempt => ({ attempt, testbed })))
  const isIn = attempts.map(({ attempt, testbed }) => joined(attempt, testbed))
  const apart = attempts
    .filter((_, i) => !isIn[i])
    .map(({ attempt, testbed }) => ({
      code: 'attempts-apart',
      message: `${attempt.label} was not joined: ${whyApart(attempt, testbed, candidate)}`,
    }))
  const standing = testbeds.flatMap(testbed => {
    const { here, attempts, recorded } = testbed
    const [newest, ...older] = attempts
    if (!newest || !recorded) return []
    const isNewest = joined(newest, testbed)
    const all = isNewest && older.every(attempt => joined(attempt, testbed))
    return [{ ...recorded, here, newest: isNewest, all }]
  })
  const together = attempts.flatMap(({ attempt }, i) => (isIn[i] ? [attempt] : []))
  const told = [...notes, ...joinedNote(together), ...apart]
  const finish = (comparison: Comparison): Comparison => {
    const stood = withStanding(comparison, standing)
    return { ...stood, warnings: [...told, ...stood.warnings] }
  }
  return { together, finish }
}

/** `unreadable`: why no baseline could be read, where it is not that there is none. */
export type StoredRequest = {
  candidate: Session
  baselines: Session[]
  unreadable?: string | null
  policy: Policy
}

/** `candidate`, this job's session, and those of its earlier attempts on this testbed against stored `baselines`. */
export async function compareStoredAttempts(
  values: Values,
  context: JobContext,
  { candidate, baselines, unreadable, policy }: StoredRequest,
): Promise<JoinedResult> {
  const found = await earlier(values, context, candidate)
  const { together, finish } = joining(found, { candidate, joined: (_, { here }) => here })
  const candidates = [candidate, ...together.map(attempt => attempt.candidate)]
  const compared = compareStored(baselines, candidates, {
    policy,
    unreadable: unreadable ?? null,
    assumedGrade: 'untuned',
  })
  return {
    comparison: finish(compared),
    sessions: { 'result.json.gz': candidate, ...attemptFiles(found) },
  }
}

type Alternated = { comparison: Comparison; baseline: Session; candidate: Session }

/** What this job compared alternating both sides, and what its earlier attempts did, each on a testbed of its own. */
export async function compareAlternatedAttempts(
  values: Values,
  context: JobContext,
  { comparison, baseline, candidate, policy }: Alternated & { policy: Policy },
): Promise<JoinedResult> {
  const found = await earlier(values, context, candidate)
  const joined = ({ baseline }: Attempt, { sure }: TestbedAttempts) => sure && baseline !== null
  const { together, finish } = joining(found, { candidate, joined })
  const blocks = together.flatMap(each =>
    each.baseline ? [{ candidate: each.candidate, baseline: each.baseline }] : [],
  )
  const baselines = [baseline, ...blocks.map(block => block.baseline)]
  const candidates = [candidate, ...blocks.map(block => block.candidate)]
  const compared = blocks.length === 0 ? comparison : compareBlocks(baselines, candidates, policy)
  return {
    comparison: finish(compared),
    sessions: { 'result.json.gz': candidate, 'baseline.json.gz': baseline, ...attemptFiles(found) },
  }
}
