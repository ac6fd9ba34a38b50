// What earlier attempts of this job measured, by testbed: a job that is run again may find another machine, or this
// one with another kernel.
import { artifactName } from '../github/artifact-name.ts'
import { connect } from '../github/connect.ts'
import type { JobContext } from '../github/context.ts'
import { type AttemptArtifact, earlierArtifacts } from '../github/earlier-attempts.ts'
import { jobAt, jobNow, mayBeEarlierAttempt, type RunJob, runJobs } from '../github/run-jobs.ts'
import { readStoredSession } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import type { Session } from '../model.ts'
import { type Recorded, readRecorded } from './recorded-comparison.ts'
import { workDirectory } from './work-file.ts'

/** `baseline` is null where that attempt measured the candidate only. */
export type Attempt = { number: number; label: string; candidate: Session; baseline: Session | null }

/**
 * The attempts on one testbed, the newest first; `sure` whether they are this job's, `recorded` what the newest
 * reported, null if it decided nothing.
 */
export type TestbedAttempts = {
  here: boolean
  sure: boolean
  attempts: Attempt[]
  recorded: Recorded | null
}

export type EarlierAttempts = { testbeds: TestbedAttempts[]; lost: string[] }

const machineOf = ({ testbed }: Session) => testbed?.facts.machine ?? null

type Reading = { own: string; runAttempt: number; jobs: RunJob[] }

const makerOf = (jobs: RunJob[], { createdAt }: AttemptArtifact, session: Session) =>
  jobAt(jobs, { runner: machineOf(session), at: createdAt?.getTime() ?? null })

/** Files carry the number of their attempt; those without one are the newest. */
function attemptsIn(artifact: AttemptArtifact, { own, runAttempt, jobs }: Reading): Attempt[] {
  const { name, files } = artifact
  const session = (file: string) => {
    const bytes = files.get(file)
    return bytes ? readStoredSession(file, bytes, `${file} of ${name}`) : null
  }
  const attempts = [...files.keys()].flatMap((file): Attempt[] => {
    const candidate = file.startsWith('result') ? session(file) : null
    if (candidate === null) return []
    const baseline = session(file.replace(/^result/, 'baseline'))
    const numbered = /-attempt-(\d+)/.exec(file)?.[1]
    const known = numbered ?? makerOf(jobs, artifact, candidate)?.attempt
    const which =
      name === own || known !== undefined ? `attempt ${known ?? runAttempt - 1}` : 'an earlier attempt'
    const label = name === own ? which : `${which} on ${machineOf(candidate) ?? 'another machine'}`
    const sourced = (side: Session) => ({ ...side, source: `${label} of this run` })
    const both = { candidate: sourced(candidate), baseline: baseline && sourced(baseline) }
    return [{ number: Number(known ?? runAttempt - 1), label, ...both }]
  })
  return attempts.sort((a, b) => b.number - a.number)
}

/** Null for what another job of this run left: a leg of a matrix on another machine. */
function testbedAttempts(
  artifact: AttemptArtifact,
  reading: Reading,
  { runnerName, runAttempt }: JobContext,
): TestbedAttempts | null {
  const here = artifact.name === reading.own
  const attempts = attemptsIn(artifact, reading)
  const [newest] = attempts
  if (!newest) return null
  if (here) return { here, sure: true, attempts, recorded: null }
  const own = jobNow(reading.jobs, { runner: runnerName, attempt: runAttempt })
  const maker = makerOf(reading.jobs, artifact, newest.candidate)
  if (!mayBeEarlierAttempt(maker, own, runAttempt)) return null
  return { here, sure: maker !== null && own !== null, attempts, recorded: null }
}

function recordedIn({ files }: AttemptArtifact, { attempts: [newest] }: TestbedAttempts): Recorded | null {
  const document = files.get('comparison.json')
  return document && newest ? readRecorded(Buffer.from(document).toString('utf8'), newest.label) : null
}

/** Every machine has an artifact of its own: another suite's name is another length, or no fingerprint behind ours. */
function namesOf(values: Values, fingerprint: string) {
  const own = artifactName('candidate', values.name, fingerprint)
  const prefix = artifactName('candidate', values.name, '')
  // The publish job takes every machine's artifact for itself.
  const isOther = (name: string) =>
    values.mode !== 'measure' && name.startsWith(prefix) && /^[0-9a-f]{12}$/.test(name.slice(prefix.length))
  return { own, isWanted: (name: string) => name === own || isOther(name) }
}

/**
 * What earlier attempts of this job measured, this testbed's (`fingerprint`) first; `lost` says what could not be
 * read. Throws when nothing can be listed.
 */
export async function earlierAttempts(
  values: Values,
  context: JobContext,
  fingerprint: string,
): Promise<EarlierAttempts> {
  const { own, isWanted } = namesOf(values, fingerprint)
  const { runAttempt } = context
  const { found: artifacts, lost } = await earlierArtifacts(isWanted, {
    runAttempt,
    directory: workDirectory(),
  })
  const isElsewhere = artifacts.some(({ name }) => name !== own)
  const jobs = isElsewhere ? await runJobs(connect(values.token), context) : []
  const found: EarlierAttempts = { testbeds: [], lost }
  for (const artifact of artifacts) {
    try {
      const testbed = testbedAttempts(artifact, { own, runAttempt, jobs }, context)
      if (!testbed) continue
      found.testbeds.push(testbed)
      // Without its report the runs can still be joined.
      testbed.recorded = recordedIn(artifact, testbed)
    } catch (error) {
      found.lost.push(`${artifact.name}: ${(error as Error).message}`)
    }
  }
  found.testbeds.sort((a, b) => Number(b.here) - Number(a.here))
  return found
}

/** The files that keep this testbed's attempts in its artifact, which the one of this attempt replaces. */
export function attemptFiles({ testbeds }: EarlierAttempts): Record<string, Session> {
  const kept = testbeds.flatMap(({ here, attempts }) => (here ? attempts : []))
  return Object.fromEntries(
    kept.flatMap(({ number, candidate, baseline }) => [
      [`result-attempt-${number}.json.gz`, candidate],
      ...(baseline ? [[`baseline-attempt-${number}.json.gz`, baseline] as const] : []),
    ]),
  )
}
