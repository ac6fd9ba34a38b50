// The artifacts of earlier attempts of this job, which may have run on another machine, or with another kernel.
import { readStoredSession } from '../../files/session-file.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { type AttemptArtifact, earlierArtifacts } from '../../github/artifacts/earlier-attempts.ts'
import { artifactName, fingerprintIn, sessionsName } from '../../github/artifacts/name.ts'
import { type JobsOf, jobAt, jobNow, mayBeEarlierAttempt } from '../../github/runs/run-jobs.ts'
import type { Values } from '../../inputs/values.ts'
import type { Session } from '../../model/index.ts'
import { type AttemptRecord, recordOfArtifact, withoutAccount } from './attempt-record.ts'
import { saysNothingMeasured, unmeasuredRecord } from './unmeasured-artifact.ts'

/** `run` names the runs as records do. `baseline` is null where the attempt measured the candidate alone. */
export type AttemptSessions = {
  number: number
  run: string
  candidate: Session
  baseline: Session | null
}

/** The sessions in a candidate's artifact; null without a result. `name` is without attempt. Throws as `read` does. */
export function sessionsIn(
  { runId, name, attempt }: { runId: number; name: string; attempt: number },
  files: Map<string, Uint8Array>,
  read: (file: string, bytes: Uint8Array) => Session,
): AttemptSessions | null {
  const sideOf = (side: 'result' | 'baseline') => {
    const file = [...files.keys()].find(each => each.startsWith(`${side}.json`))
    return file === undefined ? null : read(file, files.get(file) as Uint8Array)
  }
  const candidate = sideOf('result')
  if (candidate === null) return null
  return { number: attempt, run: sessionsName(runId, name, attempt), candidate, baseline: sideOf('baseline') }
}

/** `here`: it was on this testbed. `sure`: certainly of this job, or `isOther`: in another run on the same commits. */
export type Attempt = AttemptSessions & { label: string; here: boolean; sure: boolean; isOther: boolean }

/** Names the attempt of another run. */
export const otherLabel = (runId: number, attempt: number) =>
  attempt > 1 ? `attempt ${attempt} of run ${runId}` : `run ${runId}`

/** `lost` names the artifacts that could not be read. */
export type EarlierAttempts = { attempts: Attempt[]; records: AttemptRecord[]; lost: string[] }

export const noAttempts: EarlierAttempts = { attempts: [], records: [], lost: [] }

const machineOf = ({ testbed }: Session) => testbed?.facts.machine ?? null
const runnerOf = (session: Session) => session.testbed?.facts.runner ?? machineOf(session)

type AttemptPlace = Pick<Attempt, 'here' | 'sure'>

/** The attempt in an artifact of run `artifact.runId`, null without a result; `ownRun` is the run of this job. */
export function attemptIn(
  artifact: AttemptArtifact,
  { here, sure }: AttemptPlace,
  ownRun: number,
): Attempt | null {
  const { runId, name, files } = artifact
  const read = (file: string, bytes: Uint8Array) => readStoredSession(file, bytes, `${file} of ${name}`)
  const sessions = sessionsIn(artifact, files, read)
  if (sessions === null) return null
  const { number, run, candidate, baseline } = sessions
  const place = here ? '' : ` on ${machineOf(candidate) ?? 'another machine'}`
  const isOther = runId !== ownRun
  const label = isOther ? `${otherLabel(runId, number)}${place}` : `attempt ${number}${place}`
  const sourced = (side: Session) => ({ ...side, source: isOther ? label : `${label} of this run` })
  const sides = { candidate: sourced(candidate), baseline: baseline && sourced(baseline) }
  return { number, run, label, here, sure, isOther, ...sides }
}

export type Suite = Pick<Values, 'name' | 'mode'>

/** Whether a name is that of a candidate of this suite. A leg leaves those of other machines to the publish job. */
export function isCandidate(values: Suite, own: string): (name: string) => boolean {
  const isOfSuite = (name: string) => fingerprintIn('candidate', values.name, name) !== null
  return name => name === own || (values.mode !== 'measure' && isOfSuite(name))
}

/** Null for the artifact of another job of this run: a leg of a matrix on another machine. */
async function attemptPlace(
  artifact: AttemptArtifact,
  { candidate }: Attempt,
  { runnerName, runAttempt }: JobContext,
  jobsOf: JobsOf,
): Promise<AttemptPlace | null> {
  const jobs = (attempt: number) => jobsOf(attempt).catch(() => [])
  const own = jobNow(await jobs(runAttempt), { runner: runnerName, attempt: runAttempt })
  const maker = jobAt(await jobs(artifact.attempt), { runner: runnerOf(candidate), at: artifact.createdAt })
  if (!mayBeEarlierAttempt(maker, own, runAttempt)) return null
  return { here: false, sure: maker !== null && own !== null }
}

async function addTo(
  all: EarlierAttempts,
  artifact: AttemptArtifact,
  { own, context, jobsOf }: { own: string; context: JobContext; jobsOf: JobsOf },
): Promise<void> {
  const here = artifact.name === own
  const unplaced = attemptIn(artifact, { here, sure: here }, context.runId)
  if (unplaced === null) return
  const place = here ? { here, sure: true } : await attemptPlace(artifact, unplaced, context, jobsOf)
  if (!place) return
  all.attempts.push({ ...unplaced, ...place })
  const record = recordOfArtifact(artifact)
  // A record that may be another job's can keep this one red, and never vouch for it.
  if (record) all.records.push(place.sure ? record : withoutAccount(record))
}

/** Uploads of earlier attempts of this job, those on this testbed first, the newest first. Throws why it cannot list. */
export async function earlierAttempts(
  context: ConnectedJob,
  { values, fingerprint, jobsOf }: { values: Suite; fingerprint: string; jobsOf: JobsOf },
): Promise<EarlierAttempts> {
  const own = artifactName('candidate', values.name, fingerprint)
  const isMeasured = isCandidate(values, own)
  const { reportName = values.name } = context
  const isFailure = (name: string) => saysNothingMeasured({ suite: values.name, report: reportName }, name)
  const isWanted = (name: string) => isMeasured(name) || isFailure(name)
  const { found, lost } = await earlierArtifacts(context, { own, isWanted }).catch(error => {
    throw new Error(explainRefusal(error, 'actions: read'))
  })
  const all: EarlierAttempts = { attempts: [], records: [], lost }
  const claims: AttemptRecord[] = []
  for (const artifact of found) {
    try {
      if (isMeasured(artifact.name)) await addTo(all, artifact, { own, context, jobsOf })
      else claims.push(...(await unmeasuredRecord(artifact, context, jobsOf)))
    } catch (error) {
      lost.push(`${artifact.name}: ${(error as Error).message}`)
    }
  }
  // What was measured after all contradicts the word that nothing was.
  const isMade = (attempt: number) => all.attempts.some(each => each.number === attempt && each.sure)
  all.records.push(...claims.map(record => (isMade(record.attempt) ? withoutAccount(record) : record)))
  all.attempts.sort((a, b) => Number(b.here) - Number(a.here) || b.number - a.number)
  return all
}
