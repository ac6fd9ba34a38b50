// The artifacts of earlier attempts of this job: their sessions and their records. A job that is run again may get another
// machine, or this one with another kernel.

import { readStoredSession } from '../../files/session-file.ts'
import type { Octokit } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { type JobsOf, jobAt, jobNow, mayBeEarlierAttempt } from '../../github/api/run-jobs.ts'
import { type AttemptArtifact, earlierArtifacts } from '../../github/artifacts/earlier-attempts.ts'
import { artifactName, fingerprintIn } from '../../github/artifacts/name.ts'
import type { Values } from '../../inputs/values.ts'
import type { Session } from '../../model/index.ts'
import {
  type AttemptRecord,
  readRecord,
  recordFile,
  recordOfReport,
  withoutAccount,
} from './attempt-record.ts'
import { type AttemptSessions, sessionsIn } from './candidate-files.ts'
import { isUnmeasured, unmeasuredRecord } from './unmeasured-artifact.ts'

/** `here`: it was on this testbed. `sure`: it was certainly this job. */
export type Attempt = AttemptSessions & { label: string; here: boolean; sure: boolean }

/** `lost` names the artifacts that could not be read. */
export type EarlierAttempts = { attempts: Attempt[]; records: AttemptRecord[]; lost: string[] }

const machineOf = ({ testbed }: Session) => testbed?.facts.machine ?? null
const runnerOf = (session: Session) => session.testbed?.facts.runner ?? machineOf(session)

type AttemptPlace = Pick<Attempt, 'here' | 'sure'>

function attemptsIn(artifact: AttemptArtifact, { here, sure }: AttemptPlace): Attempt[] {
  const { name, files } = artifact
  const read = (file: string, bytes: Uint8Array) => readStoredSession(file, bytes, `${file} of ${name}`)
  return sessionsIn(artifact, files, read).map(({ number, run, candidate, baseline }) => {
    const label = `attempt ${number}${here ? '' : ` on ${machineOf(candidate) ?? 'another machine'}`}`
    const sourced = (side: Session) => ({ ...side, source: `${label} of this run` })
    const sides = { candidate: sourced(candidate), baseline: baseline && sourced(baseline) }
    return { number, run, label, here, sure, ...sides }
  })
}

/** Null for an artifact without a report: its runs can still be joined. */
function recordIn(artifact: AttemptArtifact, attempts: Attempt[]): AttemptRecord | null {
  const { name, attempt, files } = artifact
  const text = (file: string) => {
    const bytes = files.get(file)
    return bytes ? Buffer.from(bytes).toString('utf8') : null
  }
  const [record, report] = [text(recordFile), text('comparison.json')]
  const source = `of attempt ${attempt} in ${name}`
  if (record !== null) return readRecord(record, `${recordFile} ${source}`)
  return report === null ? null : recordOfReport(report, `comparison.json ${source}`, attempts)
}

type Suite = Pick<Values, 'name' | 'mode'>

/** Whether a name is that of a candidate of this suite. A leg leaves those of other machines to the publish job. */
function isCandidate(values: Suite, own: string): (name: string) => boolean {
  const isOfSuite = (name: string) => fingerprintIn('candidate', values.name, name) !== null
  return name => name === own || (values.mode !== 'measure' && isOfSuite(name))
}

/** Null for the artifact of another job of this run: a leg of a matrix on another machine. */
async function attemptPlace(
  artifact: AttemptArtifact,
  attempts: Attempt[],
  { runnerName, runAttempt }: JobContext,
  jobsOf: JobsOf,
): Promise<AttemptPlace | null> {
  const jobs = (attempt: number) => jobsOf(attempt).catch(() => [])
  const [newest] = attempts
  const own = jobNow(await jobs(runAttempt), { runner: runnerName, attempt: runAttempt })
  const runner = newest ? runnerOf(newest.candidate) : null
  const maker = jobAt(await jobs(artifact.attempt), { runner, at: artifact.createdAt })
  if (!mayBeEarlierAttempt(maker, own, runAttempt)) return null
  return { here: false, sure: maker !== null && own !== null }
}

async function addTo(
  all: EarlierAttempts,
  artifact: AttemptArtifact,
  { own, context, jobsOf }: { own: string; context: JobContext; jobsOf: JobsOf },
): Promise<void> {
  const here = artifact.name === own
  const unplaced = attemptsIn(artifact, { here, sure: here })
  const place = here ? { here, sure: true } : await attemptPlace(artifact, unplaced, context, jobsOf)
  if (!place || unplaced.length === 0) return
  const attempts = unplaced.map(each => ({ ...each, ...place }))
  all.attempts.push(...attempts)
  const record = recordIn(artifact, attempts)
  // A record that may be another job's can keep this one red, and never vouch for it.
  if (record) all.records.push(place.sure ? record : withoutAccount(record))
}

/**
 * Finds the uploads of earlier attempts of this job: those on this testbed (`fingerprint`) first, then the others, each
 * from the newest on. Throws with the reason when artifacts cannot be listed.
 */
export async function earlierAttempts(
  octokit: Octokit,
  context: JobContext,
  { values, fingerprint, jobsOf }: { values: Suite; fingerprint: string; jobsOf: JobsOf },
): Promise<EarlierAttempts> {
  const own = artifactName('candidate', values.name, fingerprint)
  const isMeasured = isCandidate(values, own)
  const isWanted = (name: string) => isMeasured(name) || isUnmeasured(values, name)
  const { found, lost } = await earlierArtifacts(octokit, context, { own, isWanted }).catch(error => {
    throw new Error(explainRefusal(error, 'actions: read'))
  })
  const all: EarlierAttempts = { attempts: [], records: [], lost }
  for (const artifact of found) {
    try {
      if (isMeasured(artifact.name)) await addTo(all, artifact, { own, context, jobsOf })
      else all.records.push(...(await unmeasuredRecord(artifact, context, jobsOf)))
    } catch (error) {
      lost.push(`${artifact.name}: ${(error as Error).message}`)
    }
  }
  all.attempts.sort((a, b) => Number(b.here) - Number(a.here) || b.number - a.number)
  return all
}
