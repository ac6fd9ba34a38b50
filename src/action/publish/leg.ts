// A leg of a run: what one job measured of one suite on one machine, read back from its artifacts. Suite and machine are
// checked against the artifact's name. From a fork only the numbers are taken.
import { gunzipSync } from 'node:zlib'
import { artifactName, ofAttempt, splitAttempt } from '../../github/artifacts/name.ts'
import { readStoredSession } from '../../history/store/session-file.ts'
import type { Session } from '../../model/index.ts'
import { boundedSession } from './fork-limits.ts'

/** `run` names the runs as records do. `baseline` is null where the attempt measured the candidate alone. */
export type LegAttempt = { run: string; candidate: Session; baseline: Session | null }

export type MeasuredLeg = {
  suite: string
  fingerprint: string
  machine: string
  /** The commit that the last attempt says it measured. */
  commit: string
  /** The last one first. */
  attempts: LegAttempt[]
}

/** The certain facts about a run of a fork's code; null for a run of this repository. */
export type Fork = { headSha: string }

const maxDocumentBytes = 64 * 1024 * 1024
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

function readSession(name: string, bytes: Uint8Array, leg: string, fork: Fork | null): Session {
  const session = readStoredSession('result.json', unpacked(name, bytes), `${name} of ${leg}`)
  return fork ? boundedSession(session) : session
}

/** The revision that a fork states is replaced by the event's, and dropped for its baseline. */
function withKnownRevisions(attempt: LegAttempt, fork: Fork | null): LegAttempt {
  if (!fork) return attempt
  const { run, candidate, baseline } = attempt
  const revision = { commit: fork.headSha, ref: null, dirty: null }
  return { run, candidate: { ...candidate, revision }, baseline: baseline && { ...baseline, revision: null } }
}

/** `result.json.gz` → `baseline.json.gz`, `result-attempt-1.json` → `baseline-attempt-1.json`. */
const counterpart = (name: string) => name.replace(/^result/, 'baseline')

/** Older versions kept files of earlier attempts, with a number; infinite for the artifact's own. */
const attemptOf = (name: string) => Number(/-attempt-(\d+)/.exec(name)?.[1] ?? Number.POSITIVE_INFINITY)

/** The own file has no number; the others follow, the newer first. */
function resultNames(files: Map<string, Uint8Array>): string[] {
  const names = [...files.keys()].filter(name => name.startsWith('result'))
  return names.sort((a, b) => attemptOf(b) - attemptOf(a))
}

/** Older versions named every attempt's artifact alike: their own is the one after those that it keeps. */
function ownAttempt(name: string, names: string[]): number {
  const { attempt } = splitAttempt(name)
  return Math.max(attempt, 1 + Math.max(0, ...names.map(attemptOf).filter(Number.isFinite)))
}

/**
 * The leg in the files of artifact `name`, which is named `leg` without its attempt. Throws with the reason for what is
 * no result of this version, or not of the suite and machine that the name says.
 */
export function readLeg(
  { name, leg }: { name: string; leg: string },
  files: Map<string, Uint8Array>,
  fork: Fork | null,
): MeasuredLeg {
  const names = resultNames(files)
  const own = ownAttempt(name, names)
  if (!names.some(each => /^result\.json/.test(each))) throw new Error('it holds no result.json.gz')
  if (names.length > maxAttempts) throw new Error(`it holds ${names.length} attempts`)
  const attempts = names.map(each => {
    const other = files.get(counterpart(each))
    const attempt = attemptOf(each)
    return {
      run: ofAttempt(leg, Number.isFinite(attempt) ? attempt : own),
      candidate: readSession(each, files.get(each) as Uint8Array, name, fork),
      baseline: other ? readSession(counterpart(each), other, name, fork) : null,
    }
  })
  const { suite, testbed, revision } = (attempts[0] as LegAttempt).candidate
  const fingerprint = testbed?.fingerprint ?? ''
  if (artifactName('candidate', suite ?? '', fingerprint) !== leg) {
    throw new Error('its result is of another suite or machine than its name says')
  }
  return {
    suite: suite ?? '',
    fingerprint,
    machine: testbed?.facts.machine ?? fingerprint,
    commit: revision?.commit ?? '',
    attempts: attempts.map(each => withKnownRevisions(each, fork)),
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
