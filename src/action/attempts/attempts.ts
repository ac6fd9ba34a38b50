// What earlier attempts of this job measured and reported: a job that is run again may find another machine, or this one
// with another kernel.

import type { Octokit } from '../../github/api/base-commits.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { type JobsOf, jobAt, jobNow, mayBeEarlierAttempt } from '../../github/api/run-jobs.ts'
import { type AttemptArtifact, earlierArtifacts } from '../../github/artifacts/earlier-attempts.ts'
import { artifactName, ofAttempt } from '../../github/artifacts/name.ts'
import { readStoredSession } from '../../history/store/session-file.ts'
import type { Values } from '../../inputs/table.ts'
import type { Session } from '../../model/index.ts'
import { recordOfReport } from '../publish/old-report.ts'
import { type AttemptRecord, readRecord, recordFile, withoutAccount } from './record.ts'
import { isUnmeasured, unmeasuredRecord } from './unmeasured.ts'

/**
 * `run` names the runs as records do. `here` says whether it was on this testbed, `sure` whether it was this job.
 * `baseline` is null where the attempt measured the candidate only.
 */
export type Attempt = {
  number: number
  run: string
  label: string
  here: boolean
  sure: boolean
  candidate: Session
  baseline: Session | null
}

/** `lost` says what could not be read. */
export type EarlierAttempts = { attempts: Attempt[]; records: AttemptRecord[]; lost: string[] }

const machineOf = ({ testbed }: Session) => testbed?.facts.machine ?? null

type Place = Pick<Attempt, 'here' | 'sure'>

/** Artifacts of older versions hold earlier attempts, too, in files that carry their numbers. */
function attemptsIn({ name, attempt, files }: AttemptArtifact, { here, sure }: Place): Attempt[] {
  const session = (file: string) => {
    const bytes = files.get(file)
    return bytes ? readStoredSession(file, bytes, `${file} of ${name}`) : null
  }
  const results = [...files.keys()].filter(file => file.startsWith('result'))
  const numberIn = (file: string) => Number(/-attempt-(\d+)/.exec(file)?.[1] ?? 0)
  const own = attempt > 1 ? attempt : Math.max(0, ...results.map(numberIn)) + 1
  const attempts = results.flatMap((file): Attempt[] => {
    const candidate = session(file)
    if (candidate === null) return []
    const baseline = session(file.replace(/^result/, 'baseline'))
    const number = numberIn(file) || own
    const label = `attempt ${number}${here ? '' : ` on ${machineOf(candidate) ?? 'another machine'}`}`
    const sourced = (side: Session) => ({ ...side, source: `${label} of this run` })
    const both = { candidate: sourced(candidate), baseline: baseline && sourced(baseline) }
    return [{ number, run: ofAttempt(name, number), label, here, sure, ...both }]
  })
  return attempts.sort((a, b) => b.number - a.number)
}

/** Null where the artifact has no report: its runs can still be joined. */
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

/** Every machine has an artifact of its own: another suite's name is another length, or no fingerprint behind ours. */
function isCandidate(values: Suite, own: string): (name: string) => boolean {
  const prefix = artifactName('candidate', values.name, '')
  // The publish job takes every machine's artifact for itself.
  const isOther = (name: string) =>
    values.mode !== 'measure' && name.startsWith(prefix) && /^[0-9a-f]{12}$/.test(name.slice(prefix.length))
  return name => name === own || isOther(name)
}

/** Whose job it was; null for what another job of this run left: a leg of a matrix on another machine. */
async function placeOf(
  artifact: AttemptArtifact,
  attempts: Attempt[],
  { runnerName, runAttempt }: JobContext,
  jobsOf: JobsOf,
): Promise<Place | null> {
  const jobs = (attempt: number) => jobsOf(attempt).catch(() => [])
  const [newest] = attempts
  const own = jobNow(await jobs(runAttempt), { runner: runnerName, attempt: runAttempt })
  const runner = newest ? machineOf(newest.candidate) : null
  const maker = jobAt(await jobs(artifact.attempt), { runner, at: artifact.createdAt })
  if (!mayBeEarlierAttempt(maker, own, runAttempt)) return null
  return { here: false, sure: maker !== null && own !== null }
}

type Reading = { own: string; context: JobContext; jobsOf: JobsOf }

async function addTo(all: EarlierAttempts, artifact: AttemptArtifact, { own, context, jobsOf }: Reading) {
  const here = artifact.name === own
  const unplaced = attemptsIn(artifact, { here, sure: here })
  const place = here ? { here, sure: true } : await placeOf(artifact, unplaced, context, jobsOf)
  if (!place || unplaced.length === 0) return
  const attempts = unplaced.map(each => ({ ...each, ...place }))
  all.attempts.push(...attempts)
  const record = recordIn(artifact, attempts)
  // What may be another job's can keep this one red, and never vouch for it.
  if (record) all.records.push(place.sure ? record : withoutAccount(record))
}

/**
 * What earlier attempts of this job left, this testbed's (`fingerprint`) first and the newest first. Throws with the
 * reason when nothing can be listed.
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
