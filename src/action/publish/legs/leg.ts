// A leg of a run: the sessions of one job, for one suite on one machine, read back from its artifacts. Suite and
// machine are checked against the artifact's name. From a fork only the numbers are taken.
import { gunzipSync } from 'node:zlib'
import { readStoredSession } from '../../../files/session-file.ts'
import { artifactName, splitAttempt } from '../../../github/artifacts/name.ts'
import type { Plan, Session } from '../../../model/index.ts'
import { formatCount } from '../../../phrases.ts'
import type { Nightly } from '../../../report/words/night-levels.ts'
import { type AttemptSessions, sessionsIn } from '../../attempts/find-attempts.ts'
import { nightsFile, readNights, readUntouched, untouchedFile } from '../../left-files.ts'
import { boundedSession } from './fork-limits.ts'

export type MeasuredLeg = {
  suite: string
  /** The shard of the suite that it measured; null for all. */
  shard: NonNullable<Plan['shard']> | null
  fingerprint: string
  machine: string
  /** The commit that the last attempt says it measured. */
  commit: string
  /** The suites that its job did not have to measure. */
  untouched: string[]
  /** The nights before, where its job has read them. */
  nightly?: Nightly | null
  /** The last one first. */
  attempts: AttemptSessions[]
}

/** The certain facts about a run of a fork's code; null for a run of this repository. */
export type Fork = { headSha: string }

const maxDocumentBytes = 64 * 1024 * 1024
/** A measured document of the greatest size has fewer. */
const maxParts = 6_000_000
const maxAttempts = 20

function unpacked(name: string, bytes: Uint8Array): Uint8Array {
  if (!name.endsWith('.gz')) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxDocumentBytes })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw new Error(
      code === 'ERR_BUFFER_TOO_LARGE'
        ? `${name} unpacks to more than ${maxDocumentBytes} bytes`
        : `${name} cannot be unpacked: ${message}`,
    )
  }
}

const partMarks = new Set(Buffer.from('{["'))

/** Objects, lists and texts: each takes some fifty bytes of memory, however short. */
function assertFewParts(name: string, json: Uint8Array): void {
  let parts = 0
  for (const byte of json) if (partMarks.has(byte)) parts++
  if (parts > maxParts)
    throw new Error(
      `${name} has ${formatCount(parts)} objects, lists and texts, at most ${formatCount(maxParts)} are read`,
    )
}

function readSession(name: string, bytes: Uint8Array, leg: string, fork: Fork | null): Session {
  const json = unpacked(name, bytes)
  assertFewParts(name, json)
  const session = readStoredSession('result.json', json, `${name} of ${leg}`)
  return fork ? boundedSession(session) : session
}

/** The revision that a fork states is replaced by the event's, and dropped for its baseline. */
function withKnownRevisions(attempt: AttemptSessions, fork: Fork | null): AttemptSessions {
  if (!fork) return attempt
  const { candidate, baseline } = attempt
  const revision = { commit: fork.headSha, ref: null, dirty: null }
  const sides = {
    candidate: { ...candidate, revision },
    baseline: baseline && { ...baseline, revision: null },
  }
  return { ...attempt, ...sides }
}

/** The leg `leg` in the files of artifact `name`. Throws why where it is no result, or of another suite or machine. */
export function readLeg(
  { runId, name, leg }: { runId: number; name: string; leg: string },
  files: Map<string, Uint8Array>,
  fork: Fork | null,
): MeasuredLeg {
  const { attempt } = splitAttempt(name)
  const read = (file: string, bytes: Uint8Array) => readSession(file, bytes, name, fork)
  const sessions = sessionsIn({ runId, name: leg, attempt }, files, read)
  if (sessions === null) throw new Error('it holds no result.json.gz')
  const { suite, plan, testbed, revision } = sessions.candidate
  const fingerprint = testbed?.fingerprint ?? ''
  const [omitted, nights] = [files.get(untouchedFile), files.get(nightsFile)]
  if (omitted) assertFewParts(untouchedFile, omitted)
  if (nights) assertFewParts(nightsFile, nights)
  if (artifactName('candidate', suite ?? '', fingerprint) !== leg) {
    throw new Error('its result is of another suite or machine than its name says')
  }
  return {
    suite: suite ?? '',
    shard: plan?.shard ?? null,
    fingerprint,
    machine: testbed?.facts.machine ?? fingerprint,
    commit: revision?.commit ?? '',
    untouched: omitted === undefined ? [] : readUntouched(omitted, `${untouchedFile} of ${name}`),
    // They are the default branch's, which no fork vouches for.
    nightly: nights === undefined || fork !== null ? null : readNights(nights),
    attempts: [withKnownRevisions(sessions, fork)],
  }
}

/** One leg from the artifacts of its attempts, the newest first: the newest says what it is, and all runs count. */
export function joinedLeg(reads: MeasuredLeg[]): MeasuredLeg {
  const runs = new Set<string>()
  const attempts = reads
    .flatMap(each => each.attempts)
    .filter(({ run }) => !runs.has(run) && runs.add(run))
    .slice(0, maxAttempts)
  return { ...(reads[0] as MeasuredLeg), attempts }
}
